internal import SystemCalls

/// The fewest of the least recently used that meet a need, of all that were offered so far: a heap with the most recently
/// used on top, which goes as soon as the rest is enough.
struct LeastRecentlyUsed {
  let needs: Relief
  private let order: RecencyOrder
  private var heap: [Choice] = []
  private var sum = Relief()

  init(needs: Relief, in order: RecencyOrder) {
    self.needs = needs
    self.order = order
  }

  /// Whether something that was used at a time would not stay here for a moment.
  func isBeyond(_ time: FileTime) -> Bool {
    guard (needs - sum).isNone else { return false }
    guard let top = heap.first else { return true }
    return min(top.used, order.now) < min(time, order.now)
  }

  mutating func offer(_ choice: Choice) {
    guard needs.isHelped(by: choice.relief) else { return }
    sum += choice.relief
    heap.append(choice)
    siftUp()
    while let top = heap.first, (needs - (sum - top.relief)).isNone {
      sum = sum - top.relief
      removeTop()
    }
  }

  /// Takes what is left, the least recently used first.
  /// - Returns: also by how much the needs are missed.
  consuming func finish() -> (choices: [Choice], missing: Relief) {
    let order = order
    heap.sort { order.precedes($0, $1) }
    var missing = needs
    var chosen: [Choice] = []
    for choice in heap where missing.isHelped(by: choice.relief) {
      choice.reason = missing.size > 0 && choice.relief.size > 0 ? .leastRecentlyUsed : .minimumFree
      missing = missing - choice.relief
      chosen.append(choice)
    }
    return (chosen, missing)
  }

  // MARK: The heap

  private mutating func siftUp() {
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard order.precedes(heap[parent], heap[index]) else { return }
      heap.swapAt(parent, index)
      index = parent
    }
  }

  private mutating func removeTop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var largest = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if order.precedes(heap[largest], heap[child]) { largest = child }
      }
      if largest == index { return }
      heap.swapAt(index, largest)
      index = largest
    }
  }
}
