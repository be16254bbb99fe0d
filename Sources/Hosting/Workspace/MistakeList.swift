import DataSources
import JSON

/// Gathers the mistakes of a workspace, or of a manifest, with their lines.
final class MistakeList {
    private let text: [UInt8]
    private let file: String?
    /// What was found, in the order in which it was.
    private var found: [Found] = []
    private var known: Set<Note> = []
    /// How many of ``found`` have their lines.
    private var placed = 0

    /// Something that was found at a place.
    private struct Note: Hashable {
        let pointer: String
        let message: String
        /// Nil where the place is one alone; of members that stand twice, each has its own.
        var line: Int?
    }

    private enum Found {
        case placed(WorkspaceMistake)
        /// One whose line is looked up with those of the others: each by itself would be a pass over the file.
        case at(JSONPointer, message: String)
    }

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
                add(repeated: repeated.found)
                return rest
            }
            note("the file \(error.fault) (column \(error.column))", "", line: error.line)
            return nil
        }
    }

    /// All that was found so far.
    var all: [WorkspaceMistake] {
        if placed < found.count { place() }
        return found.compactMap { if case .placed(let mistake) = $0 { mistake } else { nil } }
    }

    /// Notes what was found in other files.
    func add(_ others: [WorkspaceMistake]) { found += others.map { .placed($0) } }

    func add(_ message: String, at pointer: JSONPointer) {
        guard known.insert(Note(pointer: pointer.description, message: message)).inserted else { return }
        found.append(.at(pointer, message: message))
    }

    /// Notes members whose names their objects have already, each with the byte at which its name begins.
    private func add(repeated members: [(pointer: JSONPointer, offset: Int)]) {
        var line = 1
        var counted = 0
        for (pointer, offset) in members.sorted(by: { $0.offset < $1.offset }) {
            for byte in text[counted..<offset] where byte == UInt8(ascii: "\n") { line += 1 }
            counted = offset
            note("stands here a second time; an object has each name once", pointer.description, line: line)
        }
    }

    private func note(_ message: String, _ pointer: String, line: Int) {
        guard known.insert(Note(pointer: pointer, message: message, line: line)).inserted else { return }
        found.append(.placed(WorkspaceMistake(pointer: pointer, line: line, message: message, file: file)))
    }

    /// Looks up the lines of what has none yet, in one pass over the file.
    private func place() {
        var waiting: [(index: Int, pointer: JSONPointer, message: String)] = []
        for (index, entry) in found.enumerated().dropFirst(placed) {
            if case .at(let pointer, let message) = entry { waiting.append((index, pointer, message)) }
        }
        let lines = text.withUnsafeBytes { try? JSONScanner.lines(of: waiting.map(\.pointer), in: $0) }
        for (number, entry) in waiting.enumerated() {
            let mistake = WorkspaceMistake(
                pointer: entry.pointer.description, line: lines?[number] ?? 1, message: entry.message, file: file)
            found[entry.index] = .placed(mistake)
        }
        placed = found.count
    }
}
