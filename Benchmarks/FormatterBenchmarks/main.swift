import BenchmarkWorker

// The formatting and parsing calls alone, and one edit of the incremental engine, by API, type of number, locale and
// length. The engine accepts any number of digits, so its growth can be measured here.

BenchmarkMain.run(
  FormatterSuite(
    name: "Formatter", entries: FormatterEntry.foundation + FormatterEntry.incremental,
    // The locales of KeystrokeBenchmarks.
    locales: ["en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG"], lengths: [3, 9, 15, 18],
    growth: [38, 100, 1000]))
