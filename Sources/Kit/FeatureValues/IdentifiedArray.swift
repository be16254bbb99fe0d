import OrderedCollections
import Synchronization

/// An ordered collection of elements with lookup by id in constant time.
///
/// Ids are unique: appending an element with an existing id replaces that element. An element that is removed and added
/// again under its id counts as a new element, for which `Child.forEach(_:state:shown:action:_:)` starts a new child.
/// An element that is changed in place, or replaced, keeps its identity.
///
/// ```swift
/// var rows: IdentifiedArray<Row> = []
/// rows.append(Row(id: 7))
/// rows[id: 7]?.title = "Buy milk"
/// ```
public struct IdentifiedArray<Element: Identifiable> {
    /// The identities of the elements.
    ///
    /// They are stored apart from the elements. While only elements change, a copy of the identities therefore shares
    /// their storage.
    package struct Membership {
        /// The number of each element's insertion, by the id of the element, in the order of the elements.
        ///
        /// No two insertions have the same number.
        package var incarnations: OrderedDictionary<Element.ID, Int> = [:]
        /// A number that changes whenever an element is added or removed.
        package var stamp = 0
    }

    package private(set) var membership = Membership()
    /// The elements, in their order.
    public private(set) var elements: [Element] = []

    /// Makes an empty array.
    public init() {}

    /// Makes an array of the elements of a sequence, in its order; a later element replaces an earlier one with the
    /// same id.
    public init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    /// The ids, in the elements' order.
    public var ids: [Element.ID] { membership.incarnations.keys.elements }

    /// The index of the element with this id; nil if there is none.
    public func index(id: Element.ID) -> Int? { membership.incarnations.index(forKey: id) }

    /// The element with this id.
    ///
    /// Setting an element replaces the element with this id. If there is none, the new element is appended.
    ///
    /// Setting nil removes the element.
    ///
    /// The new element MUST have this id.
    public subscript(id id: Element.ID) -> Element? {
        get { index(id: id).map { elements[$0] } }
        set {
            guard let newValue else {
                remove(id: id)
                return
            }
            precondition(newValue.id == id, "an element is kept under its own id")
            append(newValue)
        }
    }

    /// Changes the element with this id in place; returns nil if there is no such element.
    ///
    /// The change MUST keep the element's id.
    @discardableResult
    public mutating func update<Result>(_ id: Element.ID, _ body: (inout Element) throws -> Result) rethrows -> Result?
    {
        guard let index = index(id: id) else { return nil }
        defer { precondition(elements[index].id == id, "an element's id never changes") }
        return try body(&elements[index])
    }

    /// Appends an element, or replaces the element with the same id.
    public mutating func append(_ element: Element) {
        insert(element, at: elements.count)
    }

    /// Inserts an element at an index, or replaces the element with the same id.
    public mutating func insert(_ element: Element, at place: Int) {
        if let index = index(id: element.id) {
            elements[index] = element
            return
        }
        elements.insert(element, at: place)
        let incarnation = nextIncarnation()
        membership.incarnations.updateValue(incarnation, forKey: element.id, insertingAt: place)
        membership.stamp = incarnation
    }

    /// Removes the element with this id and returns it; returns nil if there is none.
    @discardableResult
    public mutating func remove(id: Element.ID) -> Element? {
        guard let index = index(id: id) else { return nil }
        membership.incarnations.remove(at: index)
        membership.stamp = nextIncarnation()
        return elements.remove(at: index)
    }

    /// Removes all elements that satisfy a predicate.
    public mutating func removeAll(where isMeant: (Element) throws -> Bool) rethrows {
        let gone = try elements.filter(isMeant)
        if gone.isEmpty { return }
        let ids = Set(gone.map(\.id))
        elements.removeAll { ids.contains($0.id) }
        membership.incarnations.removeAll { ids.contains($0.key) }
        membership.stamp = nextIncarnation()
    }

    /// Moves elements together, in their current order, to the position before the element `other`.
    ///
    /// If `other` is nil, the elements are moved to the end. The function does nothing if `other` is one of the moved
    /// elements, or doesn't exist.
    public mutating func move(_ ids: some Sequence<Element.ID>, before other: Element.ID?) {
        let meant = Set(ids)
        if let other, meant.contains(other) || index(id: other) == nil { return }
        let moved = elements.filter { meant.contains($0.id) }
        var rest = elements.filter { !meant.contains($0.id) }
        let place = other.flatMap { other in rest.firstIndex { $0.id == other } } ?? rest.count
        rest.insert(contentsOf: moved, at: place)
        reorder(rest)
    }

    /// Sorts the elements; the sort is stable.
    public mutating func sort(by isBefore: (Element, Element) throws -> Bool) rethrows {
        reorder(try elements.sorted(by: isBefore))
    }

    private mutating func reorder(_ elements: [Element]) {
        let old = membership.incarnations
        self.elements = elements
        membership.incarnations = OrderedDictionary(
            uniqueKeysWithValues: elements.map { ($0.id, old[$0.id] ?? 0) })
    }
}

/// The counter for insertion numbers, which are unique in this process.
///
/// No client ever receives them.
private let incarnations = Atomic(0)

private func nextIncarnation() -> Int { incarnations.add(1, ordering: .relaxed).newValue }

extension IdentifiedArray: RandomAccessCollection {
    /// The index of the first element: 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { elements.count }
    /// The element at an index.
    public subscript(index: Int) -> Element { elements[index] }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
    /// Makes an array of the elements of a literal.
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}

extension IdentifiedArray: Equatable where Element: Equatable {
    /// True if the elements are equal and in the same order.
    public static func == (a: Self, b: Self) -> Bool { a.elements == b.elements }
}

extension IdentifiedArray: CustomReflectable {
    /// A mirror of the elements; like `==`, it ignores the numbers of the insertions.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}

extension IdentifiedArray.Membership: Sendable where Element.ID: Sendable {}
extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

extension IdentifiedArray: Encodable where Element: Encodable {
    /// Writes the elements as an array.
    public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
    /// Reads an array of elements.
    public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}
