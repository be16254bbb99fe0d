import FHJSON

/// Collects the diagnostics of a workspace file or a plugin manifest, with their line numbers.
package final class MistakeList {
    private let text: [UInt8]
    private let file: String?
    /// The diagnostics, in the order in which they were added.
    private var found: [Found] = []
    private var known: Set<Note> = []
    /// The places at which diagnostics of generated values are reported, by the places of the generated values.
    private var origins: [[String]: [String]] = [:]
    /// The number of entries at the start of ``found`` whose lines are resolved.
    private var placed = 0

    /// The identity of a diagnostic, by which duplicates are dropped.
    private struct Note: Hashable {
        let pointer: String
        let message: String
        /// The line; nil if the pointer alone identifies the location.
        ///
        /// Repeated members have the same pointer and different lines.
        var line: Int?
    }

    private enum Found {
        case placed(WorkspaceMistake)
        /// A diagnostic whose line is not resolved yet.
        ///
        /// The lines of all diagnostics are resolved in one pass over the file.
        case at(JSONPointer, message: String)
    }

    /// Creates an empty list for a file.
    ///
    /// - Parameters:
    ///   - text: the content of the file, in UTF-8 without a byte order mark.
    ///   - file: the path of a manifest; nil for the workspace itself.
    package init(text: [UInt8], file: String? = nil) {
        self.text = text
        self.file = file
    }

    /// Parses the file.
    ///
    /// If a member occurs repeatedly in an object, the later occurrences are reported and otherwise ignored.
    ///
    /// - Returns: the document; nil if the file is not JSON. In that case an error is reported.
    package func document() -> JSONValue? {
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

    /// All diagnostics so far, with their lines.
    package var all: [WorkspaceMistake] {
        if placed < found.count { place() }
        return found.compactMap { if case .placed(let mistake) = $0 { mistake } else { nil } }
    }

    /// Adds the diagnostics of other files.
    package func add(_ others: [WorkspaceMistake]) { found += others.map { .placed($0) } }

    /// Reports the diagnostics of a generated value at the value from which it was generated.
    package func redirect(_ generated: JSONPointer, to origin: JSONPointer) {
        origins[generated.tokens] = origin.tokens
    }

    /// The place at which a diagnostic is reported.
    private func origin(of pointer: JSONPointer) -> JSONPointer {
        if origins.isEmpty { return pointer }
        var generated = pointer.tokens
        var rest: [String] = []
        while true {
            if let origin = origins[generated] { return JSONPointer(origin + rest.reversed()) }
            guard let last = generated.popLast() else { return pointer }
            rest.append(last)
        }
    }

    package func add(_ message: String, at place: JSONPointer) {
        let pointer = origin(of: place)
        guard known.insert(Note(pointer: pointer.description, message: message)).inserted else { return }
        found.append(.at(pointer, message: message))
    }

    /// Reports repeated members of objects, each with the byte offset of its name.
    private func add(repeated members: [(pointer: JSONPointer, offset: Int)]) {
        var line = 1
        var counted = 0
        for (pointer, offset) in members.sorted(by: { $0.offset < $1.offset }) {
            for byte in text[counted..<offset] where byte == UInt8(ascii: "\n") { line += 1 }
            counted = offset
            note("is repeated; the names in an object must differ", pointer.description, line: line)
        }
    }

    private func note(_ message: String, _ pointer: String, line: Int) {
        guard known.insert(Note(pointer: pointer, message: message, line: line)).inserted else { return }
        found.append(.placed(WorkspaceMistake(pointer: pointer, line: line, message: message, file: file)))
    }

    /// Resolves the lines of all new diagnostics, in one pass over the file.
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
