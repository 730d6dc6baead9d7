#include "CPlantedWrite.h"

// Of gcc's Objective-C, whose headers only gcc finds.
extern void *objc_getClass(const char *name);
extern void *sel_registerName(const char *name);
extern void *class_getInstanceMethod(void *of, void *selector);
extern void *method_setImplementation(void *method, void *implementation);
extern void *objc_msg_lookup(void *receiver, void *selector);

static void (*set_string)(void *, void *, void *);

static void set_twice(void *view, void *selector, void *text) {
  void *class = objc_getClass("NSString");
  void *make = sel_registerName("stringWithUTF8String:");
  void *(*string)(void *, void *, const char *) = objc_msg_lookup(class, make);
  set_string(view, selector, string(class, make, "0"));
  set_string(view, selector, text);
}

// Replaces GNUstep's own method.
void plant_second_write(void) {
  void *method = class_getInstanceMethod(objc_getClass("NSText"), sel_registerName("setString:"));
  set_string = method_setImplementation(method, set_twice);
}
