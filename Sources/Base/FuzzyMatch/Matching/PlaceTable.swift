/// The possible positions of a fuzzy term's units in a field.
///
/// A possible position is after a position of the preceding unit, and before a position of the next unit.
///
/// The storage of the table is reused for each field.
struct PlaceTable: ~Copyable {
    private var storage = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 64)
    private var wordCount = 0

    deinit {
        storage.deallocate()
    }

    /// Finds all possible positions of the units in a text.
    ///
    /// Returns false if the units don't occur in the text in this order.
    mutating func fill(_ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText) -> Bool {
        guard fill(units, text, behind: -1) else { return false }
        trim(units.count)
        return true
    }

    /// Finds the positions of the units after `place`; returns false if the units don't occur there in this order.
    ///
    /// After some of these positions there may be no position of the next unit.
    mutating func fill(_ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText, behind place: Int) -> Bool {
        wordCount = text.wordCount
        reserve(units.count * wordCount)
        return text.fill(storage, units, from: place + 1)
    }

    /// Returns the positions of a unit in ascending order, which are valid until the table is filled again.
    func places(_ row: Int) -> Places {
        Places(words: UnsafeBufferPointer(rebasing: storage[row * wordCount..<(row + 1) * wordCount]))
    }

    /// True if a position of a unit directly follows a position of the preceding unit.
    func isRun(_ row: Int) -> Bool {
        var carry: UInt64 = 0
        for word in 0..<wordCount {
            let before = storage[(row - 1) * wordCount + word]
            if (before << 1 | carry) & storage[row * wordCount + word] != 0 { return true }
            carry = before >> 63
        }
        return false
    }

    /// Removes each position after which there is no position of the next unit.
    private func trim(_ count: Int) {
        // A local constant is needed, because with the thread sanitizer the compiler crashes if the property is changed
        // in place here.
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
