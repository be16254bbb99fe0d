/// Finds the members that a query is about in the text of a row.
struct MemberReader {
    private var keys: [[UInt8]] = []
    /// The last row's values in the order of the keys; they lie in the row's text.
    private(set) var values: [MemberScan.Value] = []

    /// Where the member of a key will stand in ``values``.
    mutating func slot(of key: String) -> Int {
        let bytes = Array(key.utf8)
        if let slot = keys.firstIndex(of: bytes) { return slot }
        keys.append(bytes)
        values.append(MemberScan.Value())
        return keys.count - 1
    }

    /// Reads the members of a row, whose text must stay where it is as long as ``values`` are used.
    mutating func read(_ row: UnsafeBufferPointer<UInt8>) {
        var missing = keys.count
        for slot in 0..<missing { values[slot] = MemberScan.Value() }
        guard missing > 0, var scan = MemberScan(row) else { return }
        while missing > 0, let (key, value) = scan.takeMember() {
            for slot in keys.indices where keys[slot].withUnsafeBufferPointer(key.says) {
                values[slot] = value
                missing -= 1
            }
        }
    }
}
