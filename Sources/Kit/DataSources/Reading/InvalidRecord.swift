import FeatureKit

/// An error of a record, with the line on which the record begins, counted from 1.
struct InvalidRecord: Error, Equatable {
    /// The code of the error, as in the member `problems`.
    enum Code: String {
        case invalidJSON, unsupportedJSON, notAnObject, noId, repeatedId, repeatedMember, raggedRecord, invalidQuotes
        case invalidBytes, tooLong, brokenArray
    }

    let line: Int
    let code: Code
    /// The error as a phrase that follows `it` or `line 5` in messages, such as `is not JSON`.
    let what: String
    /// The id of the row; nil if the record has no valid id.
    let id: String?

    init(_ line: Int, _ code: Code, _ what: String, id: String? = nil) {
        self.line = line
        self.code = code
        self.what = what
        self.id = id
    }

    /// The phrase about a row that is too long because of the escapes that it needs.
    static let tooLongAsJSON = "is longer than \(RowLimits.text) bytes as JSON"

    /// The failure of a file that can't be shown because of the record.
    func failure(of name: String) -> Failure {
        Failure("invalidData", "\(name), line \(line): it \(what); correct the file, then retry")
    }

    /// The problem of a record that is omitted from the rows.
    var leftOut: RowProblems.Problem { problem("it is not shown") }

    /// The problem of a record that is shown but can't be changed.
    var locked: RowProblems.Problem { problem("it is shown, and can't be changed") }

    /// The problem of a record that is shown and can be changed.
    var noted: RowProblems.Problem {
        RowProblems.Problem(line: line, id: id, code: code.rawValue, message: "it \(what)")
    }

    private func problem(_ outcome: String) -> RowProblems.Problem {
        RowProblems.Problem(line: line, id: id, code: code.rawValue, message: "it \(what); \(outcome)")
    }
}

extension RowProblems.Problem {
    /// Returns the problem with its line number increased by `lines`.
    func moved(by lines: Int) -> RowProblems.Problem {
        RowProblems.Problem(line: line.map { $0 + lines }, id: id, code: code, message: message)
    }
}
