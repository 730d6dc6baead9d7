// Without .type, valgrind has no name for it.
.text
.globl channel_assembly
channel_assembly:
  mov $4000, %eax
1:
  dec %eax
  jnz 1b
  ret

// A linker may add an address to both.
.globl absolute_zero
.set absolute_zero, 0
.globl absolute_turns
.set absolute_turns, 4000

.section .rodata
.globl incbin_turns
incbin_turns:
  .incbin "turns.bin"

.section .note.GNU-stack, "", %progbits
