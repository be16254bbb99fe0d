import FeatureKit

extension CommandSource {
    /// What a command prints.
    public enum Format: String, Sendable, CaseIterable {
        /// Each line is a row `{id, text}`, whose id is made of its text.
        case lines
        /// A line a row, separated by tabs.
        case tsv
        /// RFC 4180.
        case csv
        /// An object a line.
        case jsonl

        /// How a table separates its fields; nil for what is none.
        var style: DelimitedText.Style? {
            switch self {
            case .csv: .commas
            case .tsv: .tabs
            case .lines, .jsonl: nil
            }
        }

        var isTable: Bool { style != nil }
    }

    /// What is run, and how its output is read.
    public struct Options: Sendable {
        /// The program, looked up in `PATH` where it holds no slash, and its arguments; nil where there are no rows.
        public let argv: [String]?
        /// The working directory; nil is the host's.
        public let folder: String?
        /// How the output is read.
        public let format: Format
        /// The encoding of the output, where no byte-order mark says it.
        public let encoding: TextEncoding
        /// The key of the rows' ids.
        public let idKey: String
        /// The time limit of a run; nil sets none, and a run that goes on is live.
        public let timeoutMs: Int?
        /// How many bytes a run may print to standard output, where each row counts eight more.
        public let outputLimit: Int
        /// What can be performed, by name.
        public let operations: [String: Operation]
        /// Their names, in order.
        public let operationNames: [String]
        /// What prints the results of a query; nil where the host looks for them.
        public let search: Search?
        /// The declared columns of a table; nil where its first line names them.
        let header: DelimitedText.Header?

        /// Describes a command.
        ///
        /// - Parameter columns: the column names of a table whose output begins with its first row.
        /// - Throws: `invalidData` where there is no program, or the columns don't fit.
        public init(
            argv: [String]?, folder: String? = nil, format: Format = .lines, encoding: TextEncoding = .utf8,
            columns: [String]? = nil, id: String = "id", timeoutMs: Int? = nil, outputLimit: Int = 16 << 20,
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
            self.format = format
            self.encoding = encoding
            idKey = id
            self.timeoutMs = timeoutMs
            self.outputLimit = outputLimit
            self.operations = operations
            operationNames = operations.keys.sorted()
            self.search = search
        }

        static func check(_ argv: [String]) throws(Failure) {
            if argv.first?.isEmpty != false {
                throw Failure("invalidData", "argv must begin with a program", retryable: false)
            }
        }

        /// How many records come before the first row.
        var headerRecords: Int { format.isTable && header == nil ? 1 : 0 }
    }

    /// A command that does something with a value, which it reads from its standard input.
    public struct Operation: Sendable {
        /// The program and its arguments.
        public let argv: [String]
        /// How long it may take.
        public let timeoutMs: Int

        /// Describes an operation.
        ///
        /// - Throws: `invalidData` where there is no program.
        public init(argv: [String], timeoutMs: Int = 30_000) throws(Failure) {
            try Options.check(argv)
            self.argv = argv
            self.timeoutMs = timeoutMs
        }
    }
}
