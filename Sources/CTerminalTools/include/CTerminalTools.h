// What the tool needs from C around its command line: glibc's option parser, and ending on a signal.
#ifndef CTERMINALTOOLS_H
#define CTERMINALTOOLS_H

#include <stdbool.h>
#include <stdint.h>

// The process's arguments, the program's name first; null behind the last. Swift's CommandLine has none of them where
// /proc is missing.
const char *cterminal_argument(int32_t index);

// getopt_long rather than argp: with its own messages switched off, argp does not say which option was wrong.
struct cterminal_parser;

enum cterminal_kind {
  cterminal_end,
  cterminal_option,
  cterminal_operand,
  cterminal_unknown,
  cterminal_ambiguous,
  cterminal_argument_missing,
  cterminal_argument_unwanted,
};

// One piece of a command line. `text` is an option's argument or an operand; for a mistake it is the option as it
// was typed. It lives as long as the parser.
struct cterminal_item {
  enum cterminal_kind kind;
  int32_t key;
  const char *text;
};

struct cterminal_parser *cterminal_parser_new(void);
void cterminal_parser_free(struct cterminal_parser *parser);
// A letter of 0 means that there is only the long name.
void cterminal_parser_add_option(
    struct cterminal_parser *parser, const char *name, int32_t letter, bool takes_argument, int32_t key);
void cterminal_parser_add_argument(struct cterminal_parser *parser, const char *argument);
struct cterminal_item cterminal_parser_next(struct cterminal_parser *parser);

// Makes Ctrl-C end the process at once with this exit status.
void cterminal_exit_on_interrupt(int32_t status);
// Makes writing into a closed pipe an error instead of a signal.
void cterminal_ignore_broken_pipes(void);
// Blocks SIGINT, SIGTERM and (where it is not ignored) SIGHUP in this thread and in those it starts.
void cterminal_block_ending_signals(void);
// Waits for one of them.
void cterminal_wait_for_ending_signal(void);
// Sends one of them to this process.
void cterminal_raise_ending_signal(void);

#endif
