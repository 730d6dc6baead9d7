import CWidget

/// The toolkit of the widget.
package enum Toolkit {
  /// Its name and version, such as GTK 4.8.3: counts are valid for one version.
  package static var name: String { String(cString: keystroke_widget_toolkit()) }
}
