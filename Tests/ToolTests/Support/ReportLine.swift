import Foundation
import SystemCalls

/// One JSON object of the tool, read by a parser that is not the tool's.
struct ReportLine: Decodable, Equatable {
  var event: String
  var path: String
  var exactPath: Data?
  var allocatedBytes: UInt64?
  var apparentBytes: UInt64?
  var files: Int?
  var directories: Int?
  var state: String?
  var reasons: [String]?
  var source: String?
  var message: String?
  var bytes: UInt64?
  var entries: Int?

  enum CodingKeys: String, CodingKey {
    case event, path, files, directories, state, reasons, source, message, bytes, entries
    case exactPath = "path_base64"
    case allocatedBytes = "allocated_bytes"
    case apparentBytes = "apparent_bytes"
  }

  init(json: [UInt8]) throws {
    self = try JSONDecoder().decode(ReportLine.self, from: Data(json))
  }

  /// The path's bytes.
  var exactBytes: BytePath { exactPath.map { BytePath(bytes: Array($0)) } ?? BytePath(path) }
}
