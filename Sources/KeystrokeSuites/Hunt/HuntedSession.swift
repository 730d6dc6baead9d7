import BenchmarkModel
import Foundation

/// A session of a hunt: the initial state of the field, and the moves.
struct HuntedSession: Hashable, Sendable {
  /// A number that code wrote without groups; nil for an empty field.
  var start: MeantNumber?
  var moves: [HuntMove]
}

extension HuntedSession {
  /// Sessions that are simpler in one respect, those with fewer moves first.
  ///
  /// - Parameters:
  ///   - numbers: the number in the field after each move.
  ///   - separator: the locale's decimal separator.
  /// - Returns: the sessions; each is smaller than this one in a measure that has a minimum, so shrinking ends.
  func simpler(_ numbers: [MeantNumber], separator: String) -> [HuntedSession] {
    var simpler: [HuntedSession] = []
    for count in stride(from: numbers.count, to: 1, by: -1) where !numbers[count - 1].isEmpty {
      var session = HuntedSession(start: nil, moves: Array(moves[count...]))
      session.moves.insert(.typedOver(numbers[count - 1], separator), at: 0)
      simpler.append(session)
    }
    for index in moves.indices {
      var session = self
      session.moves.remove(at: index)
      simpler.append(session)
    }
    if let start, start.integer.count > 1 {
      var session = self
      session.start?.integer.removeLast()
      simpler.append(session)
    }
    for (index, move) in moves.enumerated() {
      simpler += move.simpler(separator: separator).map { move in
        var session = self
        session.moves[index] = move
        return session
      }
    }
    return simpler
  }
}

extension HuntMove {
  /// Makes the move that replaces the whole text by a plain number.
  fileprivate static func typedOver(_ number: MeantNumber, _ separator: String) -> HuntMove {
    HuntMove(Piece(kind: .ownText, text: number.written(separator), meant: number))
  }

  fileprivate func simpler(separator: String) -> [HuntMove] {
    var simpler: [HuntMove] = []
    switch place {
    case .characters(let a, let b) where a == b:
      simpler.append(at(nil))
      if a > 0 { simpler.append(at(.characters(a - 1, a - 1))) }
    case .characters(let a, let b):
      simpler.append(at(.characters(a, a)))
      if a > 0 { simpler.append(at(.characters(a - 1, b))) }
      if b > 0 { simpler.append(at(.characters(a, b - 1))) }
    default: break
    }
    switch (action, piece) {
    case (.insert(let key), nil) where key != "1" && key.allSatisfy { $0.isLetter || $0.isNumber }:
      simpler.append(HuntMove(place: place, action: .insert("1")))
    case (.insert, let piece?):
      guard let number = piece.meant, piece.text == number.written(separator) else { break }
      simpler += number.shorter.map { .typedOver($0, separator) }
    case (.compose(let text), _):
      simpler.append(HuntMove(place: place, action: .insert(text), piece: piece))
    default: break
    }
    return simpler
  }

  private func at(_ place: TextPlace?) -> HuntMove {
    HuntMove(place: place, action: action, piece: piece)
  }
}

extension MeantNumber {
  /// The numbers with a digit less, or without the fraction.
  fileprivate var shorter: [MeantNumber] {
    var shorter: [MeantNumber] = []
    if integer.count > 1 {
      var number = self
      number.integer.removeLast()
      shorter.append(number)
    }
    if fraction != nil {
      var number = self
      number.fraction = nil
      shorter.append(number)
    }
    return shorter
  }
}

/// Draws sessions: mostly keys at the end, and everything else that people do.
struct SessionDrawer {
  private let writer: PieceWriter
  private let symbols: OtherKeys
  /// False if texts in between are not judged; then no move is made in the middle of a text.
  private let isJudgedAlways: Bool
  private let known: Set<Hunted.Kind>

  /// The keys that type the decimal separator.
  private struct OtherKeys {
    var own: String
    /// The key of the other notation, if the locale does not use it itself.
    var other: String?
  }

  init(
    value: ValueKind, oracle: Oracle, grouping: String, isJudgedAlways: Bool,
    without known: Set<Hunted.Kind>
  ) {
    writer = PieceWriter(value: value, oracle: oracle, without: known)
    self.isJudgedAlways = isJudgedAlways
    self.known = known
    let separator = oracle.decimalSeparator
    let other: String? =
      switch separator {
      case "." where grouping.allSatisfy(\.isWhitespace): ","
      case "," where grouping != ".": "."
      default: nil
      }
    symbols = OtherKeys(own: separator, other: other)
  }

  /// The next session.
  func session(_ random: inout SplitMix64) -> HuntedSession {
    let plain: [ValueKind] = [.int, .double, .decimal]
    let begins =
      isJudgedAlways && plain.contains(writer.value) && !known.contains(.ungrouped)
      && random.below(8) == 0
    let start = begins ? writer.number(integer: 4...7, fraction: 0, &random) : nil
    var moves = (0..<random.number(in: 1...8)).compactMap { _ in move(&random) }
    if !isJudgedAlways || random.below(4) == 0 { moves.append(HuntMove(action: .endEditing)) }
    return HuntedSession(start: start, moves: moves)
  }

  private func move(_ random: inout SplitMix64) -> HuntMove? {
    switch random.below(16) {
    case 0...6:
      return HuntMove(place: place(&random), action: .insert(writer.digit(from: 0, &random)))
    case 7:
      let key = random.below(2) == 0 ? symbols.other ?? symbols.own : symbols.own
      return HuntMove(action: .insert(key))
    case 8: return .minus
    case 9, 10: return HuntMove(place: place(&random), action: .backspace)
    case 11: return isJudgedAlways ? HuntMove(place: place(&random), action: .delete) : nil
    case 12, 13: return writer.piece(&random).map { HuntMove($0) }
    case 14:
      return writer.piece(&random).map {
        HuntMove(place: .all, action: .compose($0.text), piece: $0)
      }
    default: return HuntMove(action: .write(written(&random).written(".")))
    }
  }

  /// A place of the caret; nil in half of all cases, so that typing continues.
  private func place(_ random: inout SplitMix64) -> TextPlace? {
    guard isJudgedAlways else { return nil }
    switch random.below(8) {
    case 0...3: return nil
    case 4, 5:
      let place = random.below(12)
      return .characters(place, place)
    case 6: return .characters(random.below(8), random.below(8))
    default: return .all
    }
  }

  /// A number that every format style writes in all its digits.
  private func written(_ random: inout SplitMix64) -> MeantNumber {
    let fraction: Int? =
      switch writer.value {
      case .percent: 0
      case _ where writer.value.currencyCode != nil: writer.value.fractionLimit
      default: nil
      }
    return writer.number(fraction: fraction, &random)
  }
}
