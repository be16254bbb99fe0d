/// A field of ASCII, where it lies.
struct ASCIIText: FieldText {
    /// Eight bytes more can be read behind the text.
    let bytes: UnsafeBufferPointer<UInt8>
    let foldsCase: Bool
    /// The class of each ASCII character.
    let classes: UnsafeBufferPointer<CharacterClass>

    var count: Int { bytes.count }

    func places(of unit: UInt32, from start: Int) -> Places {
        Places(bytes, unit: UInt8(truncatingIfNeeded: unit), ignored: ignored(unit), from: start)
    }

    func has(_ unit: UInt32, at position: Int) -> Bool {
        UInt32(bytes[position] | ignored(unit)) == unit
    }

    func characterClass(at position: Int) -> CharacterClass {
        classes[Int(bytes[position])]
    }

    /// The bit that tells a lower-case letter from its upper case; of other characters none is ignored.
    private func ignored(_ unit: UInt32) -> UInt8 {
        foldsCase && (0x61...0x7A).contains(unit) ? 0x20 : 0
    }
}

extension ASCIIText {
    /// Finds a byte, eight at a time.
    struct Places: IteratorProtocol {
        private let bytes: UnsafeBufferPointer<UInt8>
        private let wanted: UInt64
        private let ignored: UInt64
        /// Where the eight bytes begin.
        private var start: Int
        /// The top bit of each of them where the byte stands that is still to be told.
        private var found: UInt64 = 0

        private static let ones: UInt64 = 0x0101_0101_0101_0101

        init(_ bytes: UnsafeBufferPointer<UInt8>, unit: UInt8, ignored: UInt8, from start: Int) {
            self.bytes = bytes
            self.wanted = Self.ones &* UInt64(unit)
            self.ignored = Self.ones &* UInt64(ignored)
            self.start = start
            search()
        }

        mutating func next() -> Int? {
            while found == 0 {
                start += 8
                guard start < bytes.count else { return nil }
                search()
            }
            let position = start + found.trailingZeroBitCount >> 3
            found &= found - 1
            return position < bytes.count ? position : nil
        }

        private mutating func search() {
            guard start < bytes.count, let base = UnsafeRawPointer(bytes.baseAddress) else { return }
            let word = (base + start).loadUnaligned(as: UInt64.self).littleEndian
            let difference = (word | ignored) ^ wanted
            let low = Self.ones &* 0x7F
            // Adding carries into the top bit from every byte but zero, and into no other byte.
            found = ~(((difference & low) &+ low) | difference | low)
        }
    }
}
