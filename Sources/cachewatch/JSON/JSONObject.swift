internal import CJSON
internal import SystemCalls

/// A JSON object that is being made. Fields keep the order in which they were added.
@safe
struct JSONObject: ~Copyable {
  private let object: OpaquePointer?

  init() {
    unsafe object = json_object_new_object()
  }

  deinit {
    unsafe _ = json_object_put(object)
  }

  func add(_ name: StaticString, _ text: String) {
    add(name, utf8: Array(text.utf8))
  }

  func add(_ name: StaticString, _ number: UInt64) {
    unsafe add(name, value: json_object_new_uint64(number))
  }

  func add(_ name: StaticString, _ number: Int) {
    unsafe add(name, value: json_object_new_int64(Int64(number)))
  }

  func add(_ name: StaticString, _ isTrue: Bool) {
    unsafe add(name, value: json_object_new_boolean(isTrue ? 1 : 0))
  }

  /// A number that may not be known.
  func add(_ name: StaticString, orNull number: UInt64?) {
    if let number { add(name, number) } else { unsafe add(name, value: nil) }
  }

  func add(_ name: StaticString, _ texts: [String]) {
    let array = unsafe json_object_new_array_ext(Int32(texts.count))
    for text in texts {
      let bytes = Array(text.utf8)
      unsafe json_object_array_add(array, Self.string(bytes))
    }
    unsafe add(name, value: array)
  }

  /// Adds a path: as text, and where it is not UTF-8 its exact bytes in a field of their own as well.
  func add(_ name: StaticString, _ exactName: StaticString, path: BytePath) {
    if String(validating: path.bytes, as: UTF8.self) != nil {
      add(name, utf8: path.bytes)
    } else {
      add(name, path.string)
      add(exactName, Base64.encoded(path.bytes))
    }
  }

  /// The object on one line, without anything that a terminal or an editor could take for more than text.
  var text: [UInt8] {
    var length = 0
    guard
      let start = unsafe json_object_to_json_string_length(
        object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &length)
    else { return [] }
    let characters = unsafe UnsafeBufferPointer(start: start, count: length)
    return JSONText.escapingInvisible(unsafe characters.map { UInt8(bitPattern: $0) })
  }

  private func add(_ name: StaticString, utf8 bytes: [UInt8]) {
    unsafe add(name, value: Self.string(bytes))
  }

  private func add(_ name: StaticString, value: OpaquePointer?) {
    // The name is part of the program, so json-c need not copy it.
    let options = UInt32(JSON_C_OBJECT_ADD_KEY_IS_NEW | JSON_C_OBJECT_ADD_CONSTANT_KEY)
    name.withUTF8Buffer { utf8 in
      guard let start = utf8.baseAddress else { return }
      unsafe start.withMemoryRebound(to: CChar.self, capacity: utf8.count + 1) { name in
        _ = unsafe json_object_object_add_ex(object, name, value, options)
      }
    }
  }

  private static func string(_ bytes: [UInt8]) -> OpaquePointer? {
    let characters = bytes.map { CChar(bitPattern: $0) }
    return unsafe json_object_new_string_len(characters, Int32(clamping: characters.count))
  }
}
