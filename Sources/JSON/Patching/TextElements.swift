/// The elements of an array in a text.
struct TextElements {
    private static let names = [Array(#""id""#.utf8), Array(#""key""#.utf8)]

    /// What tells them apart: the bytes of the member `id` of each, or else of `key`; nil where one has neither.
    let ids: [[UInt8]]?

    init(_ elements: [OutlineReader.Part], in bytes: UnsafeRawBufferPointer) {
        var ids: [[UInt8]] = []
        ids.reserveCapacity(elements.count)
        for element in elements {
            guard let id = Self.id(of: element, in: bytes) else {
                self.ids = nil
                return
            }
            ids.append(id)
        }
        self.ids = ids
    }

    private static func id(of element: OutlineReader.Part, in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard bytes[element.range.lowerBound] == UInt8(ascii: "{") else { return nil }
        var reader = OutlineReader(bytes, at: element)
        reader.enter()
        var found: (rank: Int, value: Range<Int>)?
        while reader.step() {
            let key = reader.takeKey()
            let value = reader.takeValue()
            guard let rank = names.firstIndex(where: { bytes[key].elementsEqual($0) }) else { continue }
            if rank == 0 { return Array(bytes[value.range]) }
            found = found ?? (rank, value.range)
        }
        // An id is no other element's key.
        return found.map { Array(bytes[$0.value]) + [0] }
    }
}
