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
        zip(pages, other.pages).map { page, otherPage in
            page.withUnsafeBufferPointer { page in
                otherPage.withUnsafeBufferPointer { page.count == $0.count && page.baseAddress == $0.baseAddress }
            }
        }
    }

    /// Makes the array so long, with the same element in all new places.
    mutating func extend(to length: Int, with element: Element) {
        while count < length { append(element) }
    }
}
