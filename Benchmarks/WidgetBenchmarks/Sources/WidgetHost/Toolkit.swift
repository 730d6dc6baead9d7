import CWidget

/// What the widget is one of.
package enum Toolkit {
  /// Its version, as 4.8.3: counts are those of a version.
  package static var version: String { String(cString: keystroke_widget_toolkit()) }
}
