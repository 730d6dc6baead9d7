// A tool of valgrind that counts what a process executes, in accounts that the process itself selects.
//
// callgrind finds the functions that costs come from, and collects for one account at a time. This tool only counts,
// for all accounts in one pass, and takes a fraction of the time. It counts like callgrind: instructions, one for each
// that is begun, and instructions that lock the bus. So the two can be compared with each other. It can also name the
// functions of the program that were executed.
//
// It is compiled against the valgrind that runs it, with the numbers of its requests; see CounterTool.swift.
#include "pub_tool_basics.h"  // The first, as all others need it.

#include "pub_tool_clientstate.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

// The counts of each account; those that the options request come after them.
enum { INTERVALS, INSTRUCTIONS, LOCKED_OPERATIONS, SYSTEM_CALLS, OWN_COUNTS };

enum { MAX_GROUPS = 8, MAX_COUNTS = OWN_COUNTS + MAX_GROUPS, ACCOUNTS = KEYSTROKE_COUNT_ACCOUNTS };

// A group of functions whose entries are counted, or the instructions that they execute themselves.
typedef struct {
  Bool counts_entries;
  const HChar **patterns;  // Ends with NULL.
} Group;

static Group groups[MAX_GROUPS];
static Int group_count;

typedef struct {
  ULong counts[MAX_COUNTS];
} Account;

// The counts that are not yet added to an account. The code that valgrind generates adds to it, so that code contains
// its address.
static Account pending;
static Account accounts[ACCOUNTS];

// Each thread counts in its own account, so that the work of other threads is not counted as the keystroke's.
static ThreadId running_thread = VG_INVALID_THREADID;
static UInt *account_of_thread;

static void add_pending(void) {
  if (running_thread != VG_INVALID_THREADID) {
    Account *account = &accounts[account_of_thread[running_thread]];
    for (Int kind = 0; kind < OWN_COUNTS + group_count; kind++)
      account->counts[kind] += pending.counts[kind];
  }
  VG_(memset)(&pending, 0, sizeof pending);
}

static void thread_runs(ThreadId thread, ULong blocks_done) {
  (void)blocks_done;
  if (thread == running_thread) return;
  add_pending();
  running_thread = thread;
}

static void thread_begins(ThreadId parent, ThreadId child) {
  (void)parent;
  account_of_thread[child] = 0;
}

// ---- Functions that were executed

// A function of the program; its first two members are those of a VgHashNode, and the key is a hash of its name.
typedef struct Function {
  struct Function *next;
  UWord key;
  HChar *name;
  // Since the last list. Generated code contains the address of this member.
  UChar was_executed;
} Function;

// The file to write their names to; NULL if nobody wants to know.
static const HChar *functions_file;
static VgHashTable *functions;

static const HChar *last_part(const HChar *path) {
  const HChar *slash = VG_(strrchr)(path, '/');
  return slash ? slash + 1 : path;
}

// FNV-1a.
static UWord hash(const HChar *name) {
  ULong hash = 0xcbf29ce484222325ULL;
  for (; *name; name++) hash = (hash ^ (UChar)*name) * 0x100000001b3ULL;
  return (UWord)hash;
}

// The function that contains an instruction; NULL if it is one of a library, or has no name.
static Function *function_at(DiEpoch epoch, Addr address) {
  const HChar *name;
  const DebugInfo *object = VG_(find_DebugInfo)(epoch, address);
  if (!object || VG_(strcmp)(last_part(VG_(DebugInfo_get_filename)(object)),
                             last_part(VG_(args_the_exename))))
    return NULL;
  if (!VG_(get_fnname)(epoch, address, &name)) return NULL;
  Function *function = VG_(HT_lookup)(functions, hash(name));
  if (function) return function;
  function = VG_(calloc)("keystroke.function", 1, sizeof *function);
  function->key = hash(name);
  function->name = VG_(strdup)("keystroke.function.name", name);
  VG_(HT_add_node)(functions, function);
  return function;
}

static void list_functions(void) {
  if (!functions_file) return;
  VgFile *file =
      VG_(fopen)(functions_file, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY, VKI_S_IRUSR | VKI_S_IWUSR);
  ULong count = 0;
  VG_(HT_ResetIter)(functions);
  for (Function *one; (one = VG_(HT_Next)(functions));) {
    if (file && one->was_executed) {
      VG_(fprintf)(file, "%s\n", one->name);
      count++;
    }
    one->was_executed = False;
  }
  if (!file) return;
  // Writing reports no errors: a full disk cuts the list, and then the number of names is not that of the last line.
  VG_(fprintf)(file, "%llu\n", count);
  VG_(fclose)(file);
}

