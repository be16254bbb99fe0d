import SystemPackage

/// Writes log lines about a file that has the name of a journal but is no journal.
struct StrangerLog {
    private let log: @Sendable (String) -> Void
    /// The sentence of the last line; nil if there was no such file at the last read.
    private var last: String?

    init(_ log: @escaping @Sendable (String) -> Void) {
        self.log = log
    }

    /// Writes a line, unless it is the same as after the last read.
    ///
    /// - Parameters:
    ///   - stranger: The sentence about the file; nil if there is none.
    ///   - path: The file that was read.
    mutating func note(_ stranger: String?, beside path: FilePath) {
        if let stranger, stranger != last {
            log("\(path.string) is read without a journal: \(stranger); it is left alone")
        }
        last = stranger
    }
}
