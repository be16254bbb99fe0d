/// JSON Merge Patch (RFC 7396).
///
/// The members of a patch replace the members of the target, and `null` removes a member.
public enum JSONMergePatch {
    /// Applies a patch to `target`.
    ///
    /// The existing members come first, in their order, and then the new ones.
    public static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONText {
        JSONText.build { merge(target, patch, into: &$0) }
    }

    // The recursion is bounded, because the parser refuses documents deeper than 2,048 levels.
    static func merge(_ target: JSONValue?, _ patch: JSONValue, into writer: inout JSONWriter) {
        guard patch.isObject else {
            writer.value(patch)
            return
        }
        writer.beginObject()
        let target = target.flatMap { $0.isObject ? $0 : nil }
        if let target {
            for (key, value) in target.members {
                guard let change = patch[key] else {
                    writer.key(key)
                    writer.value(value)
                    continue
                }
                if change.isNull { continue }
                writer.key(key)
                merge(value, change, into: &writer)
            }
        }
        for (key, value) in patch.members where !value.isNull && target?[key] == nil {
            writer.key(key)
            merge(nil, value, into: &writer)
        }
        writer.endObject()
    }

    /// Returns the inverse patch, which restores `target` after `patch` has been applied.
    ///
    /// If `patch` changes a member that is `null` in `target`, the restored target lacks the member, because a merge
    /// patch can't distinguish a null member from a missing one.
    public static func opposite(of patch: JSONValue, on target: JSONValue) -> JSONText {
        JSONText.build { write(oppositeOf: patch, on: target, into: &$0) }
    }

    private static func write(oppositeOf patch: JSONValue, on target: JSONValue?, into writer: inout JSONWriter) {
        guard let target else { return writer.null() }
        guard patch.isObject, target.isObject else { return writer.value(target) }
        writer.beginObject()
        for (key, change) in patch.members where target[key] != nil || !change.isNull {
            writer.key(key)
            write(oppositeOf: change, on: target[key], into: &writer)
        }
        writer.endObject()
    }
}

extension JSONValue {
    /// Returns this value with a merge patch (RFC 7396) applied.
    ///
    /// The existing members come first, in their order, and then the new ones.
    public func merged(with patch: JSONValue) -> JSONText { JSONMergePatch.apply(patch, to: self) }
}
