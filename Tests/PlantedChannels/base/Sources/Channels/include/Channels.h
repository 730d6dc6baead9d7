#ifndef CHANNELS_H
#define CHANNELS_H

#ifdef __cplusplus
extern "C" {
#endif

// Loops without a system call or memory; some two instructions a turn.
static inline void loop(long turns) {
  for (long turn = 0; turn < turns; turn++) __asm__ volatile("" : : "r"(turn));
}

#define FAST 1
#define SLOW 4000

void channel_weak(void);
void channel_libc(void);
void channel_dlsym(void);
void channel_linker_set(void);
void channel_assembly(void);
void channel_alias(void);
void channel_folded(void);
void channel_same_name(void);
void channel_weak_order(void);
void channel_constructors(void);
void channel_absolute(void);
void channel_processor(void);
void channel_late_edit(void);
void channel_alignment(void);
void channel_script(void);
void channel_library(void);
void channel_plain(void);
void channel_ifunc(void);
void channel_denormals(void);
void channel_malloc(void);
void channel_thread_local(void);
void channel_table(void);
void channel_cxx(void);
void channel_defsym(void);
void channel_incbin(void);
void channel_priority(void);

#ifdef __cplusplus
}
#endif

#endif
