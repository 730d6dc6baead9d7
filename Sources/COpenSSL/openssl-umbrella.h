// Debian's libssl-dev. Of libcrypto only the digests are used.
#include <openssl/evp.h>
