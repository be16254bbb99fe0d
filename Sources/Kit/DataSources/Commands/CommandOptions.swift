import FHEventLoop
import FeatureKit

extension CommandSource {
    /// The formats of a command's output.
    public enum Format: String, Sendable, CaseIterable {
        /// A row `{id, text}` per line; the id is derived from the text.
        case lines
        /// A row per line, with fields separated by tabs.
        case tsv
        /// Comma-separated values (RFC 4180).
        case csv
        /// A JSON object per line.
        case jsonl

        /// The style of a table; nil for other formats.
        var style: DelimitedText.Style? {
            switch self {
            case .csv: .commas
            case .tsv: .tabs
            case .lines, .jsonl: nil
            }
        }

        var isTable: Bool { style != nil }
    }

    /// The options of a command source.
    public struct Options: Sendable {
        /// The program, looked up in `PATH` if it has no slash, and its arguments; nil for a source without rows.
        public let argv: [String]?
        /// The working directory; nil for the host's working directory.
        public let folder: String?
        /// The variables that the commands have in addition to the host's own environment.
        public let environment: [String: String]
        /// The format of the output.
        public let format: Format
        /// The encoding of output without a byte-order mark.
        public let encoding: TextEncoding
        /// The key of the member that contains a row's id.
        public let idKey: String
        /// The timeout of a run in milliseconds; nil if there is none.
        ///
        /// Without a timeout, a run that does not end becomes live: fetches then return the rows printed so far.
        public let timeoutMs: Int?
        /// The maximum number of bytes of a run's standard output; each row counts as eight additional bytes.
        public let outputLimit: Int
        /// The commands beside the one that prints the rows.
        private var others: Others
        /// The causes of further runs while somebody looks.
        var reruns = CommandReruns.Causes()
        /// The declared columns of a table; nil if the first line contains the column names, or if the format is not a
        /// table.
        let header: DelimitedText.Header?

        /// Makes options.
        ///
        /// - Parameter columns: The names of the columns, for a table without a header line.
        /// - Throws: `invalidData` if `argv` contains no program, if the format has no columns, if a column is
        ///   repeated, or if no column is the id.
        public init(
            argv: [String]?, folder: String? = nil, environment: [String: String] = [:], format: Format = .lines,
            encoding: TextEncoding = .utf8, columns: [String]? = nil, id: String = "id", timeoutMs: Int? = nil,
            outputLimit: Int = 16 << 20,
            operations: [String: Operation] = [:], search: Search? = nil
        ) throws(Failure) {
            if let argv { try Self.check(argv) }
            if columns != nil, !format.isTable {
                throw Failure(
                    "invalidData", "columns are for tsv and csv; \(format.rawValue) has none", retryable: false)
            }
            do throws(InvalidRecord) {
                header = try columns.map { columns throws(InvalidRecord) in
                    try DelimitedText.Header(columns, idKey: id, line: 0)
                }
            } catch {
                throw Failure(
                    "invalidData", "columns \(error.what); they must be different names, one of them \(id)",
                    retryable: false)
            }
            self.argv = argv
            self.folder = folder
            self.environment = environment
            self.format = format
            self.encoding = encoding
            idKey = id
            self.timeoutMs = timeoutMs
            self.outputLimit = outputLimit
            others = Others(operations: operations, search: search)
        }

        /// Commands beside the one that prints the rows.
        private struct Others {
            let operations: [String: Operation]
            let search: Search?
            var editing = Editing()
        }

        /// The operations, by name.
        public var operations: [String: Operation] { others.operations }
        /// The command that prints the results of a query; nil if the host searches the rows.
        public var search: Search? { others.search }
        /// The commands that change rows.
        var editing: Editing { others.editing }

        static func check(_ argv: [String]) throws(Failure) {
            if argv.first?.isEmpty != false {
                throw Failure("invalidData", "argv must begin with a program", retryable: false)
            }
        }

        /// The sorted names of the operations.
        public var operationNames: [String] { operations.keys.sorted() }

        /// Returns the options of a command that runs again while somebody looks.
        ///
        /// - Parameters:
        ///   - everyMs: the minimum time in milliseconds between the starts of two runs; nil for no such runs.
        ///   - watched: the files whose changes make the command run again.
        package func running(everyMs: Int?, watching watched: [String]) -> Options {
            var options = self
            options.reruns = CommandReruns.Causes(everyMs: everyMs, watched: watched)
            return options
        }

        /// Returns the options of a command whose rows other commands change.
        public func edited(by editing: Editing) -> Options {
            var options = self
            options.others.editing = editing
            return options
        }

        /// The environment of a command; nil for that of this process.
        var wholeEnvironment: [String: String]? {
            environment.isEmpty ? nil : OwnProcess.environment.merging(environment) { _, own in own }
        }

        /// The number of records before the first row.
        var headerRecords: Int { format.isTable && header == nil ? 1 : 0 }
    }

    /// A command that performs an operation on a value, which it reads from standard input.
    public struct Operation: Sendable {
        /// The program and its arguments.
        public let argv: [String]
        /// The timeout in milliseconds.
        public let timeoutMs: Int
        /// True if the command prints lines of JSON, which report its progress.
        public let reportsProgress: Bool
        /// True if a client can cancel the operation, which ends the command.
        public let isCancellable: Bool

        /// Makes an operation.
        ///
        /// - Throws: `invalidData` if `argv` contains no program.
        public init(
            argv: [String], timeoutMs: Int = 30_000, reportsProgress: Bool = false, isCancellable: Bool = true
        ) throws(Failure) {
            try Options.check(argv)
            self.argv = argv
            self.timeoutMs = timeoutMs
            self.reportsProgress = reportsProgress
            self.isCancellable = isCancellable
        }
    }
}
