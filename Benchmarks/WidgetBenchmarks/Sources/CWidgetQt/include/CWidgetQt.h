// Qt 6's implementation of CWidget.h, which it adds nothing to.
#include "CWidget.h"
