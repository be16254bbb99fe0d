/// Where each unit of a fuzzy term may lie in a field: behind a place of the unit before it, and before one of the next.
///
/// It is memory that is used again for each field.
struct PlaceTable: ~Copyable {
    private var storage = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 64)
    private var wordCount = 0

    deinit {
        storage.deallocate()
    }

    /// Finds all places; false if the units don't lie in the text in their order.
    mutating func fill(_ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText) -> Bool {
        guard fill(units, text, behind: -1) else { return false }
        trim(units.count)
        return true
    }

    /// Finds the places of units behind a place; some of them may lie before none of the next unit.
    mutating func fill(_ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText, behind place: Int) -> Bool {
        wordCount = text.wordCount
        reserve(units.count * wordCount)
        return text.fill(storage, units, from: place + 1)
    }

    /// The places of a unit, ascending, until the table is filled again.
    func places(_ row: Int) -> Places {
        Places(words: UnsafeBufferPointer(rebasing: storage[row * wordCount..<(row + 1) * wordCount]))
    }

    /// Whether some place of a unit lies right behind one of the unit before.
    func isRun(_ row: Int) -> Bool {
        var carry: UInt64 = 0
        for word in 0..<wordCount {
            let before = storage[(row - 1) * wordCount + word]
            if (before << 1 | carry) & storage[row * wordCount + word] != 0 { return true }
            carry = before >> 63
        }
        return false
    }

    /// Takes away what doesn't lie before the last place of the next unit.
    private func trim(_ count: Int) {
        // As a constant of its own: the thread sanitizer's compiler fails at a property that is changed in place here.
        let table = storage
        for row in stride(from: count - 2, through: 0, by: -1) {
            var word = wordCount - 1
            while table[(row + 1) * wordCount + word] == 0 {
                table[row * wordCount + word] = 0
                word -= 1
            }
            let last = 63 - table[(row + 1) * wordCount + word].leadingZeroBitCount
            table[row * wordCount + word] &= (1 << UInt64(last)) - 1
        }
    }

    private mutating func reserve(_ count: Int) {
        if storage.count >= count { return }
        storage.deallocate()
        storage = .allocate(capacity: count)
    }
}

extension PlaceTable {
    /// Goes through the places of a unit.
    struct Places: IteratorProtocol {
        private let words: UnsafeBufferPointer<UInt64>
        private var word = 0
        private var places: UInt64

        init(words: UnsafeBufferPointer<UInt64>) {
            self.words = words
            places = words[0]
        }

        mutating func next() -> Int? {
            while places == 0 {
                word &+= 1
                guard word < words.count else { return nil }
                places = words[word]
            }
            defer { places &= places &- 1 }
            return word << 6 | places.trailingZeroBitCount
        }
    }
}
