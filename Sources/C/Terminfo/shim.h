// The terminfo database of ncurses, without its screens. term.h defines macros with names such as `lines`, which must
// not reach Swift, so the few functions are declared here.
#pragma once

extern int setupterm(const char *term, int descriptor, int *error);
extern int tigetflag(const char *name);
extern int tigetnum(const char *name);
extern char *tigetstr(const char *name);
extern char *tparm(const char *text, ...);

// Returns the text of a capability with one parameter.
static inline char *shim_tparm1(const char *text, long a) { return tparm(text, a, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L); }

// Returns the text of a capability with two parameters.
static inline char *shim_tparm2(const char *text, long a, long b) {
    return tparm(text, a, b, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}
