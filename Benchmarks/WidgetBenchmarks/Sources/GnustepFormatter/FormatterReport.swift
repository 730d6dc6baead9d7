/// A report of what GNUstep asks a formatter.
package enum FormatterReport {
  /// Plays all scenes, and prints a line of CSV for each key.
  package static func print() {
    Swift.print("scene,key,calls,text,value,model_text,model_value")
    for scene in FormatterScene.all {
      for step in scene.play(by: .server) {
        let fields = [
          scene.name, step.key, step.calls.joined(separator: "; "), step.text, step.value ?? "",
          step.modelText, step.modelValue ?? "",
        ]
        Swift.print(fields.map(quoted).joined(separator: ","))
      }
    }
  }

  private static func quoted(_ field: String) -> String {
    field.contains { ",;\" ".contains($0) }
      ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
  }
}
