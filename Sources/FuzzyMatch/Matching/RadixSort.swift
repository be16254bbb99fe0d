extension Array {
    /// Sorts by a number; what has the same number stays in its order.
    ///
    /// It is a radix sort from the lowest byte on, which passes over bytes that are the same everywhere.
    mutating func radixSort(by number: (Element) -> UInt64) {
        var all = UInt64(0)
        var common = ~UInt64(0)
        for element in self {
            all |= number(element)
            common &= number(element)
        }
        var other = self
        for shift in stride(from: UInt64(0), to: 64, by: 8) where (all & ~common) >> shift & 0xFF != 0 {
            other.place(self) { Int(number($0) >> shift & 0xFF) }
            swap(&self, &other)
        }
    }

    /// Takes over the elements of another array of this length, in the order of a byte of theirs.
    private mutating func place(_ elements: [Element], by byte: (Element) -> Int) {
        var places = [Int](repeating: 0, count: 257)
        for element in elements { places[byte(element) + 1] += 1 }
        for byte in 1..<257 { places[byte] += places[byte - 1] }
        for element in elements {
            let byte = byte(element)
            self[places[byte]] = element
            places[byte] += 1
        }
    }
}
