import JSON

/// Parts of a source that can't be shown as rows, or not as they were meant.
///
/// All of them are counted; the first ``listLimit`` are listed.
public struct RowProblems: Sendable, Equatable {
    /// How many problems are listed at most.
    public static let listLimit = 100
    /// The operation of the error that shows them.
    public static let operation = "problems"

    /// One part, and its fault.
    public struct Problem: Sendable, Equatable {
        /// The line where it begins, from 1; nil where it has none.
        public let line: Int?
        /// The id of its row; nil where it has none, or none that could be read.
        public let id: String?
        /// A camelCase word for programs: `invalidJSON`, `repeatedId`, ….
        public let code: String
        /// A sentence for people: the fault, and what is shown in its place.
        public let message: String

        /// Makes a problem.
        public init(line: Int? = nil, id: String? = nil, code: String, message: String) {
            self.line = line
            self.id = id
            self.code = code
            self.message = message
        }

        /// Changes that other programs make are not noticed.
        ///
        /// - Parameter limit: why not.
        package static func unwatched(_ limit: String) -> Problem {
            Problem(
                code: "notWatched",
                message: "changes that other programs make are not noticed: \(limit); load it again")
        }
    }

    /// The number of all problems.
    public private(set) var count = 0
    /// The first ones, in the order in which they were added.
    public private(set) var listed: [Problem] = []

    /// The file or the command that was read; nil where it has no name.
    public var source: String?

    /// No problem.
    public init() {}

    /// True if there is no problem.
    public var isEmpty: Bool { count == 0 }

    /// Adds a problem.
    public mutating func add(_ problem: @autoclosure () -> Problem) {
        count += 1
        if listed.count < Self.listLimit { listed.append(problem()) }
    }

    /// Adds problems, of which some may be counted without being listed.
    public mutating func add(contentsOf other: RowProblems) {
        count += other.count
        listed.append(contentsOf: other.listed.prefix(Self.listLimit - listed.count))
    }

    /// Adds problems that another process has counted.
    ///
    /// - Parameters:
    ///   - problems: those that are listed.
    ///   - count: the number of all of them, at least that of those listed.
    public mutating func add(_ problems: [Problem], count: Int) {
        self.count += max(count, problems.count)
        listed.append(contentsOf: problems.prefix(Self.listLimit - listed.count))
    }

    /// The problems, or nil where there is none.
    public var nonEmpty: RowProblems? { isEmpty ? nil : self }

    /// The error that a feature shows as a banner.
    public var failure: Failure {
        let first = listed.first.map { ($0.line.map { "line \($0): " } ?? "") + $0.message } ?? ""
        let name = source.map { "\($0): " } ?? ""
        return Failure(
            Self.operation, name + (count == 1 ? "1 problem: \(first)" : "\(count) problems; the first is \(first)"),
            retryable: false)
    }

    /// Reads problems as they are written; nil where the value doesn't say them.
    public init?(_ value: JSONValue) {
        guard let count = value["count"]?.intValue, count > 0, let listed = value["listed"], listed.isArray else {
            return nil
        }
        var problems: [Problem] = []
        for item in listed.elements.prefix(Self.listLimit) {
            guard let code = item["code"]?.stringValue, let message = item["message"]?.stringValue else { return nil }
            problems.append(
                Problem(line: item["line"]?.intValue, id: item["id"]?.stringValue, code: code, message: message))
        }
        add(problems, count: count)
    }

    /// Writes the member `problems` of a state.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("count", count)
        json.key("listed")
        json.beginArray()
        for problem in listed {
            json.beginObject()
            if let line = problem.line { json.field("line", line) }
            if let id = problem.id { json.field("id", id) }
            json.field("code", problem.code)
            json.field("message", problem.message)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}

extension ErrorList {
    /// Shows other problems of the rows as a banner; one that was dismissed stays away as long as they are the same.
    ///
    /// - Parameters:
    ///   - problems: the problems as they are now; nil where there is none.
    ///   - shown: the problems of the state, which are replaced.
    public mutating func show(_ problems: RowProblems?, insteadOf shown: inout RowProblems?) {
        guard problems != shown else { return }
        shown = problems
        removeAll(of: RowProblems.operation)
        guard let problems else { return }
        add(problems.failure, display: .banner, operation: RowProblems.operation)
    }
}
