#include "AllocatorShim.h"
