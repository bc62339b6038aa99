#include "request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Field for the value of each numeric key.
static const struct { const char *key; size_t offset; } NUMBERS[] = {
  { "id", offsetof(struct request, id) },
  { "slot", offsetof(struct request, slot) },
  { "cpuUs", offsetof(struct request, limits.cpu_us) },
  { "crowdedCpuUs", offsetof(struct request, limits.crowded_cpu_us) },
  { "wallUs", offsetof(struct request, limits.wall_us) },
  { "memoryBytes", offsetof(struct request, limits.memory_bytes) },
  { "scratchBytes", offsetof(struct request, limits.scratch_bytes) },
  { "outputBytes", offsetof(struct request, limits.output_bytes) },
  { "stderrBytes", offsetof(struct request, limits.stderr_bytes) },
  { "processes", offsetof(struct request, limits.processes) },
  { "lingerUs", offsetof(struct request, limits.linger_us) },
  { "followUs", offsetof(struct request, follow_us) },
};

static const struct { const char *key; size_t offset; } PATHS[] = {
  { "stdin", offsetof(struct request, input) },
  { "stdout", offsetof(struct request, output) },
  { "stderr", offsetof(struct request, error) },
  { "box", offsetof(struct request, box) },
};

static const struct { const char *name; enum action action; } ACTIONS[] = {
  { "open", ACTION_OPEN }, { "run", ACTION_RUN }, { "stop", ACTION_STOP }, { "look", ACTION_LOOK },
  { "close", ACTION_CLOSE },
};


static bool
parse_number(const char *text, uint64_t *number)
{
  char *end;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0';
}

// Whether a text is a name in /w: one part of a path, or a directory and, unless all of it is meant, one part more.
static bool
is_plain_name(const char *name)
{
  const char *slash = strchr(name, '/');
  if (*name == '\0' || *name == '.' || slash == name)
    return false;
  return slash == NULL || (slash[1] != '.' && strchr(slash + 1, '/') == NULL);
}

static const char *
take_directory(struct request *request, const char *value)
{
  if (request->directory_count == MAX_DIRECTORIES || !is_plain_name(value) || strchr(value, '/') != NULL)
    return "too many directories, or a bad name";
  request->directories[request->directory_count++] = value;
  return NULL;
}

static const char *
take_string(const char **list, uint32_t *count, const char *value)
{
  if (*count == MAX_ARGUMENTS)
    return "too many arguments or variables";
  list[(*count)++] = value;
  return NULL;
}

static const char *
take_file_in(struct request *request, const char *key, const char *value)
{
  if (strcmp(key, "inFrom") == 0) {
    if (request->in_count == MAX_FILES)
      return "too many files in";
    request->in[request->in_count++] = (struct file_in) { .from = value, .name = "" };
    return NULL;
  }
  if (request->in_count == 0 || !is_plain_name(value))
    return "bad name of a file in";
  request->in[request->in_count - 1].name = value;
  return NULL;
}

static const char *
take_file_out(struct request *request, const char *key, const char *value)
{
  if (strcmp(key, "outName") == 0) {
    if (request->out_count == MAX_FILES || !is_plain_name(value))
      return "too many files out, or a bad name";
    request->out[request->out_count++] = (struct file_out) { .name = value, .to = "" };
    return NULL;
  }
  if (request->out_count == 0)
    return "a file out without a name";
  struct file_out *file = &request->out[request->out_count - 1];
  if (strcmp(key, "outTo") == 0)
    file->to = value;
  else if (strcmp(key, "outExecutable") == 0)
    file->executable = strcmp(value, "1") == 0;
  else if (strcmp(key, "outMaxBytes") != 0 || !parse_number(value, &file->max_bytes))
    return "an unknown key or a bad number for a file out";
  return NULL;
}

static const char *
take_follower(const char **paths, uint32_t *count, const char *value)
{
  if (*count == MAX_FOLLOWERS)
    return "too many followers";
  paths[(*count)++] = value;
  return NULL;
}

static const char *
take_action(struct request *request, const char *value)
{
  for (int i = 0; i < COUNT(ACTIONS); i++)
    if (strcmp(value, ACTIONS[i].name) == 0) {
      request->action = ACTIONS[i].action;
      return NULL;
    }
  return "an unknown action";
}

static const char *
take(struct request *request, const char *key, const char *value)
{
  for (int i = 0; i < COUNT(NUMBERS); i++)
    if (strcmp(key, NUMBERS[i].key) == 0)
      return parse_number(value, (uint64_t *) ((char *) request + NUMBERS[i].offset)) ? NULL : "a bad number";
  for (int i = 0; i < COUNT(PATHS); i++)
    if (strcmp(key, PATHS[i].key) == 0) {
      *(const char **) ((char *) request + PATHS[i].offset) = value;
      return NULL;
    }
  if (strcmp(key, "do") == 0)
    return take_action(request, value);
  if (strcmp(key, "arg") == 0)
    return take_string(request->argv, &request->argument_count, value);
  if (strcmp(key, "env") == 0)
    return take_string(request->env, &request->environment_count, value);
  if (strcmp(key, "directory") == 0)
    return take_directory(request, value);
  if (strcmp(key, "expect") == 0)
    return take_follower(request->expected, &request->expected_count, value);
  if (strcmp(key, "then") == 0)
    return take_follower(request->then, &request->follower_count, value);
  if (strncmp(key, "in", 2) == 0)
    return take_file_in(request, key, value);
  if (strncmp(key, "out", 3) == 0)
    return take_file_out(request, key, value);
  return "an unknown key";
}

// Checks what single keys cannot show.
static const char *
check(const struct frame *frame)
{
  for (int i = 0; i < frame->count; i++) {
    const struct request *request = &frame->requests[i];
    if (request->action == ACTION_RUN && request->argument_count == 0)
      return "a run without a program";
    bool follows_itself = request->follower_count > 0 || request->expected_count > 0;
    if (request->follower_count != request->expected_count)
      return "a follower without input or expectation";
    if (follows_itself && (frame->count == 2 || request->output == NULL || request->out_count > 0))
      return "followers of a pair, or of a run with other output than its stream";
    if (frame->count == 2 && request->action != ACTION_RUN)
      return "a pair of something else than runs";
  }
  if (frame->count == 2 && frame->requests[0].slot == frame->requests[1].slot)
    return "a pair in one slot";
  return NULL;
}

static const char *
take_text(struct frame *frame, char *text)
{
  char *equals = strchr(text, '=');
  if (equals == NULL)
    return "a string without a key";
  *equals = '\0';
  if (strcmp(text, "with") != 0)
    return take(&frame->requests[frame->count - 1], text, equals + 1);
  if (frame->count == 2)
    return "more than two runs";
  frame->count++;
  return NULL;
}

const char *
parse_frame(char *bytes, size_t size, struct frame *frame)
{
  memset(frame, 0, sizeof *frame);
  frame->count = 1;
  if (size == 0 || bytes[size - 1] != '\0')
    return "a frame that does not end a string";
  const char *wrong = NULL;
  // Parsed to the end in any case: the refusal of a request needs its id.
  for (char *text = bytes; text < bytes + size;) {
    char *next = text + strlen(text) + 1;
    const char *mistake = take_text(frame, text);
    if (wrong == NULL)
      wrong = mistake;
    text = next;
  }
  return wrong != NULL ? wrong : check(frame);
}
