import CWidget

/// The toolkit of the widget.
package enum Toolkit {
  /// Its version, such as 4.8.3: counts are valid for one version.
  package static var version: String { String(cString: keystroke_widget_toolkit()) }
}
