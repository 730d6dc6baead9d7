const int table[4] = {1, 1, 1, 1};
_Thread_local int turns_of_thread = 1;
