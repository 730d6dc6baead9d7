/// The middle of the sample, or nil for an empty one; see ``SortedSample/quantile(_:)``.
package func median(_ values: [Double]) -> Double? {
  SortedSample(values)?.median
}
