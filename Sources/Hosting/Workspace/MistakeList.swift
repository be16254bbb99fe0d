import DataSources
import JSON

/// Gathers the mistakes of a workspace, or of a manifest, with their lines.
final class MistakeList {
    private let text: [UInt8]
    private let file: String?
    private(set) var all: [WorkspaceMistake] = []

    /// - Parameters:
    ///   - text: the file's content.
    ///   - file: its path; nil is the workspace itself.
    init(text: [UInt8], file: String? = nil) {
        self.text = TextEncoding.readingMark(text)
        self.file = file
    }

    /// Parses the file; a member that an object has twice is one mistake among others.
    ///
    /// - Returns: nil where it is no JSON, which is noted.
    func document() -> JSONValue? {
        do {
            return try JSONValue(parsing: text)
        } catch {
            if let repeated = RepeatedMembers(in: text), let rest = try? JSONValue(parsing: repeated.text) {
                for member in repeated.found { add(repeated: member.pointer, at: member.offset) }
                return rest
            }
            note("the file \(error.fault) (column \(error.column))", "", line: error.line)
            return nil
        }
    }

    /// Notes what was found in other files.
    func add(_ others: [WorkspaceMistake]) { all += others }

    func add(_ message: String, at pointer: JSONPointer) {
        let line = text.withUnsafeBytes { bytes in
            let range = try? JSONScanner.range(of: pointer, in: bytes)
            return range.map { JSONScanner.place(of: $0.lowerBound, in: bytes).line } ?? 1
        }
        note(message, pointer.description, line: line)
    }

    /// Notes a member whose name its object has already; its name begins at this byte.
    func add(repeated pointer: JSONPointer, at offset: Int) {
        let line = text.withUnsafeBytes { JSONScanner.place(of: offset, in: $0).line }
        note("stands here a second time; an object has each name once", pointer.description, line: line)
    }

    private func note(_ message: String, _ pointer: String, line: Int) {
        let mistake = WorkspaceMistake(pointer: pointer, line: line, message: message, file: file)
        if !all.contains(mistake) { all.append(mistake) }
    }
}
