import FHJSON

/// The problems of a source.
///
/// A problem is data that can't be shown as rows or is shown differently than intended, or a limitation of the source
/// as a whole.
///
/// All problems are counted, but only the first ``listLimit`` problems are listed.
public struct RowProblems: Sendable, Equatable {
    /// The maximum number of listed problems.
    public static let listLimit = 100
    /// The operation that the error about the problems names, in the `errors` of a snapshot.
    public static let operation = "problems"

    /// A problem with one record of the source, or with the source as a whole.
    public struct Problem: Sendable, Equatable {
        /// The line on which the invalid record begins, counted from 1; nil if the source has no lines.
        public let line: Int?
        /// The id of the row; nil if the row has no readable id.
        public let id: String?
        /// A camelCase code for programs: `invalidJSON`, `repeatedId`, ….
        public let code: String
        /// A sentence for users: the problem, and how the row is shown instead.
        public let message: String

        /// Makes a problem.
        public init(line: Int? = nil, id: String? = nil, code: String, message: String) {
            self.line = line
            self.id = id
            self.code = code
            self.message = message
        }

        /// Makes a problem which says that changes by other programs are not detected.
        ///
        /// - Parameter limit: the reason, as a phrase for users.
        package static func unwatched(_ limit: String) -> Problem {
            Problem(
                code: "notWatched",
                message: "changes that other programs make are not noticed: \(limit); load it again")
        }
    }

    /// The number of all problems.
    public private(set) var count = 0
    /// The first problems, in the order in which they were added.
    public private(set) var listed: [Problem] = []

    /// The name of the file or command that was read; nil for any other source.
    public var source: String?

    /// Makes an empty collection of problems.
    public init() {}

    /// True if there are no problems.
    public var isEmpty: Bool { count == 0 }

    /// Adds a problem.
    public mutating func add(_ problem: @autoclosure () -> Problem) {
        count += 1
        if listed.count < Self.listLimit { listed.append(problem()) }
    }

    /// Adds all problems of another collection.
    ///
    /// The problems beyond ``listLimit`` are only counted.
    public mutating func add(contentsOf other: RowProblems) {
        count += other.count
        listed.append(contentsOf: other.listed.prefix(Self.listLimit - listed.count))
    }

    /// Adds problems that another process has counted.
    ///
    /// - Parameters:
    ///   - problems: the listed problems.
    ///   - count: the number of all problems, which is at least the number of listed problems.
    public mutating func add(_ problems: [Problem], count: Int) {
        self.count += max(count, problems.count)
        listed.append(contentsOf: problems.prefix(Self.listLimit - listed.count))
    }

    /// The problems; nil if there are none.
    public var nonEmpty: RowProblems? { isEmpty ? nil : self }

    /// The failure that a feature shows as a banner: the number of problems and the first problem.
    public var failure: Failure {
        let first = listed.first.map { ($0.line.map { "line \($0): " } ?? "") + $0.message } ?? ""
        let name = source.map { "\($0): " } ?? ""
        return Failure(
            Self.operation, name + (count == 1 ? "1 problem: \(first)" : "\(count) problems; the first is \(first)"),
            retryable: false)
    }

    /// Reads problems as ``write(to:)`` writes them.
    ///
    /// Returns nil for any other value.
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

    /// Writes the value of the member `problems` of a state.
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
