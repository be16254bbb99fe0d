import JSON

/// The merge of an edit of a row with what others have changed since, member by member.
///
/// An edit is a JSON Merge Patch (RFC 7396) that was made on one state of the row, the base; the row as it is now is
/// theirs. Members that only the edit changes are written, members that only others changed stay, and a member that both
/// changed otherwise is a conflict. Objects are merged by their own members; any other value, arrays included, is one
/// member. A member that is null counts as a missing one, since a merge patch can't tell the two apart.
public struct RowMerge: Sendable, Equatable {
    /// A member that the edit and others have changed, each in another way.
    public struct Conflict: Sendable, Equatable {
        /// The JSON Pointer of the member.
        public let path: String
        /// What the edit was made on; nil where there was no such member.
        public let base: JSONText?
        /// What the edit makes of the member; nil where it takes the member away.
        public let mine: JSONText?
        /// What others have made of the member; nil where they took it away.
        public let theirs: JSONText?
    }

    /// Merges the items of an array that the edit and others have changed.
    ///
    /// - Parameters:
    ///   - path: the JSON Pointer of the array.
    ///   - base: the array that the edit was made on; nil where there was none.
    ///   - mine: the array as the edit has it.
    ///   - theirs: the array as it is now.
    /// - Returns: the array with both changes; nil where that is a conflict.
    public typealias Items = (
        _ path: String, _ base: JSONValue?, _ mine: JSONValue, _ theirs: JSONValue
    ) -> JSONText?

    /// The edit as it is to be written: without what conflicts, and without what is there already.
    public private(set) var patch = JSONText.emptyObject
    /// The members that conflict, in the order of the edit.
    public private(set) var conflicts: [Conflict] = []

    /// Merges an edit.
    ///
    /// - Parameters:
    ///   - base: the row that the edit was made on.
    ///   - patch: the edit, an object.
    ///   - theirs: the row as it is now.
    ///   - items: merges arrays; nil takes each array for one member.
    public init(base: JSONValue, patch: JSONValue, theirs: JSONValue, items: Items? = nil) {
        self.patch = merge(base, patch, theirs, at: JSONPointer(), items)
    }

    /// Whether the row has all that the edit was to do already.
    public var isDone: Bool { conflicts.isEmpty && patch == .emptyObject }

    // The recursion ends: no document is deeper than the parser lets through.
    private mutating func merge(
        _ base: JSONValue?, _ patch: JSONValue, _ theirs: JSONValue?, at path: JSONPointer, _ items: Items?
    ) -> JSONText {
        var json = JSONWriter()
        json.beginObject()
        for (key, change) in patch.members {
            let place = path.appending(key)
            let base = Self.member(key, of: base)
            let theirs = Self.member(key, of: theirs)
            if change.isObject, change.count > 0, Self.isObject(base), Self.isObject(theirs) {
                let rest = merge(base, change, theirs, at: place, items)
                if rest != .emptyObject { json.put(key, rest) }
                continue
            }
            let mine = change.isNull ? nil : change
            if Self.isSame(mine, theirs) { continue }
            if Self.isSame(base, theirs) {
                json.put(key, JSONText(change))
            } else if let merged = Self.merged(base, mine, theirs, at: place, items) {
                json.put(key, merged)
            } else {
                conflicts.append(
                    Conflict(
                        path: "\(place)", base: base.map { JSONText($0) }, mine: mine.map { JSONText($0) },
                        theirs: theirs.map { JSONText($0) }))
            }
        }
        json.endObject()
        return json.finish()
    }

    /// The items of an array with both changes; nil where these conflict.
    private static func merged(
        _ base: JSONValue?, _ mine: JSONValue?, _ theirs: JSONValue?, at path: JSONPointer, _ items: Items?
    ) -> JSONText? {
        guard let items, let mine, mine.isArray, let theirs, theirs.isArray, base?.isArray ?? true else { return nil }
        return items("\(path)", base, mine, theirs)
    }

    /// The part of a patch that a row has already.
    ///
    /// An edit whose answer was lost may have been made all the same: this part is no change by others.
    ///
    /// - Parameters:
    ///   - patch: a JSON Merge Patch, an object.
    ///   - row: the row as it is now.
    public static func part(of patch: JSONValue, in row: JSONValue) -> JSONText {
        var json = JSONWriter()
        json.beginObject()
        for (key, change) in patch.members {
            let now = member(key, of: row)
            if change.isObject, change.count > 0, let now, now.isObject {
                let part = part(of: change, in: now)
                if part != .emptyObject { json.put(key, part) }
            } else if isSame(change.isNull ? nil : change, now) {
                json.put(key, JSONText(change))
            }
        }
        json.endObject()
        return json.finish()
    }

    private static func member(_ key: String, of value: JSONValue?) -> JSONValue? {
        guard let member = value?[key], !member.isNull else { return nil }
        return member
    }

    /// Whether a member is an object, or can become one.
    private static func isObject(_ value: JSONValue?) -> Bool { value?.isObject ?? true }

    private static func isSame(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a?, let b?): a == b
        default: false
        }
    }
}

extension RowMerge {
    /// Merges an edit of a row; the values of both must be here.
    public init(base: SourceRow, patch: JSONText, theirs: SourceRow, items: Items? = nil) {
        self.init(base: base.value.value, patch: patch.value, theirs: theirs.value.value, items: items)
    }

    /// The failure of an edit that conflicts, which names the members.
    ///
    /// - Parameter row: the row as it is now.
    public func failure(_ row: SourceRow) -> Failure {
        let names = conflicts.prefix(3).map { $0.path.dropFirst() }.joined(separator: ", ")
        let listed = names + (conflicts.count > 3 ? ", …" : "")
        return .conflict(
            current: [row],
            message: "others have changed \(listed) of the row \(row.id) meanwhile; look at it, then edit it again")
    }
}

extension JSONWriter {
    fileprivate mutating func put(_ key: String, _ value: JSONText) {
        self.key(key)
        self.value(value)
    }
}
