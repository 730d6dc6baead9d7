// This module is empty. In a file that imports Testing and UIKit the compiler imports `_Testing_UIKit` as well, because
// Testing.swiftcrossimport of the toolchain names it, on Linux too; but the toolchain for Linux does not have it.
