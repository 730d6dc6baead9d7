void channel_definition(void);
void channel_flag(void);
