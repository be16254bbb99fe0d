import FeatureKit

/// A fault of a record: the line where the record begins, from 1, and what is wrong with it.
struct InvalidRecord: Error, Equatable {
    /// A word for programs, as `problems` name it.
    enum Code: String {
        case invalidJSON, unsupportedJSON, notAnObject, noId, repeatedId, repeatedMember, raggedRecord, invalidQuotes
        case invalidBytes, tooLong, brokenArray
    }

    let line: Int
    let code: Code
    /// The end of a sentence that begins with “it”.
    let what: String
    /// The row's id, where it has one.
    let id: String?

    init(_ line: Int, _ code: Code, _ what: String, id: String? = nil) {
        self.line = line
        self.code = code
        self.what = what
        self.id = id
    }

    /// The problem of a record that is left out.
    var leftOut: RowProblems.Problem { problem("it is not shown") }

    /// The problem of a record that is shown, and kept as it is.
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
    /// The problem, with so many lines before its own text.
    func moved(by lines: Int) -> RowProblems.Problem {
        RowProblems.Problem(line: line.map { $0 + lines }, id: id, code: code, message: message)
    }
}
