import FHJSON

/// Reads selected members from the JSON text of a row, without parsing the other members.
package struct MemberReader {
    /// The path of a member, or of a value nested in it.
    private struct Path: Equatable {
        let key: [UInt8]
        /// The keys and indices from the member to the value.
        let inner: [[UInt8]]

        /// Parses a key or a JSON Pointer.
        ///
        /// - Parameter text: The key of a member, or a JSON Pointer if it begins with `/`.
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
    /// The values of the row that was read last, in the order of the paths.
    ///
    /// The values refer to bytes in the row's text.
    package private(set) var values: [ScannedValue] = []

    package init() {}

    /// Returns the index in ``values`` for a key or JSON Pointer, which is added if it is new.
    package mutating func slot(of key: String) -> Int {
        let path = Path(key)
        if let slot = paths.firstIndex(of: path) { return slot }
        paths.append(path)
        values.append(ScannedValue())
        return paths.count - 1
    }

    /// Reads the members of a row.
    ///
    /// The row's text must stay valid while ``values`` are used.
    package mutating func read(_ row: UnsafeBufferPointer<UInt8>) {
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
