public import FHJSON

/// The records of a source that could not be read, or that were read with a fault.
public struct SourceProblems {
    /// The number of all problems.
    public let count: Int
    /// The first problems, in the order of the source.
    public let listed: [JSONValue]

    /// Reads the problems in a state.
    public init(_ state: JSONValue) {
        let problems = state.object("problems")
        listed = problems.objects("listed")
        count = problems.number("count")
    }

    /// True if there are no problems to show.
    public var isEmpty: Bool { listed.isEmpty }

    /// The number of problems for users; empty if there are none.
    public var summary: String { count == 0 ? "" : "\(count.grouped) \(count == 1 ? "problem" : "problems")" }

    /// Returns the place of a problem in its source, for users; empty if it is unknown.
    public static func place(of problem: JSONValue) -> String {
        let line = problem["line"]?.intValue.map { "line \($0.grouped)" }
        return [line, problem["id"]?.stringValue.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
    }
}
