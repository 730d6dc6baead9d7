import BenchmarkRunner

// The formatting and parsing calls alone, by API, type of number, locale and length.

BenchmarkMain.run(
  FormatterSuite(
    name: "Formatter", entries: FormatterEntry.foundation,
    // The locales of KeystrokeBenchmarks.
    locales: ["en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG"], lengths: [3, 9, 15, 18]))
