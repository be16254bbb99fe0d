import JSON

/// The three-way merge of arrays, item by item: what two users have added, changed or removed since the array that both
/// began with.
///
/// Items are matched by their member `id` where they have one, else by their value, the first equal one with the first.
/// An object without an id that was replaced where it stood counts as changed. Two changes of one item are merged by
/// members.
public struct ItemMerge: Sendable {
    /// An item of the merged array.
    public struct Item: Sendable {
        /// The merged item.
        public var value: JSONText
        /// The place of the item in my array; nil of one that only others have.
        public var mine: Int?
        /// The place of the item in their array; nil of one that only I have.
        var theirs: Int?
    }

    /// Merges arrays.
    ///
    /// - Parameters:
    ///   - base: the array that both were made of.
    ///   - mine: the array of one side; its order counts where only it, or both sides, have moved items.
    ///   - theirs: the array of the other side.
    /// - Returns: the merged items; nil where both have changed one item in ways that contradict each other.
    public static func merge(base: JSONValue?, mine: JSONValue, theirs: JSONValue) -> [Item]? {
        let sides = Sides(
            base: base.map { Array($0.elements) } ?? [], mine: Array(mine.elements), theirs: Array(theirs.elements))
        return sides.merged()
    }

    /// The merged array, in the shape that ``RowMerge`` asks for.
    public static func array(_ path: String, _ base: JSONValue?, _ mine: JSONValue, _ theirs: JSONValue) -> JSONText? {
        merge(base: base, mine: mine, theirs: theirs).map { items in
            JSONText.build { json in
                json.beginArray()
                for item in items { json.value(item.value) }
                json.endArray()
            }
        }
    }

    /// Merges two changes of one value; nil where they contradict each other.
    static func value(_ base: JSONValue?, _ mine: JSONValue?, _ theirs: JSONValue?) -> JSONText?? {
        if isSame(mine, theirs) || isSame(base, theirs) { return .some(mine.map { JSONText($0) }) }
        if isSame(base, mine) { return .some(theirs.map { JSONText($0) }) }
        guard let mine, let theirs else { return nil }
        if mine.isArray, theirs.isArray, base?.isArray ?? true {
            return array("", base, mine, theirs).map { .some($0) }
        }
        guard mine.isObject, theirs.isObject else { return nil }
        return object(base, mine, theirs).map { .some($0) }
    }

    private static func object(_ base: JSONValue?, _ mine: JSONValue, _ theirs: JSONValue) -> JSONText? {
        var json = JSONWriter()
        json.beginObject()
        let added = theirs.members.filter { mine[$0.key] == nil }
        for (key, _) in Array(mine.members) + added {
            guard let merged = value(base?[key], mine[key], theirs[key]) else { return nil }
            guard let merged else { continue }
            json.key(key)
            json.value(merged)
        }
        json.endObject()
        return json.finish()
    }

    private static func isSame(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a?, let b?): a == b
        default: false
        }
    }
}

/// The arrays that are merged.
private struct Sides {
    let base: [JSONValue]
    let mine: [JSONValue]
    let theirs: [JSONValue]

    func merged() -> [ItemMerge.Item]? {
        let ofMine = Matching(base, mine)
        let ofTheirs = Matching(base, theirs)
        var kept: [ItemMerge.Item] = []
        for place in base.indices {
            let own = ofMine.places[place]
            let other = ofTheirs.places[place]
            let change = ItemMerge.value(base[place], own.map { mine[$0] }, other.map { theirs[$0] })
            guard let change else { return nil }
            if let value = change { kept.append(.init(value: value, mine: own, theirs: other)) }
        }
        guard let added = added(ofMine.added, ofTheirs.added) else { return nil }
        return ordered(kept + added, isMovedByMe: ofMine.isMoved)
    }

