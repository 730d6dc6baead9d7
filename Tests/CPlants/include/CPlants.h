// Work of known cost, to be planted where a comparison must find it.
#pragma once

/// Executes 50 instructions beside call and return.
void planted_fifty_instructions(void);

/// Allocates 16 bytes and frees them.
void planted_allocation_of_16_bytes(void);

/// Counts to 400, about as many cycles of the processor.
void planted_busy_loop(void);

/// Asks the kernel twice who the parent is: time with hardly an instruction.
void planted_two_system_calls(void);
