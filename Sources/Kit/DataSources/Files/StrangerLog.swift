import SystemPackage

/// Writes log lines about a file that has the name of an ``EditJournal`` but is not a journal.
struct StrangerLog {
    private let log: @Sendable (String) -> Void
    /// The sentence about the file at the last read; nil if there was no such file.
    private var last: String?

    init(_ log: @escaping @Sendable (String) -> Void) {
        self.log = log
    }

    /// Writes a line if the sentence about the file has changed since the last read.
    ///
    /// - Parameters:
    ///   - stranger: The sentence about the file; nil if there is no such file.
    ///   - path: The file with rows that was read.
    mutating func note(_ stranger: String?, beside path: FilePath) {
        if let stranger, stranger != last {
            log("\(path.string) is read without a journal: \(stranger); it is left alone")
        }
        last = stranger
    }
}
