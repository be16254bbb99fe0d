extension Array {
    /// Sorts by a number, in ascending order and stably.
    ///
    /// It is a radix sort that begins with the lowest byte. It skips bytes that are the same in all numbers.
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

    /// Fills this array with the elements of another array of the same length, sorted by one byte.
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
