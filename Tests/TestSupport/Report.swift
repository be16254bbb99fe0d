import Testing

/// Reports a failed expectation of a `TestStore` at its source location.
@Sendable public func report(_ message: String, file: StaticString, line: UInt) {
    Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(fileID: "\(file)", filePath: "\(file)", line: Int(line), column: 1))
}
