// Extended file attributes (xattr(7)), which Swift's Glibc module lacks.
#pragma once
#include <sys/xattr.h>
