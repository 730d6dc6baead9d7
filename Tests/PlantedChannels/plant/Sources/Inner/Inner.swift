/// A number of turns that other modules compile into their code.
@inlinable public func inlinableTurns() -> Int { 4000 }

/// A number of turns that an extension may replace.
public dynamic func replaceableTurns() -> Int { 1 }

/// A protocol that a plant conforms to.
public protocol Slow {}

/// A type that conforms to nothing else.
public struct Plain {
  /// Makes a value.
  public init() {}
}
