/// The identity of an array element, independent of its position.
///
/// It is the element's member `id` or, if there is none, its member `key`.
struct ElementID: Hashable {
    private static let id: StaticString = #""id""#
    private static let key: StaticString = #""key""#

    private let value: BytesKey
    /// True for the value of `key`, which never equals the value of an `id`.
    private let isKey: Bool

    /// Reads the id of the element that begins at the reader's position; nil if the element has none.
    init?(_ reader: OutlineReader) {
        guard reader.byte == UInt8(ascii: "{") else { return nil }
        var reader = reader
        reader.enter()
        var key: Range<Int>?
        while reader.step() {
            let name = reader.takeKey()
            let value = reader.takeValue()
            if reader.has(Self.id, at: name) {
                self.value = BytesKey(value.range, in: reader.bytes)
                isKey = false
                return
            }
            if key == nil, reader.has(Self.key, at: name) { key = value.range }
        }
        guard let key else { return nil }
        value = BytesKey(key, in: reader.bytes)
        isKey = true
    }
}

extension OutlineReader {
    /// True if the bytes in a range equal a text.
    fileprivate func has(_ text: StaticString, at range: Range<Int>) -> Bool {
        range.count == text.utf8CodeUnitCount
            && bytes[range].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
