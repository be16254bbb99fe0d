// Extended attributes of files (xattr(7)), which Swift's Glibc module leaves out.
#pragma once
#include <sys/xattr.h>
