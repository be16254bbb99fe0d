import JSON

/// Gathers the mistakes of a workspace with their lines.
final class MistakeList {
    private let text: [UInt8]
    private(set) var all: [WorkspaceMistake] = []

    init(text: [UInt8]) {
        self.text = text
    }

    func add(_ message: String, at pointer: JSONPointer) {
        let mistake = text.withUnsafeBytes { bytes in
            let range = try? JSONScanner.range(of: pointer, in: bytes)
            let line = range.map { JSONScanner.place(of: $0.lowerBound, in: bytes).line } ?? 1
            return WorkspaceMistake(pointer: pointer.description, line: line, message: message)
        }
        if !all.contains(mistake) { all.append(mistake) }
    }

    /// Notes a member whose name its object has already; its name begins at this byte.
    func add(repeated pointer: JSONPointer, at offset: Int) {
        let line = text.withUnsafeBytes { JSONScanner.place(of: offset, in: $0).line }
        let message = "stands here a second time; an object has each name once"
        all.append(WorkspaceMistake(pointer: pointer.description, line: line, message: message))
    }
}
