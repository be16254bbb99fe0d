import FHJSON
import FHRows

/// The three-way merge of an edit of a row with the changes of others, member by member.
///
/// An edit is a JSON Merge Patch (RFC 7396) that was made on one version of the row, the base. The current row is
/// "theirs". Members that only the edit has changed are written, members that only others have changed stay, and a
/// member that both have changed differently is a conflict. Objects are merged recursively. Any other value, including
/// an array, is merged as a whole. A null member counts as missing, because a merge patch can't distinguish null from a
/// missing member.
public struct RowMerge: Sendable, Equatable {
    /// A member that the edit and others have changed differently.
    public struct Conflict: Sendable, Equatable {
        /// The JSON Pointer of the member.
        public let path: String
        /// The value of the member in the base; nil if the base has no such member.
        public let base: JSONText?
        /// The value after the edit; nil if the edit removes the member.
        public let mine: JSONText?
        /// The value that others have written; nil if they have removed the member.
        public let theirs: JSONText?
    }

    /// Merges the items of an array that both the edit and others have changed.
    ///
    /// - Parameters:
    ///   - path: the JSON Pointer of the array.
    ///   - base: the array on which the edit was made; nil if there was none.
    ///   - mine: the array after the edit.
    ///   - theirs: the current array.
    /// - Returns: the array with both changes; nil for a conflict.
    public typealias Items = (
        _ path: String, _ base: JSONValue?, _ mine: JSONValue, _ theirs: JSONValue
    ) -> JSONText?

    /// The merged edit.
    ///
    /// It contains only changes that the current row does not have yet, and no conflicting members.
    public private(set) var patch = JSONText.emptyObject
    /// The conflicting members, in the order of the edit.
    public private(set) var conflicts: [Conflict] = []

    /// Merges an edit.
    ///
    /// - Parameters:
    ///   - base: the row on which the edit was made.
    ///   - patch: the edit, an object.
    ///   - theirs: the current row.
    ///   - items: merges arrays; nil to merge each array as a whole.
    public init(base: JSONValue, patch: JSONValue, theirs: JSONValue, items: Items? = nil) {
        self.patch = merge(base, patch, theirs, at: JSONPointer(), items)
    }

    /// True if the current row already has all changes of the edit.
    public var isDone: Bool { conflicts.isEmpty && patch == .emptyObject }

    // The recursion is bounded by the parser's limit on nesting.
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

    /// Merges the items of an array that both sides have changed.
    ///
    /// Returns nil for a conflict.
    private static func merged(
        _ base: JSONValue?, _ mine: JSONValue?, _ theirs: JSONValue?, at path: JSONPointer, _ items: Items?
    ) -> JSONText? {
        guard let items, let mine, mine.isArray, let theirs, theirs.isArray, base?.isArray ?? true else { return nil }
        return items("\(path)", base, mine, theirs)
    }

    /// Returns the changes of a patch that the row already has.
    ///
    /// If the answer to an edit was lost, the edit may have been written. Then these changes must not count as changes
    /// by others.
    ///
    /// - Parameters:
    ///   - patch: a JSON Merge Patch, an object.
    ///   - row: the current row.
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

    /// True if a member is an object, or if it is missing and can become an object.
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
    /// Merges an edit of a row.
    ///
    /// The values of both rows must be in memory (`SourceRow.isDropped` is false).
    public init(base: SourceRow, patch: JSONText, theirs: SourceRow, items: Items? = nil) {
        self.init(base: base.value.value, patch: patch.value, theirs: theirs.value.value, items: items)
    }

    /// The failure of an edit with conflicts.
    ///
    /// The message names up to three of the conflicting members.
    ///
    /// - Parameter row: the current row.
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
