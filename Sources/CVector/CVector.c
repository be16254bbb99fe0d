// The functions are in the header, so that the optimiser puts them where they are called.
#include "CVector.h"
