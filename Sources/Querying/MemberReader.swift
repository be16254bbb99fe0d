/// Finds the members that a query is about in the text of a row.
struct MemberReader {
    private(set) var keys: [[UInt8]] = []
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
        for slot in values.indices { values[slot] = MemberScan.Value() }
        var missing = keys.count
        var scan = MemberScan(row)
        while missing > 0, let (key, value) = scan.next() {
            for slot in keys.indices where key.equals(keys[slot]) {
                values[slot] = value
                missing -= 1
            }
        }
    }
}
