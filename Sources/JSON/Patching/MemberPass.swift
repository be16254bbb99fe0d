/// A way through the members of an object that is known by values: it writes all, or what has changed.
///
/// Keys must be plain ASCII without `"`, `\`, `~` and `/`.
public protocol MemberPass<Whole> {
    /// What has the members.
    associatedtype Whole

    /// Comes to a member with a short value, which is replaced where it is another.
    ///
    /// - Parameters:
    ///   - key: its key.
    ///   - whole: what it is a member of.
    ///   - json: where it is written.
    ///   - value: gives what is compared.
    ///   - isSame: whether two values have the same text.
    ///   - write: writes the value.
    func member<Value>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value,
        isSame: (Value, Value) -> Bool, _ write: (inout JSONWriter, Value) -> Void)

    /// Comes to a member with a value of which parts may have changed.
    ///
    /// - Parameters:
    ///   - key: its key.
    ///   - whole: what it is a member of.
    ///   - json: where it is written.
    ///   - isSame: whether both have the same text; it may say no where they have.
    ///   - write: writes the value.
    func member(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, isSame: (Whole, Whole) -> Bool,
        _ write: (inout JSONWriter, Whole) -> Void)

    /// Comes to a member that is there only where there is a value.
    func optional<Value: Equatable>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value?,
        _ write: (inout JSONWriter, Value) -> Void)

    /// Comes to a member whose value compares itself with an older one.
    func member<Value: Noted>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, noted value: (Whole) -> Value)

    /// Steps into a member that is an object, which both have.
    ///
    /// - Returns: what goes through its members.
    func enter(_ key: StaticString, to json: inout JSONWriter) -> Self

    /// Steps out of it again.
    func leave(to json: inout JSONWriter)
}

extension MemberPass {
    /// Comes to a member with a short value whose text is the same where it is equal.
    @inlinable @inline(__always)
    public func member<Value: Equatable>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        member(key, of: whole, to: &json, value, isSame: { $0 == $1 }, write)
    }

    /// Comes to a member that is a string or null, which are told apart by their bytes.
    @inlinable @inline(__always)
    public func text(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> String?
    ) {
        member(key, of: whole, to: &json, value, isSame: { isSameText($0, $1) }, { $0.value($1) })
    }

    /// Comes to a member that is a short array of strings, which are told apart by their bytes and replaced together.
    @inlinable @inline(__always)
    public func texts(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> [String]
    ) {
        member(key, of: whole, to: &json, value, isSame: { isSameText($0, $1) }, { $0.value($1) })
    }
}

/// Writes all members, into an object that is open.
public struct WritingPass<Whole>: MemberPass {
    /// Makes one.
    @inlinable
    public init() {}

    /// Writes the member.
    @inlinable @inline(__always)
    public func member<Value>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value,
        isSame: (Value, Value) -> Bool, _ write: (inout JSONWriter, Value) -> Void
    ) {
        json.key(key)
        write(&json, value(whole))
    }

    /// Writes the member.
    @inlinable @inline(__always)
    public func member(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, isSame: (Whole, Whole) -> Bool,
        _ write: (inout JSONWriter, Whole) -> Void
    ) {
        json.key(key)
        write(&json, whole)
    }

    /// Writes the member where there is a value.
    @inlinable @inline(__always)
    public func optional<Value: Equatable>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value?,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value = value(whole) else { return }
        json.key(key)
        write(&json, value)
    }

    /// Writes the member, or notes its value.
    @inlinable @inline(__always)
    public func member<Value: Noted>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, noted value: (Whole) -> Value
    ) {
        json.key(key)
        json.value(noted: value(whole))
    }

    /// Opens the object.
    @inlinable @inline(__always)
    public func enter(_ key: StaticString, to json: inout JSONWriter) -> WritingPass {
        json.key(key)
        json.beginObject()
        return self
    }

    /// Closes the object.
    @inlinable @inline(__always)
    public func leave(to json: inout JSONWriter) { json.endObject() }
}

/// Writes operations for the members that are not what they were, into an array that is open.
public struct ComparingPass<Whole: AnyObject>: MemberPass {
    @usableFromInline let older: Whole
    /// Where the members stand.
    @usableFromInline let path: PatchPath
    @usableFromInline let pathLength: Int

    /// Compares an object at a path with an older one.
    @inlinable
    public init(since older: Whole, at path: PatchPath) {
        self.older = older
        self.path = path
        pathLength = path.count
    }

    /// Replaces the member where it is another.
    @inlinable @inline(__always)
    public func member<Value>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value,
        isSame: (Value, Value) -> Bool, _ write: (inout JSONWriter, Value) -> Void
    ) {
        if !isSame(value(older), value(whole)) { json.replace(path, key) { write(&$0, value(whole)) } }
    }

    /// Writes what leads from one value to the other.
    @inlinable @inline(__always)
    public func member(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, isSame: (Whole, Whole) -> Bool,
        _ write: (inout JSONWriter, Whole) -> Void
    ) {
        if isSame(older, whole) { return }
        path.visit(key) { json.writeOperations(at: path, from: { write(&$0, older) }, to: { write(&$0, whole) }) }
    }

    /// Adds, replaces or removes the member where it is another.
    public func optional<Value: Equatable>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value?,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        let (before, now) = (value(older), value(whole))
        if before == now { return }
        path.visit(key) {
            if let now {
                let body = { (json: inout JSONWriter) in write(&json, now) }
                if before == nil { json.add(path, body) } else { json.replace(path, by: body) }
            } else {
                json.remove(path)
            }
        }
    }

    /// Has the value write what leads to it.
    @inlinable @inline(__always)
    public func member<Value: Noted>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, noted value: (Whole) -> Value
    ) {
        path.visit(key) { json.writeOperations(from: value(older), to: value(whole), at: path) }
    }

    /// Goes on with the members of the object.
    @inlinable @inline(__always)
    public func enter(_ key: StaticString, to json: inout JSONWriter) -> ComparingPass {
        path.append(key)
        return ComparingPass(since: older, at: path)
    }

    /// Goes on with the members around it.
    @inlinable @inline(__always)
    public func leave(to json: inout JSONWriter) { path.cut(to: pathLength) }
}
