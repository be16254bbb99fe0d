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

    /// Whether both are known to be the same: copies of which neither was changed.
    func isShared(with other: PagedArray) -> Bool { count == other.count && isSameStorage(pages, other.pages) }

    /// Comes to the elements of pages that are not shared, in both arrays, as far as both go.
    ///
    /// - Parameter body: gets the number of the first one, and says whether to go on.
    /// - Returns: whether all were come to.
    @inline(__always)
    func forEachPage(
        notSharedWith other: PagedArray,
        _ body: (_ first: Int, _ page: UnsafeBufferPointer<Element>, _ other: UnsafeBufferPointer<Element>) -> Bool
    ) -> Bool {
        for number in 0..<min(pages.count, other.pages.count) where !isSameStorage(pages[number], other.pages[number]) {
            let goesOn = pages[number].withUnsafeBufferPointer { page in
                other.pages[number].withUnsafeBufferPointer { otherPage in
                    let count = min(page.count, otherPage.count)
                    return body(
                        number &<< shift, UnsafeBufferPointer(rebasing: page[..<count]),
                        UnsafeBufferPointer(rebasing: otherPage[..<count]))
                }
            }
            if !goesOn { return false }
        }
        return true
    }

    /// Makes the array so long, with the same element in all new places.
    mutating func extend(to length: Int, with element: Element) {
        while count < length { append(element) }
    }
}

/// Whether two arrays are copies of which neither was changed.
@inline(__always)
func isSameStorage<Element>(_ a: [Element], _ b: [Element]) -> Bool {
    a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { a.count == $0.count && a.baseAddress == $0.baseAddress }
    }
}
