// Deny-list in classic BPF. Namespaces and the program's powerless uid protect the host already; the list takes away
// kernel surface that no contest solution needs and the channels that namespaces do not cover (keyrings, vsock).
// The tables are in forbidden-calls.h.
#include "seccomp.h"

#include "base/common.h"
#include "forbidden-calls.h"

#include <linux/audit.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#else
#error "the sandbox knows x86_64 and aarch64 only"
#endif

enum {
  RULE_COUNT = sizeof RULES / sizeof *RULES,
  HIDDEN_MEMORY_COUNT = sizeof HIDDEN_MEMORY / sizeof *HIDDEN_MEMORY,
  ARGUMENT_RULE_COUNT = sizeof ARGUMENT_RULES / sizeof *ARGUMENT_RULES,
  RANGE_RULE_COUNT = sizeof RANGE_RULES / sizeof *RANGE_RULES,
  MAX_RULES = RULE_COUNT + HIDDEN_MEMORY_COUNT + ARGUMENT_RULE_COUNT + RANGE_RULE_COUNT + 1,
  LEAF_RULES = 4,
  X32_BIT = 0x40000000,
  // Targets in place of an action: instructions that test a call's arguments. No action of the kernel is so small.
  LOOK_AT_PRLIMIT = 1,
  LOOK_AT_RANGE,                  // first target of as many as RANGE_RULES has rows
  LOOK_AT_ARGUMENT = LOOK_AT_RANGE + RANGE_RULE_COUNT, // likewise for ARGUMENT_RULES
};

// Filter of 256 instructions, in which all labels can be reached: the longest jump reaches 255.
static struct sock_filter program[256];
static int length;

// Jumps lead forward only, so their targets are filled in when these are reached.
static struct { int at; unsigned target; bool when_true; } jumps[2 * MAX_RULES + 64];
static int jump_count;

static void
emit(struct sock_filter instruction)
{
  if (length == COUNT(program))
    die("the seccomp filter does not fit its array");
  program[length++] = instruction;
}

static void
jump_later(bool when_true, unsigned target)
{
  if (jump_count == COUNT(jumps))
    die("the seccomp filter has too many jumps");
  jumps[jump_count].at = length - 1;
  jumps[jump_count].when_true = when_true;
  jumps[jump_count++].target = target;
}

// Directs all jumps to the target to the next instruction. False when there are none.
static bool
arrive(unsigned target)
{
  bool found = false;
  for (int i = 0; i < jump_count; i++) {
    if (jumps[i].target != target)
      continue;
    struct sock_filter *jump = &program[jumps[i].at];
    *(jumps[i].when_true ? &jump->jt : &jump->jf) = length - jumps[i].at - 1;
    jumps[i--] = jumps[--jump_count];
    found = true;
  }
  return found;
}

static void
load(size_t offset)
{
  emit((struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

// Loads the low half of an argument: the tested flags, families and pids are 32 bits wide (both machines are
// little-endian).
static void
load_argument(int index)
{
  load(offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
}

static void
leave_if(unsigned test, unsigned value, unsigned target)
{
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, 0));
  jump_later(true, target);
}

static void
leave_by(unsigned test, unsigned value, unsigned target, unsigned otherwise)
{
  leave_if(test, value, target);
  jump_later(false, otherwise);
}

static void
emit_architecture(void)
{
  load(offsetof(struct seccomp_data, arch));
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 0, 0));
  jump_later(false, KILL);
  load(offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  leave_if(BPF_JGE, X32_BIT, KILL);
#endif
  leave_if(BPF_JGE, FIRST_UNKNOWN_CALL, REFUSE(ENOSYS));
}

static void
look_at_argument(int i)
{
  if (!arrive(LOOK_AT_ARGUMENT + i))
    return;
  load_argument(ARGUMENT_RULES[i].argument);
  leave_by(ARGUMENT_RULES[i].test, ARGUMENT_RULES[i].value, ARGUMENT_RULES[i].action, ARGUMENT_RULES[i].otherwise);
}

// Tests prlimit. Without a uid of its own (no root) a program shares init's, whose limits it must not lower. The
// limit of core dumps may be read (no new limit) but not changed: see set_limits in program.c.
static void
look_at_prlimit(void)
{
  arrive(LOOK_AT_PRLIMIT);
  load_argument(0);
  leave_if(BPF_JSET, ~0u, REFUSE(EPERM));
  load_argument(1);
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_CORE, 0, 0));
  jump_later(false, ALLOW);
  load_argument(2);
  leave_if(BPF_JSET, ~0u, REFUSE(EPERM));
  load(offsetof(struct seccomp_data, args[2]) + sizeof(uint32_t));
  leave_by(BPF_JSET, ~0u, REFUSE(EPERM), ALLOW);
}

