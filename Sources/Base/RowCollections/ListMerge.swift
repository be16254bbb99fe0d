/// The three-way merge of lists.
///
/// It combines the additions, changes and removals of two users since a common base.
///
/// Elements are matched by identity, and elements without an identity by keys for comparison (`looks`). An element
/// without an identity that is replaced in place counts as changed.
public struct ListMerge<Element> {
    /// The outcome of merging an element.
    public enum Outcome {
        /// The element stays, with this value.
        case kept(Element)
        /// At least one side has removed the element, and no side has changed it.
        case removed
        /// Both sides have changed the element in contradicting ways.
        case contradiction
    }

    /// An element of the merged list.
    public struct Merged {
        /// The merged element.
        public var value: Element
        /// The index of the element in the list `mine`; nil if the element is only in `theirs`.
        public var mine: Int?
        /// The index of the element in the list `theirs`; nil if the element is only in `mine`.
        public var theirs: Int?
    }

    let identity: (Element) -> String?
    let looks: [(Element) -> String?]
    let place: ((Element) -> Int?)?
    let merging: (Element?, Element?, Element?) -> Outcome

    /// Makes a merge.
    ///
    /// - Parameters:
    ///   - identity: returns the identity of an element, which no change affects; nil for an element without an
    ///     identity.
    ///   - looks: functions that return a key for comparing elements without an identity. They are tried one after the
    ///     other.
    ///   - place: returns the index in the list `base` that corresponds to an element of the list `mine`; nil if the
    ///     caller doesn't know it.
    ///   - merging: merges the versions of one element in `base`, `mine` and `theirs`; a version is nil if its list
    ///     does not contain the element.
    public init(
        identity: @escaping (Element) -> String?, looks: [(Element) -> String?],
        place: ((Element) -> Int?)? = nil,
        merging: @escaping (_ base: Element?, _ mine: Element?, _ theirs: Element?) -> Outcome
    ) {
        self.identity = identity
        self.looks = looks
        self.place = place
        self.merging = merging
    }

    /// Merges lists.
    ///
    /// - Parameters:
    ///   - base: the common base of both lists.
    ///   - mine: the list of one side. Its order is used if this side has moved elements.
    ///   - theirs: the list of the other side. Its order is used if `mine` has no moved elements.
    /// - Returns: the merged list; nil if the sides contradict each other.
    public func merged(base: [Element], mine: [Element], theirs: [Element]) -> [Merged]? {
        let ofMine = Matching(self, base, mine, at: place)
        let ofTheirs = Matching(self, base, theirs)
        var kept: [Merged] = []
        for place in base.indices {
            let own = ofMine.places[place]
            let other = ofTheirs.places[place]
            switch merging(base[place], own.map { mine[$0] }, other.map { theirs[$0] }) {
            case .kept(let value): kept.append(Merged(value: value, mine: own, theirs: other))
            case .removed: break
            case .contradiction: return nil
            }
        }
        let own = ofMine.added.map { (place: $0, value: mine[$0]) }
        guard let added = added(own, ofTheirs.added.map { (place: $0, value: theirs[$0]) }) else { return nil }
        return Self.ordered(kept + added, isMovedByMe: ofMine.isMoved)
    }

    /// Returns, for each element of `base`, its index in `other`, a list derived from `base`; nil for a removed
    /// element.
    public func places(of base: [Element], in other: [Element]) -> [Int?] { Matching(self, base, other).places }

    /// The elements that either side has added; nil if both have added contradicting elements with the same identity.
    private func added(
        _ own: [(place: Int, value: Element)], _ others: [(place: Int, value: Element)]
    ) -> [Merged]? {
        var rest = others
        var merged: [Merged] = []
        for (place, value) in own {
            let key = identity(value)
            guard let key, let twin = rest.firstIndex(where: { identity($0.value) == key }) else {
                merged.append(Merged(value: value, mine: place))
                continue
            }
            let other = rest.remove(at: twin)
            guard case .kept(let value) = merging(nil, value, other.value) else { return nil }
            merged.append(Merged(value: value, mine: place, theirs: other.place))
        }
        return merged + rest.map { Merged(value: $0.value, theirs: $0.place) }
    }

