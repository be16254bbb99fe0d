import FHJSON
import FHRows

/// The three-way merge of arrays.
///
/// It combines the additions, changes and removals of two users since a common base.
///
/// Items are matched by their member `id` or, if an item has no id, by its value. If several items have the same id or
/// value, they are matched in order. An object without an id that is replaced in place counts as changed. Two changes
/// of the same item are merged member by member.
public struct ItemMerge: Sendable {
    /// Merges arrays.
    ///
    /// - Parameters:
    ///   - base: the common base of both arrays.
    ///   - mine: the array of one side. Its order is used if this side has moved items.
    ///   - theirs: the array of the other side. Its order is used if `mine` has no moved items.
    /// - Returns: the merged items; nil if both sides have changed the same item in contradicting ways.
    public static func merge(base: JSONValue?, mine: JSONValue, theirs: JSONValue) -> [JSONText]? {
        let merge = ListMerge<JSONValue>(
            // Two equal objects without an id may be distinct items. Equal values of any other type are the same item.
            identity: { item in SourceRow.id(item["id"]).map { "id " + $0 } ?? (item.isObject ? nil : text(item)) },
            looks: [text],
            merging: { base, mine, theirs in
                guard let change = value(base, mine, theirs) else { return .contradiction }
                return change.map { .kept($0.value) } ?? .removed
            })
        let base = base.map { Array($0.elements) } ?? []
        return merge.merged(base: base, mine: Array(mine.elements), theirs: Array(theirs.elements))?
            .map { JSONText($0.value) }
    }

    private static func text(_ item: JSONValue) -> String { JSONText(item).string }

    /// Merges arrays, as a function of the type ``RowMerge/Items``.
    public static func array(_ path: String, _ base: JSONValue?, _ mine: JSONValue, _ theirs: JSONValue) -> JSONText? {
        merge(base: base, mine: mine, theirs: theirs).map { items in
            JSONText.build { json in
                json.beginArray()
                for item in items { json.value(item) }
                json.endArray()
            }
        }
    }

    /// Merges two changes of the same value.
    ///
    /// A value that is nil is missing.
    ///
    /// - Returns: nil if the changes contradict each other; `.some(nil)` if the merge removes the value.
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
