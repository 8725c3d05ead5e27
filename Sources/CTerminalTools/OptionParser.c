#define _GNU_SOURCE
#include "CTerminalTools.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { first_long = 256 };

struct cterminal_parser {
  struct option *options;
  int32_t *keys;
  int32_t *option_letters;
  char *letters;
  char **arguments;
  int option_count, argument_count;
  bool started, operands_only;
  char typed[3];
};

static void *grown(void *memory, size_t size) {
  void *result = realloc(memory, size);
  if (result == NULL) abort();
  return result;
}

static char *copied(const char *text) {
  char *result = strdup(text);
  if (result == NULL) abort();
  return result;
}

struct cterminal_parser *cterminal_parser_new(void) {
  struct cterminal_parser *parser = calloc(1, sizeof *parser);
  if (parser == NULL) abort();
  // '-': operands are reported in their places, whatever POSIXLY_CORRECT says. ':': nothing is printed.
  parser->letters = copied("-:");
  parser->options = grown(NULL, sizeof *parser->options);
  memset(parser->options, 0, sizeof *parser->options);
  cterminal_parser_add_argument(parser, "cachewatch");
  return parser;
}

void cterminal_parser_free(struct cterminal_parser *parser) {
  for (int i = 0; i < parser->option_count; i++) free((char *)parser->options[i].name);
  for (int i = 0; i < parser->argument_count; i++) free(parser->arguments[i]);
  free(parser->options);
  free(parser->keys);
  free(parser->option_letters);
  free(parser->letters);
  free(parser->arguments);
  free(parser);
}

void cterminal_parser_add_option(
    struct cterminal_parser *parser, const char *name, int32_t letter, bool takes_argument, int32_t key) {
  int n = parser->option_count++;
  parser->options = grown(parser->options, (size_t)(n + 2) * sizeof *parser->options);
  parser->options[n] = (struct option){
      .name = copied(name), .has_arg = takes_argument ? required_argument : no_argument, .val = first_long + n};
  parser->options[n + 1] = (struct option){0};
  parser->keys = grown(parser->keys, (size_t)(n + 1) * sizeof *parser->keys);
  parser->keys[n] = key;
  parser->option_letters = grown(parser->option_letters, (size_t)(n + 1) * sizeof *parser->option_letters);
  parser->option_letters[n] = letter;
  if (letter == 0) return;
  size_t length = strlen(parser->letters);
  parser->letters = grown(parser->letters, length + 3);
  parser->letters[length++] = (char)letter;
  if (takes_argument) parser->letters[length++] = ':';
  parser->letters[length] = 0;
}

void cterminal_parser_add_argument(struct cterminal_parser *parser, const char *argument) {
  int n = parser->argument_count++;
  parser->arguments = grown(parser->arguments, (size_t)(n + 2) * sizeof *parser->arguments);
  parser->arguments[n] = copied(argument);
  parser->arguments[n + 1] = NULL;
}

static int index_of(const struct cterminal_parser *parser, int code) {
  if (code >= first_long) return code - first_long;
  for (int i = 0; i < parser->option_count; i++)
    if (parser->option_letters[i] == code) return i;
  return -1;
}

static bool is_ambiguous(const struct cterminal_parser *parser, const char *typed) {
  size_t length = strcspn(typed + 2, "=");
  for (int i = 0; i < parser->option_count; i++)
    if (strncmp(parser->options[i].name, typed + 2, length) == 0) return true;
  return false;
}

// What the user typed for the option that getopt_long rejects: its own variables say it in four ways.
static const char *rejected(struct cterminal_parser *parser) {
  if (optopt == 0 || optopt >= first_long) return parser->arguments[optind - 1];
  parser->typed[0] = '-';
  parser->typed[1] = (char)optopt;
  parser->typed[2] = 0;
  return parser->typed;
}

static struct cterminal_item mistake(struct cterminal_parser *parser, bool argument_missing) {
  struct cterminal_item item = {.text = rejected(parser)};
  if (argument_missing) {
    item.kind = cterminal_argument_missing;
    item.key = parser->keys[index_of(parser, optopt)];
  } else if (optopt >= first_long) {
    item.kind = cterminal_argument_unwanted;
    item.key = parser->keys[optopt - first_long];
  } else {
    item.kind = optopt == 0 && is_ambiguous(parser, item.text) ? cterminal_ambiguous : cterminal_unknown;
  }
  return item;
}

struct cterminal_item cterminal_parser_next(struct cterminal_parser *parser) {
  if (!parser->started) {
    // 0 makes glibc's parser forget an earlier command line.
    optind = 0;
    parser->started = true;
  }
  int code = parser->operands_only ? -1
                                   : getopt_long(parser->argument_count, parser->arguments, parser->letters,
                                                 parser->options, NULL);
  if (code == -1) {
    parser->operands_only = true;
    if (optind >= parser->argument_count) return (struct cterminal_item){.kind = cterminal_end};
    return (struct cterminal_item){.kind = cterminal_operand, .text = parser->arguments[optind++]};
  }
  if (code == 1) return (struct cterminal_item){.kind = cterminal_operand, .text = optarg};
  if (code == '?' || code == ':') return mistake(parser, code == ':');
  return (struct cterminal_item){
      .kind = cterminal_option, .key = parser->keys[index_of(parser, code)], .text = optarg};
}
