internal import CJSON
internal import SystemCalls

/// A JSON object that came from somewhere else.
@safe
struct JSONDocument: ~Copyable {
  private let object: OpaquePointer

  /// Parses one object; nil for anything else. Nesting is limited, so hostile text cannot exhaust the stack.
  init?(_ text: some Collection<UInt8>) {
    guard let tokener = unsafe json_tokener_new_ex(8) else { return nil }
    defer { unsafe json_tokener_free(tokener) }
    unsafe json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
    let characters = text.map { CChar(bitPattern: $0) }
    guard let length = Int32(exactly: characters.count),
      let parsed = unsafe json_tokener_parse_ex(tokener, characters, length)
    else { return nil }
    guard unsafe json_object_get_type(parsed) == json_type_object else {
      unsafe _ = json_object_put(parsed)
      return nil
    }
    unsafe object = parsed
  }

  deinit {
    unsafe _ = json_object_put(object)
  }

  func text(_ name: String) -> [UInt8]? {
    guard let value = unsafe value(name, json_type_string) else { return nil }
    return unsafe Self.bytes(value)
  }

  func number(_ name: String) -> UInt64? {
    guard let value = unsafe value(name, json_type_int), unsafe json_object_get_int64(value) >= 0 else {
      return nil
    }
    return unsafe json_object_get_uint64(value)
  }

  func isTrue(_ name: String) -> Bool {
    guard let value = unsafe value(name, json_type_boolean) else { return false }
    return unsafe json_object_get_boolean(value) != 0
  }

  func texts(_ name: String) -> [[UInt8]]? {
    guard let array = unsafe value(name, json_type_array) else { return nil }
    var result: [[UInt8]] = []
    let count = unsafe json_object_array_length(array)
    for index in 0..<count {
      guard let item = unsafe json_object_array_get_idx(array, index),
        unsafe json_object_get_type(item) == json_type_string
      else { return nil }
      unsafe result.append(Self.bytes(item))
    }
    return result
  }

  /// The counterpart of `JSONObject.add(_:_:path:)`.
  func path(_ name: String, _ exactName: String) -> BytePath? {
    if let exact = text(exactName) { return Base64.decoded(exact).map(BytePath.init(bytes:)) }
    return text(name).map(BytePath.init(bytes:))
  }

  private func value(_ name: String, _ type: json_type) -> OpaquePointer? {
    var found: OpaquePointer?
    guard unsafe json_object_object_get_ex(object, name, &found) != 0,
      unsafe json_object_get_type(found) == type
    else { return nil }
    return unsafe found
  }

  private static func bytes(_ string: OpaquePointer) -> [UInt8] {
    guard let start = unsafe json_object_get_string(string) else { return [] }
    let characters = unsafe UnsafeBufferPointer(start: start, count: Int(json_object_get_string_len(string)))
    return unsafe characters.map { UInt8(bitPattern: $0) }
  }
}
