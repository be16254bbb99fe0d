import JSON

/// Finds the members that a query is about in the text of a row.
struct MemberReader {
    /// A member of a row, or what lies deeper in it.
    private struct Path: Equatable {
        let key: [UInt8]
        /// Where the value is within the member: keys and indices.
        let inner: [[UInt8]]

        /// - Parameter text: the key of a member, or a JSON Pointer where it begins with `/`.
        init(_ text: String) {
            guard text.hasPrefix("/"), let tokens = try? JSONPointer(parsing: text).tokens, let first = tokens.first
            else {
                key = Array(text.utf8)
                inner = []
                return
            }
            key = Array(first.utf8)
            inner = tokens.dropFirst().map { Array($0.utf8) }
        }
    }

    private var paths: [Path] = []
    /// The last row's values in the order of the paths; they lie in the row's text.
    private(set) var values: [ScannedValue] = []

    /// The place in ``values`` of the member of a key, or of what a JSON Pointer leads to.
    mutating func slot(of key: String) -> Int {
        let path = Path(key)
        if let slot = paths.firstIndex(of: path) { return slot }
        paths.append(path)
        values.append(ScannedValue())
        return paths.count - 1
    }

    /// Reads the members of a row, whose text must stay where it is as long as ``values`` are used.
    mutating func read(_ row: UnsafeBufferPointer<UInt8>) {
        var missing = paths.count
        for slot in 0..<missing { values[slot] = ScannedValue() }
        guard missing > 0, var scan = MemberScan(row) else { return }
        while missing > 0, let (key, value) = scan.takeMember() {
            for slot in paths.indices where paths[slot].key.withUnsafeBufferPointer(key.says) {
                values[slot] = paths[slot].inner.isEmpty ? value : value.value(at: paths[slot].inner)
                missing -= 1
            }
        }
    }
}
