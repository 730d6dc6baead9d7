/// The digests of OpenSSL's libcrypto (Debian: libssl-dev).
#pragma once

#include <openssl/evp.h>
