import CWidget

/// The toolkit of the widget.
package enum Toolkit {
  /// Its name and version, such as GTK 4.8.3: counts are valid for one version.
  package static var name: String { String(cString: keystroke_widget_toolkit()) }

  /// Opens the window, unless it is open; all calls come from the same thread.
  package static func open() { _ = Screen.shared }
}
