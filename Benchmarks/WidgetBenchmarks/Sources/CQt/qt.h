#include <QtWidgets/QtWidgets>
