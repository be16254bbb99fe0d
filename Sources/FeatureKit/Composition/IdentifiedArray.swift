import OrderedCollections
import Synchronization

/// Elements in an order, each reached by its id as fast among a million as among ten.
///
/// No id is there twice: an element whose id is known takes the known one's place.
/// An element that is taken away and comes back under its id is another one, which ``Child/forEach(_:state:shown:action:_:)``
/// relies on; a change in place leaves it the same.
public struct IdentifiedArray<Element: Identifiable> {
    /// Who is there, apart from the elements, so that a copy of it costs nothing while only elements change.
    struct Membership {
        /// A number of its own for each coming of an element, by id, in the elements' order.
        var incarnations: OrderedDictionary<Element.ID, Int> = [:]
        /// Another number whenever an element has come or gone.
        var stamp = 0
    }

    private(set) var membership = Membership()
    /// The elements, in their order.
    public private(set) var elements: [Element] = []

    /// No elements.
    public init() {}

    /// The elements of a sequence, in its order; of two with one id the later takes the earlier's place.
    public init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    /// The ids, in the elements' order.
    public var ids: [Element.ID] { membership.incarnations.keys.elements }

    /// The place of an element; nil if it is not there.
    public func index(id: Element.ID) -> Int? { membership.incarnations.index(forKey: id) }

    /// The element with an id; nil takes it away, one that wasn't there goes last.
    ///
    /// An element that is put in the place of another MUST have its id.
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

    /// Changes an element in place; nil if it is not there.
    ///
    /// Its id MUST stay.
    @discardableResult
    public mutating func update<Result>(_ id: Element.ID, _ body: (inout Element) throws -> Result) rethrows -> Result?
    {
        guard let index = index(id: id) else { return nil }
        defer { precondition(elements[index].id == id, "an element's id never changes") }
        return try body(&elements[index])
    }

    /// Adds an element as the last, or puts it in the place of the one with its id.
    public mutating func append(_ element: Element) {
        insert(element, at: elements.count)
    }

    /// Adds an element at a place, or puts it in the place of the one with its id.
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

    /// Takes an element away.
    @discardableResult
    public mutating func remove(id: Element.ID) -> Element? {
        guard let index = index(id: id) else { return nil }
        membership.incarnations.remove(at: index)
        membership.stamp = nextIncarnation()
        return elements.remove(at: index)
    }

    /// Takes all elements away that are meant.
    public mutating func removeAll(where isMeant: (Element) throws -> Bool) rethrows {
        let gone = try elements.filter(isMeant)
        if gone.isEmpty { return }
        let ids = Set(gone.map(\.id))
        elements.removeAll { ids.contains($0.id) }
        membership.incarnations.removeAll { ids.contains($0.key) }
        membership.stamp = nextIncarnation()
    }

    /// Takes elements out and puts them together, in the order in which they stand, right before another; nil is the
    /// end.
    ///
    /// Nothing happens where the other is one of them, or is not there.
    public mutating func move(_ ids: some Sequence<Element.ID>, before other: Element.ID?) {
        let meant = Set(ids)
        if let other, meant.contains(other) || index(id: other) == nil { return }
        let moved = elements.filter { meant.contains($0.id) }
        var rest = elements.filter { !meant.contains($0.id) }
        let place = other.flatMap { other in rest.firstIndex { $0.id == other } } ?? rest.count
        rest.insert(contentsOf: moved, at: place)
        reorder(rest)
    }

    /// Puts the elements in order; equal ones stay as they stand.
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

/// Numbers every coming of an element in the process; no number is ever seen from outside.
private let incarnations = Atomic(0)

private func nextIncarnation() -> Int { incarnations.add(1, ordering: .relaxed).newValue }

extension IdentifiedArray: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many elements there are.
    public var endIndex: Int { elements.count }
    /// The element at a place.
    public subscript(index: Int) -> Element { elements[index] }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
    /// The elements as they are written.
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether the elements are equal, and stand in the same order.
    public static func == (a: Self, b: Self) -> Bool { a.elements == b.elements }
}

extension IdentifiedArray: CustomReflectable {
    /// The elements; who is there is no part of what can be compared.
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
