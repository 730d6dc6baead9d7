const int table[4] = {1, 1, 4000, 1};
_Thread_local int turns_of_thread = 4000;
