/// An array in pages, which its copies share until they change.
///
/// A change of a shared array copies one page and the list of pages; a change of an array that is not shared copies
/// nothing.
struct PagedArray<Element: Sendable>: Sendable {
    private var pages: [[Element]] = []
    private(set) var count = 0
    private let shift: Int

    /// - Parameter shift: the binary logarithm of a page's length.
    init(shift: Int) {
        self.shift = shift
    }

    subscript(index: Int) -> Element {
        @inline(__always)
        get { pages[index &>> shift][index & (1 &<< shift &- 1)] }
        @inline(__always)
        _modify { yield &pages[index &>> shift][index & (1 &<< shift &- 1)] }
    }

    mutating func append(_ element: Element) {
        if count & (1 &<< shift &- 1) == 0 {
            var page: [Element] = []
            // The first page grows with its elements, so that a short array is small.
            if !pages.isEmpty { page.reserveCapacity(1 &<< shift) }
            pages.append(page)
        }
        pages[count &>> shift].append(element)
        count &+= 1
    }

    /// Of each page that both have, whether it is one that they share.
    func sharedPages(with other: PagedArray) -> [Bool] {
        zip(pages, other.pages).map { $0.isShared(with: $1) }
    }

    /// Gives what both have at the same index, from pages that they do not share.
    @inline(__always)
    func forEachPair(with other: PagedArray, _ body: (_ index: Int, _ element: Element, _ other: Element) -> Void) {
        for number in 0..<Swift.min(pages.count, other.pages.count) {
            if pages[number].isShared(with: other.pages[number]) { continue }
            pages[number].withUnsafeBufferPointer { page in
                other.pages[number].withUnsafeBufferPointer { otherPage in
                    for place in 0..<Swift.min(page.count, otherPage.count) {
                        body(number &<< shift &+ place, page[place], otherPage[place])
                    }
                }
            }
        }
    }

    /// Makes the array so long, with the same element in all new places.
    mutating func extend(to length: Int, with element: Element) {
        while count < length { append(element) }
    }
}

extension Array {
    /// Whether both have the same elements because they have the same memory.
    func isShared(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.count == $0.count && own.baseAddress == $0.baseAddress }
        }
    }
}
