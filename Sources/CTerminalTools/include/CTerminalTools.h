// glibc's option parser.
#ifndef CTERMINALTOOLS_H
#define CTERMINALTOOLS_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <argp.h>
#include <fnmatch.h>
#endif
