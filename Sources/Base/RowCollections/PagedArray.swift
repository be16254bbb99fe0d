/// An array in pages.
///
/// Copies of an array share a page until one of them changes the page.
///
/// Changing a shared array copies one page and the list of pages. Changing an unshared array copies nothing.
package struct PagedArray<Element: Sendable>: Sendable {
    private var pages: [[Element]] = []
    package private(set) var count = 0
    private let shift: Int

    /// Makes an empty array.
    ///
    /// - Parameter shift: the binary logarithm of the page length.
    package init(shift: Int) {
        self.shift = shift
    }

    package subscript(index: Int) -> Element {
        @inline(__always)
        get { pages[index &>> shift][index & (1 &<< shift &- 1)] }
        @inline(__always)
        _modify { yield &pages[index &>> shift][index & (1 &<< shift &- 1)] }
    }

    /// Appends an element.
    package mutating func append(_ element: Element) {
        if count & (1 &<< shift &- 1) == 0 {
            var page: [Element] = []
            // The first page grows with its elements, so that a short array is small.
            if !pages.isEmpty { page.reserveCapacity(1 &<< shift) }
            pages.append(page)
        }
        pages[count &>> shift].append(element)
        count &+= 1
    }

    /// True if both arrays share their storage, so that their elements are equal.
    ///
    /// Equal arrays with separate storage give false.
    func isShared(with other: PagedArray) -> Bool { count == other.count && isSameStorage(pages, other.pages) }

    /// Calls `body` for each page that the arrays do not share, up to the length of the shorter array.
    ///
    /// - Parameter body: receives the index of the page's first element, and the page of each array. It returns true to
    ///   continue.
    /// - Returns: false if `body` has returned false.
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

    /// Extends the array to a length with copies of an element.
    mutating func extend(to length: Int, with element: Element) {
        while count < length { append(element) }
    }
}

/// True if two arrays share their storage, so that their elements are equal.
@inline(__always)
func isSameStorage<Element>(_ a: [Element], _ b: [Element]) -> Bool {
    a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { a.count == $0.count && a.baseAddress == $0.baseAddress }
    }
}