// ---- Requests of the process

static Bool handle_request(ThreadId thread, UWord *arguments, UWord *result) {
  *result = 0;
  switch (arguments[0]) {
    case KEYSTROKE_COUNT_WIDTH:
      *result = OWN_COUNTS + group_count;
      return True;
    case KEYSTROKE_COUNT_RESET:
      VG_(memset)(&pending, 0, sizeof pending);
      VG_(memset)(accounts, 0, sizeof accounts);
      return True;
    case KEYSTROKE_COUNT_FUNCTIONS:
      list_functions();
      return True;
    case KEYSTROKE_COUNT_SWITCH:
      if (arguments[1] >= ACCOUNTS) return False;
      add_pending();
      account_of_thread[thread] = arguments[1];
      accounts[arguments[1]].counts[INTERVALS]++;
      return True;
    case KEYSTROKE_COUNT_READ:
      if (arguments[1] >= ACCOUNTS) return False;
      VG_(memcpy)((void *)arguments[2], accounts[arguments[1]].counts,
                  (OWN_COUNTS + group_count) * sizeof(ULong));
      return True;
    default:
      return False;
  }
}

static void before_system_call(ThreadId thread, UInt number, UWord *arguments, UInt count) {
  (void)thread, (void)number, (void)arguments, (void)count;
  pending.counts[SYSTEM_CALLS]++;
}

static void after_system_call(ThreadId thread, UInt number, UWord *arguments, UInt count,
                              SysRes result) {
  (void)thread, (void)number, (void)arguments, (void)count, (void)result;
}

// ---- Code that counts

// The counts of the block so far that are not yet added to the pending counts.
typedef struct {
  UInt counts[MAX_COUNTS];
} Block;

static void add_to_pending(IRSB *code, Int kind, UInt count) {
  IRExpr *place = mkIRExpr_HWord((HWord)&pending.counts[kind]);
  IRTemp before = newIRTemp(code->tyenv, Ity_I64);
  IRTemp after = newIRTemp(code->tyenv, Ity_I64);
#if defined(VG_BIGENDIAN)
  const IREndness order = Iend_BE;
#else
  const IREndness order = Iend_LE;
#endif
  addStmtToIRSB(code, IRStmt_WrTmp(before, IRExpr_Load(order, Ity_I64, place)));
  addStmtToIRSB(code, IRStmt_WrTmp(after, IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(before),
                                                      IRExpr_Const(IRConst_U64(count)))));
  addStmtToIRSB(code, IRStmt_Store(order, place, IRExpr_RdTmp(after)));
}

static void flush(IRSB *code, Block *block) {
  for (Int kind = 0; kind < MAX_COUNTS; kind++)
    if (block->counts[kind] > 0) add_to_pending(code, kind, block->counts[kind]);
  VG_(memset)(block, 0, sizeof *block);
}

static Bool matches(const Group *group, const HChar *name) {
  for (const HChar **pattern = group->patterns; *pattern; pattern++)
    if ((**pattern == *name || **pattern == '*') && VG_(string_match)(*pattern, name)) return True;
  return False;
}

enum { NO_GROUP = -1 };

// The group of the function that contains an instruction.
static Int group_at(DiEpoch epoch, Addr address) {
  const HChar *name;
  if (!VG_(get_fnname)(epoch, address, &name)) return NO_GROUP;
  for (Int group = 0; group < group_count; group++)
    if (matches(&groups[group], name)) return group;
  return NO_GROUP;
}

static void count_instruction(Block *block, Int group, DiEpoch epoch, Addr address) {
  block->counts[INSTRUCTIONS]++;
  if (group == NO_GROUP) return;
  const HChar *entered;
  if (!groups[group].counts_entries || VG_(get_fnname_if_entry)(epoch, address, &entered))
    block->counts[OWN_COUNTS + group]++;
}

// Code that notes that the function of an instruction is executed.
static void note_function(IRSB *code, DiEpoch epoch, Addr address) {
  Function *function = functions_file ? function_at(epoch, address) : NULL;
  if (!function) return;
  IRExpr *place = mkIRExpr_HWord((HWord)&function->was_executed);
  addStmtToIRSB(code, IRStmt_Store(Iend_LE, place, IRExpr_Const(IRConst_U8(True))));
}

static Addr last_instruction(const IRSB *code) {
  for (Int place = code->stmts_used; place-- > 0;)
    if (code->stmts[place]->tag == Ist_IMark) return code->stmts[place]->Ist.IMark.addr;
  return 0;
}

