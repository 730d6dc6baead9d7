import BenchmarkModel
import Foundation
import ReformatCore

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
  private let workload: WorkloadContext
  /// False if texts in between are not judged; then no move is made in the middle of a text.
  private let isJudgedAlways: Bool
  /// True if the rest of the app writes values into the field.
  private let isWritten: Bool
  private let known: Set<Hunted.Kind>
  /// The keys that type a separator.
  private let separators: [String]

  init(
    _ workload: WorkloadContext, isJudgedAlways: Bool, isWritten: Bool,
    without known: Set<Hunted.Kind>
  ) {
    writer = PieceWriter(value: workload.value, oracle: workload.oracle, without: known)
    self.workload = workload
    self.isJudgedAlways = isJudgedAlways
    self.isWritten = isWritten
    self.known = known
    let own = workload.symbols.decimalSeparator
    let group = Self.key(workload.symbols.groupingSeparator)
    let other: String? =
      switch own {
      case "." where !workload.isGroup(group) || !"،,、".contains(group): ","
      case "," where group != ".": "."
      default: nil
      }
    // Texts of a field that does not format may end with what was typed.
    separators =
      [own, other ?? own]
      + (isJudgedAlways && workload.isGroup(group) && !known.contains(.ownSeparator) ? [group] : [])
  }

  /// The key that types a separator: a keyboard has one kind of space.
  private static func key(_ separator: String) -> String {
    !separator.isEmpty && separator.allSatisfy(\.isWhitespace) ? " " : separator
  }

  /// The next session.
  func session(_ random: inout SplitMix64) -> HuntedSession {
    let plain: [ValueKind] = [.int, .double, .decimal]
    let begins =
      isJudgedAlways && plain.contains(writer.value) && !known.contains(.ungrouped)
      && random.below(8) == 0
    let start = begins ? writer.number(integer: 4...7, fraction: 0, &random) : nil
    var moves = (0..<random.number(in: 1...8)).flatMap { _ in self.moves(&random) }
    if !isJudgedAlways || random.below(4) == 0 { moves.append(HuntMove(action: .endEditing)) }
    return HuntedSession(start: start, moves: moves)
  }

  private func moves(_ random: inout SplitMix64) -> [HuntMove] {
    let isTypedOut = isJudgedAlways && !known.contains(.ownSeparator) && random.below(24) == 0
    return isTypedOut ? typedOut(&random) : [move(&random)].compactMap(\.self)
  }

  /// A number in the locale's own notation, typed over all, key by key.
  private func typedOut(_ random: inout SplitMix64) -> [HuntMove] {
    guard let keys = workload.ownKeys(of: writer.number(integer: 1...9, &random)) else { return [] }
    return keys.enumerated().map {
      HuntMove(place: $0 == 0 ? .all : nil, action: .insert($1))
    }
  }

  private func move(_ random: inout SplitMix64) -> HuntMove? {
    switch random.below(18) {
    case 0...6:
      return HuntMove(place: place(&random), action: .insert(writer.digit(from: 0, &random)))
    case 7:
      return HuntMove(
        place: place(&random), action: .insert(separators[random.below(separators.count)]))
    case 8:
      let isInFront = isJudgedAlways && random.below(2) == 0
      return HuntMove(place: isInFront ? .start : .all, action: .insert("-"))
    case 9, 10: return HuntMove(place: place(&random), action: .backspace)
    case 11: return isJudgedAlways ? HuntMove(place: place(&random), action: .delete) : nil
    case 12, 13: return writer.piece(&random).map { HuntMove($0) }
    case 14:
      return writer.piece(&random).map {
        HuntMove(place: .all, action: .compose($0.text), piece: $0)
      }
    case 15, 16: return isJudgedAlways ? pieceInside(&random) : nil
    default: return isWritten ? HuntMove(action: .write(written(&random).written("."))) : nil
    }
  }

  /// Digits, a signed number or a text that is no number, at a place of the caret.
  private func pieceInside(_ random: inout SplitMix64) -> HuntMove? {
    guard !known.contains(.pieceInside), writer.value.own == nil, writer.value.radix == 10 else {
      return nil
    }
    let (first, second) = (random.below(12), random.below(12))
    let place = TextPlace.characters(first, random.below(4) == 0 ? second : first)
    var number = writer.number(integer: 2...4, fraction: 0, &random)
    var piece = Piece(kind: .pieceInside, text: number.integer, meant: number)
    switch random.below(4) {
    case 0: piece = Piece(kind: .pieceInside, text: writer.notANumber(.magnitude, &random))
    case 1 where writer.value.allowsNegative:
      number.isNegative = true
      piece = Piece(kind: .pieceInside, text: "-" + number.integer, meant: number)
    default: break
    }
    return HuntMove(place: place, action: .insert(piece.text), piece: piece)
  }

  /// A place of the caret; nil in half of all cases, so that typing continues.
  private func place(_ random: inout SplitMix64) -> TextPlace? {
    guard isJudgedAlways else { return nil }
    switch random.below(8) {
    case 0...3: return nil
    case 4, 5:
      let place = random.below(16)
      return .characters(place, place)
    case 6: return .characters(random.below(8), random.below(8))
    default: return .all
    }
  }

  /// A number that every format style writes in all its digits; of a few, more digits than people type.
  private func written(_ random: inout SplitMix64) -> MeantNumber {
    let fraction: Int? =
      switch writer.value {
      case .percent: 0
      case _ where writer.value.currencyCode != nil: writer.value.fractionLimit
      default: nil
      }
    let integer = random.below(4) == 0 ? 6...12 : 1...5
    return writer.number(integer: integer, fraction: fraction, &random)
  }
}