    /// The items that are new on either side; nil where both have added one with the same id, and not the same.
    private func added(_ own: [Int], _ others: [Int]) -> [ItemMerge.Item]? {
        var rest = others
        var items: [ItemMerge.Item] = []
        for place in own {
            let item = mine[place]
            let id = SourceRow.id(item["id"])
            // Two objects without an id may be equal and mean two things; two equal scalars don't.
            let twin = rest.firstIndex { other in
                id.map { $0 == SourceRow.id(theirs[other]["id"]) } ?? (!item.isObject && theirs[other] == item)
            }
            guard let twin else {
                items.append(.init(value: JSONText(item), mine: place))
                continue
            }
            let other = rest.remove(at: twin)
            guard case .some(.some(let value)) = ItemMerge.value(nil, item, theirs[other]) else { return nil }
            items.append(.init(value: value, mine: place, theirs: other))
        }
        return items + rest.map { .init(value: JSONText(theirs[$0]), theirs: $0) }
    }

    /// Items in the order of the side that has moved some, with those of the other side behind their neighbours there.
    private func ordered(_ items: [ItemMerge.Item], isMovedByMe: Bool) -> [ItemMerge.Item] {
        let main: (ItemMerge.Item) -> Int? = isMovedByMe ? { $0.mine } : { $0.theirs }
        let side: (ItemMerge.Item) -> Int? = isMovedByMe ? { $0.theirs } : { $0.mine }
        var ordered = items.filter { main($0) != nil }.sorted { main($0)! < main($1)! }
        for item in items.filter({ main($0) == nil }).sorted(by: { side($0)! < side($1)! }) {
            let neighbour = ordered.compactMap { side($0) }.filter { $0 < side(item)! }.max()
            let before = neighbour.flatMap { place in ordered.firstIndex { side($0) == place } }
            ordered.insert(item, at: before.map { $0 + 1 } ?? 0)
        }
        return ordered
    }
}

/// Where the items of an array are in another that was made of it.
private struct Matching {
    /// By place in the base: the place in the other; nil of an item that is gone.
    private(set) var places: [Int?]
    /// The places of new items.
    private(set) var added: [Int] = []
    /// Whether items that both have stand in another order.
    let isMoved: Bool

    init(_ base: [JSONValue], _ other: [JSONValue]) {
        var open = Dictionary(grouping: base.indices) { Self.key(of: base[$0]) }.mapValues { $0[...] }
        var places: [Int?] = Array(repeating: nil, count: base.count)
        var origins: [Int?] = []
        for (place, item) in other.enumerated() {
            let origin = open[Self.key(of: item)]?.popFirst()
            origins.append(origin)
            if let origin { places[origin] = place }
        }
        let matched = origins.compactMap(\.self)
        isMoved = zip(matched, matched.dropFirst()).contains { $0 > $1 }
        if !isMoved { Self.pair(base, other, &places, &origins) }
        self.places = places
        added = origins.indices.filter { origins[$0] == nil }
    }

    /// Takes objects without an id that stand between the same items, as many as before, for the same objects.
    private static func pair(
        _ base: [JSONValue], _ other: [JSONValue], _ places: inout [Int?], _ origins: inout [Int?]
    ) {
        var start = (base: 0, other: 0)
        for end in base.indices.filter({ places[$0] != nil }) + [base.count] {
            let stop = end < base.count ? places[end]! : other.count
            let gone = start.base..<end
            let new = start.other..<stop
            let isChange =
                gone.count == new.count && gone.allSatisfy { isAnonymous(base[$0]) }
                && new.allSatisfy { isAnonymous(other[$0]) }
            if isChange {
                for (origin, place) in zip(gone, new) {
                    places[origin] = place
                    origins[place] = origin
                }
            }
            start = (end + 1, stop + 1)
        }
    }

    private static func isAnonymous(_ item: JSONValue) -> Bool { item.isObject && SourceRow.id(item["id"]) == nil }

    private static func key(of item: JSONValue) -> String {
        // No JSON text begins with this.
        SourceRow.id(item["id"]).map { "id " + $0 } ?? JSONText(item).string
    }
}
