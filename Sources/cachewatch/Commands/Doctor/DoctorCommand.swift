struct DoctorCommand {
  init(_ line: ParsedLine) throws(UsageError) {}
  func run() -> ExitStatus { .done }
}
