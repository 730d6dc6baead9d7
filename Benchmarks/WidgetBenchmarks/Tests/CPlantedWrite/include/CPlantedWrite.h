/// Makes a program that is linked with this write every text twice.
void plant_second_write(void);
