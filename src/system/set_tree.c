#include "system/set_tree.h"

const char *set_strength_name(SetStrength strength) {
  static const char *const names[SET_STRENGTHS] = {"terminal", "weak", "strong"};
  return names[strength];
}
