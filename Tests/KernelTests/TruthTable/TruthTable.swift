import Testing

extension KernelSuite {
  /// Each way in which a directory's size can change, made with the real call on each file system that knows it.
  ///
  /// After each step every directory is compared with its own `du`. Where no event reports a change, the case shows what
  /// does find it: the event that ends the silence, the second look after writeback, or an audit.
  @Suite enum TruthTable {}
}
