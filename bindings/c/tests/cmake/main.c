#include <kifu.h>

int main(void) { return strcmp(kifu_version(), KIFU_VERSION) == 0 ? 0 : 1; }
