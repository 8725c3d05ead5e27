internal import SystemCalls

/// The fewest of the least recently used that meet a need, of all that were offered so far: a heap with the most recently
/// used on top, which goes as soon as the rest is enough.
struct LeastRecentlyUsed {
  /// With the time beside the reference: most comparisons end there, and need not look at the choice.
  private struct Slot {
    let time: FileTime
    let choice: Choice
  }

  let needs: Relief
  private let order: RecencyOrder
  private var heap: [Slot] = []
  private var sum = Relief()

  init(needs: Relief, in order: RecencyOrder) {
    self.needs = needs
    self.order = order
  }

  /// Whether something that was used at a time would not stay here for a moment.
  func isBeyond(_ time: FileTime) -> Bool {
    guard (needs - sum).isNone else { return false }
    guard let top = heap.first else { return true }
    return top.time < order.time(of: time)
  }

  mutating func offer(_ choice: Choice) {
    guard needs.isHelped(by: choice.relief) else { return }
    sum += choice.relief
    heap.append(Slot(time: order.time(of: choice.used), choice: choice))
    siftUp()
    while let top = heap.first?.choice, (needs - (sum - top.relief)).isNone {
      sum = sum - top.relief
      removeTop()
    }
  }

  /// Takes what is left, the least recently used first.
  /// - Returns: also by how much the needs are missed.
  mutating func finish() -> (choices: [Choice], missing: Relief) {
    let order = order
    var choices = heap.map(\.choice)
    heap = []
    choices.sort { order.precedes($0, $1) }
    var missing = needs
    var chosen: [Choice] = []
    for choice in choices where missing.isHelped(by: choice.relief) {
      choice.reason = missing.size > 0 && choice.relief.size > 0 ? .leastRecentlyUsed : .minimumFree
      missing = missing - choice.relief
      chosen.append(choice)
    }
    return (chosen, missing)
  }

  // MARK: The heap

  /// By positions: what is handed over would be counted as one more reference, and that costs more than all the rest.
  private func precedes(_ index: Int, _ other: Int) -> Bool {
    let (time, otherTime) = (heap[index].time, heap[other].time)
    return time == otherTime
      ? order.directories.precedes(heap[index].choice, heap[other].choice) : time < otherTime
  }

  private mutating func siftUp() {
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard precedes(parent, index) else { return }
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
        if precedes(largest, child) { largest = child }
      }
      if largest == index { return }
      heap.swapAt(index, largest)
      index = largest
    }
  }
}