static IRSB *instrument(VgCallbackClosure *closure, IRSB *code, const VexGuestLayout *layout,
                        const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
                        IRType host_word) {
  (void)closure, (void)layout, (void)extents, (void)host, (void)guest_word, (void)host_word;
  IRSB *counted = deepCopyIRSBExceptStmts(code);
  const DiEpoch epoch = VG_(current_DiEpoch)();
  Block block = {{0}};
  // Names are looked up twice per block: nearly every block is within one function.
  const Int last_group = group_at(epoch, last_instruction(code));
  Int group = NO_GROUP;
  Bool is_first = True;
  for (Int place = 0; place < code->stmts_used; place++) {
    IRStmt *statement = code->stmts[place];
    switch (statement->tag) {
      case Ist_IMark:
        if (is_first) note_function(counted, epoch, statement->Ist.IMark.addr);
        if (is_first || group != last_group) group = group_at(epoch, statement->Ist.IMark.addr);
        is_first = False;
        count_instruction(&block, group, epoch, statement->Ist.IMark.addr);
        break;
      case Ist_CAS:
        block.counts[LOCKED_OPERATIONS]++;
        break;
      case Ist_LLSC:
        // Nothing may be stored between the two, or the second would never succeed. The count is for both.
        if (statement->Ist.LLSC.storedata)
          block.counts[LOCKED_OPERATIONS]++;
        else
          flush(counted, &block);
        break;
      case Ist_Exit:
        flush(counted, &block);
        break;
      default:
        break;
    }
    addStmtToIRSB(counted, statement);
  }
  flush(counted, &block);
  return counted;
}

// ---- Options

static void add_group(Bool counts_entries, const HChar *patterns) {
  if (group_count == MAX_GROUPS) {
    VG_(fmsg_bad_option)(patterns, "There are %d groups of functions already.\n", MAX_GROUPS);
  }
  HChar *left = VG_(strdup)("keystroke.patterns", patterns);
  Int commas = 0;
  for (const HChar *at = left; *at; at++) commas += *at == ',';
  Group *group = &groups[group_count++];
  group->counts_entries = counts_entries;
  group->patterns = VG_(calloc)("keystroke.groups", commas + 2, sizeof(HChar *));
  HChar *state = NULL;
  Int place = 0;
  for (HChar *one = VG_(strtok_r)(left, ",", &state); one; one = VG_(strtok_r)(NULL, ",", &state))
    group->patterns[place++] = one;
}

static Bool process_option(const HChar *option) {
  const HChar *value;
  if (VG_STR_CLO(option, "--entries", value))
    add_group(True, value);
  else if (VG_STR_CLO(option, "--within", value))
    add_group(False, value);
  else if (VG_STR_CLO(option, "--functions", value))
    functions_file = VG_(strdup)("keystroke.functions.file", value);
  else
    return False;
  return True;
}

static void print_usage(void) {
  VG_(printf)(
      "    --entries=F,F,...    count how often these functions are entered\n"
      "    --within=F,F,...     count the instructions that these execute themselves\n"
      "    --functions=FILE     on request, write the names of the program's executed functions to a file\n"
      "  A function is the pattern of a mangled name, with * and ?. It belongs to the first group that has it.\n");
}

static void print_debug_usage(void) {}

static void after_options(void) {
  account_of_thread = VG_(calloc)("keystroke.threads", VG_N_THREADS, sizeof(UInt));
  functions = VG_(HT_construct)("keystroke.functions");
}

static void finish(Int status) { (void)status; }

static void before_options(void) {
  VG_(details_name)("phase-counter");
  VG_(details_description)("a counter of instructions by phase");
  VG_(details_copyright_author)("Part of keystroke-bench.");
  VG_(details_bug_reports_to)("the maintainers of keystroke-bench");
  VG_(basic_tool_funcs)(after_options, instrument, finish);
  VG_(needs_command_line_options)(process_option, print_usage, print_debug_usage);
  VG_(needs_client_requests)(handle_request);
  VG_(needs_syscall_wrapper)(before_system_call, after_system_call);
  VG_(track_start_client_code)(thread_runs);
  VG_(track_pre_thread_ll_create)(thread_begins);
  // A block of code is one of the program, so that code after a jump is counted in its own place.
  VG_(clo_vex_control).iropt_unroll_thresh = 0;
  VG_(clo_vex_control).guest_chase = False;
}

VG_DETERMINE_INTERFACE_VERSION(before_options)
