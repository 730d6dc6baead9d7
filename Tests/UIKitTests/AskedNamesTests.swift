import Foundation
import Testing
import UIKit
import UIKitSuites

/// Tests that the notifications of a strategy's fields do not depend on the strategies that were played before.
@Suite struct AskedNamesTests {
  private final class Posts: @unchecked Sendable { var count = 0 }

  @Test func aStrategyThatAskedForNoNamePostsNothing() async {
    // Other tests of this process ask for names.
    await #expect(processExitsWith: .success) {
      let (quiet, asking) = (AskedNames(), AskedNames())
      @Sendable func posts() async -> Int {
        await MainActor.run {
          let field = UITextField()
          let posts = Posts()
          let center = NotificationCenter.default
          let name = Notification.Name("UITextFieldTextDidChangeNotification")
          let token = center.addObserver(forName: name, object: field, queue: nil) { _ in
            posts.count += 1
          }
          _ = field.makeUserEdit(0..<0, "1")
          center.removeObserver(token)
          return posts.count
        }
      }
      quiet.begin()
      #expect(await posts() == 0)
      asking.begin()
      _ = UITextField.textDidChangeNotification
      #expect(await posts() == 1)
      quiet.begin()
      #expect(await posts() == 0)
      asking.begin()
      #expect(await posts() == 1)
    }
  }
}