    /// Orders the merged elements as in `mine` if `isMovedByMe` is true, and otherwise as in `theirs`.
    ///
    /// An element that is only in the other list follows the nearest of the elements that precede it there.
    private static func ordered(_ elements: [Merged], isMovedByMe: Bool) -> [Merged] {
        let main: (Merged) -> Int? = isMovedByMe ? { $0.mine } : { $0.theirs }
        let side: (Merged) -> Int? = isMovedByMe ? { $0.theirs } : { $0.mine }
        var ordered = elements.filter { main($0) != nil }.sorted { main($0)! < main($1)! }
        for element in elements.filter({ main($0) == nil }).sorted(by: { side($0)! < side($1)! }) {
            let own = side(element)!
            let places = ordered.compactMap(side)
            let index: Int?
            if let before = places.filter({ $0 < own }).max() {
                index = ordered.firstIndex { side($0) == before }.map { $0 + 1 }
            } else if own == 0 {
                index = 0
            } else {
                // All elements that precede this one on its side were removed.
                let behind = places.filter { $0 > own }.min()
                index = behind.flatMap { behind in ordered.firstIndex { side($0) == behind } }
            }
            ordered.insert(element, at: index ?? ordered.count)
        }
        return ordered
    }
}

/// The correspondence between the elements of a list (the base) and the elements of a list derived from it.
private struct Matching<Element> {
    /// The index in the other list, by index in the base; nil for a removed element.
    private(set) var places: [Int?]
    /// The indices in the other list of the elements that the base does not contain.
    private(set) var added: [Int] = []
    /// True if the order of the common elements in the other list differs from that in the base.
    private(set) var isMoved = false
    /// The index in the base, by index in the other list; nil for an added element.
    private var origins: [Int?]

    /// Matches two lists.
    ///
    /// - Parameter place: returns the index in the base that corresponds to an element of the other list; nil if the
    ///   caller doesn't know it.
    init(_ merge: ListMerge<Element>, _ base: [Element], _ other: [Element], at place: ((Element) -> Int?)? = nil) {
        places = Array(repeating: nil, count: base.count)
        origins = Array(repeating: nil, count: other.count)
        if let place {
            for (index, element) in other.enumerated() {
                if let origin = place(element), base.indices.contains(origin), places[origin] == nil {
                    pair(origin, index)
                }
            }
        }
        match(base, other, by: merge.identity, merge.identity)
        for look in merge.looks {
            match(base, other, by: { merge.identity($0) == nil ? look($0) : nil }, look)
        }
        let matched = origins.compactMap(\.self)
        isMoved = zip(matched, matched.dropFirst()).contains { $0 > $1 }
        if place == nil, !isMoved { pairChanged(merge, base, other) }
        added = origins.indices.filter { origins[$0] == nil }
    }

    private mutating func pair(_ origin: Int, _ index: Int) {
        places[origin] = index
        origins[index] = origin
    }

    /// Pairs the unpaired elements with equal keys, in order.
    private mutating func match(
        _ base: [Element], _ other: [Element], by key: (Element) -> String?, _ otherKey: (Element) -> String?
    ) {
        var open: [String: [Int]] = [:]
        for origin in base.indices.reversed() where places[origin] == nil {
            if let key = key(base[origin]) { open[key, default: []].append(origin) }
        }
        if open.isEmpty { return }
        for index in other.indices where origins[index] == nil {
            if let key = otherKey(other[index]), let origin = open[key]?.popLast() { pair(origin, index) }
        }
    }

    /// Pairs elements that count as changed in place.
    ///
    /// These are the unpaired elements between two paired elements, if they have no identity, and if both lists have
    /// the same number of such elements at this place.
    private mutating func pairChanged(_ merge: ListMerge<Element>, _ base: [Element], _ other: [Element]) {
        var start = (base: 0, other: 0)
        for end in base.indices.filter({ places[$0] != nil }) + [base.count] {
            let stop = end < base.count ? places[end]! : other.count
            let gone = start.base..<end
            let new = start.other..<stop
            let isChange =
                gone.count == new.count && gone.allSatisfy { merge.identity(base[$0]) == nil }
                && new.allSatisfy { merge.identity(other[$0]) == nil }
            if isChange { for (origin, index) in zip(gone, new) { pair(origin, index) } }
            start = (end + 1, stop + 1)
        }
    }
}
