// Work of known cost that tests plant where a comparison must find it.
#pragma once

/// Executes 50 instructions, apart from call and return.
void planted_fifty_instructions(void);

/// Allocates 16 bytes and frees them.
void planted_allocation_of_16_bytes(void);

/// Counts to 400, which takes about as many processor cycles.
void planted_busy_loop(void);

/// Returns a number that is wanted once in the life of a process.
int planted_preparation(void);

/// Asks the kernel twice for the parent process: time with hardly an instruction.
void planted_two_system_calls(void);