static void
look_at_range(int i)
{
  unsigned outside = ALLOW;
  if (i + 1 < RANGE_RULE_COUNT && RANGE_RULES[i + 1].call == RANGE_RULES[i].call)
    outside = LOOK_AT_RANGE + i + 1;
  arrive(LOOK_AT_RANGE + i);
  load_argument(RANGE_RULES[i].argument);
  leave_if(BPF_JGE, RANGE_RULES[i].end, outside);
  leave_by(BPF_JGE, RANGE_RULES[i].first, RANGE_RULES[i].action, outside);
}

static struct rule sorted[MAX_RULES];

static int
by_call(const void *left, const void *right)
{
  return ((const struct rule *) left)->call - ((const struct rule *) right)->call;
}

static bool
has_rule(int call, int count)
{
  for (int i = 0; i < count; i++)
    if (sorted[i].call == call)
      return true;
  return false;
}

// Sorts the rules by call and returns their number. A call that is refused anyway needs no test of its argument.
static int
sort_rules(bool refuse_hidden_memory)
{
  int count = RULE_COUNT;
  memcpy(sorted, RULES, sizeof RULES);
  if (refuse_hidden_memory) {
    memcpy(sorted + count, HIDDEN_MEMORY, sizeof HIDDEN_MEMORY);
    count += HIDDEN_MEMORY_COUNT;
  }
  sorted[count++] = (struct rule) { SYS_prlimit64, LOOK_AT_PRLIMIT };
  for (int i = 0; i < RANGE_RULE_COUNT; i++)
    if (!has_rule(RANGE_RULES[i].call, count))
      sorted[count++] = (struct rule) { RANGE_RULES[i].call, LOOK_AT_RANGE + i };
  for (int i = 0; i < ARGUMENT_RULE_COUNT; i++)
    if (!has_rule(ARGUMENT_RULES[i].call, count))
      sorted[count++] = (struct rule) { ARGUMENT_RULES[i].call, LOOK_AT_ARGUMENT + i };
  qsort(sorted, count, sizeof *sorted, by_call);
  return count;
}

// Writes a search tree over the sorted rules, and one answer for all rules that share it. Every run pays for loading:
// the kernel translates each instruction, and walks the filter once for each of its 450 calls to learn which are
// always allowed. A plain list with its answers takes twice as long.
static void
emit_search(const struct rule *rules, int count)
{
  if (count > LEAF_RULES) {
    int half = count / 2;
    emit((struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, rules[half].call, 0, 0));
    int branch = length - 1;
    emit_search(rules, half);
    // Larger numbers jump over the left half, which has no end of its own that falls through.
    program[branch].jt = length - branch - 1;
    emit_search(rules + half, count - half);
    return;
  }
  for (int i = 0; i < count; i++)
    leave_if(BPF_JEQ, rules[i].call, rules[i].action);
  jump_later(false, ALLOW);
}

static void
emit_answers(void)
{
  while (jump_count > 0) {
    unsigned action = jumps[0].target;
    arrive(action);
    emit((struct sock_filter) BPF_STMT(BPF_RET | BPF_K, action));
  }
}

const struct sock_fprog *
seccomp_filter(bool refuse_hidden_memory)
{
  static struct sock_fprog filter;
  if (length == 0) {
    emit_architecture();
    emit_search(sorted, sort_rules(refuse_hidden_memory));
    look_at_prlimit();
    for (int i = 0; i < RANGE_RULE_COUNT; i++)
      look_at_range(i);
    for (int i = 0; i < ARGUMENT_RULE_COUNT; i++)
      look_at_argument(i);
    emit_answers();
    filter = (struct sock_fprog) { .len = length, .filter = program };
  }
  return &filter;
}
