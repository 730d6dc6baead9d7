#include <dlfcn.h>

extern "C" {
#include "CPlantedWrite.h"
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-literal-operator"
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#include <QtWidgets/QLineEdit>
#pragma clang diagnostic pop

void plant_second_write(void) {}

// Replaces Qt's own function.
void QLineEdit::setText(const QString &text) {
  static const auto real =
      (void (*)(QLineEdit *, const QString &))dlsym(RTLD_NEXT, "_ZN9QLineEdit7setTextERK7QString");
  real(this, QStringLiteral("0"));
  real(this, text);
}
