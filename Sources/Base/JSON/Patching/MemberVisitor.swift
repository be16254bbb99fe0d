/// A visitor of an object's members.
///
/// It writes all members, or only the changed ones.
///
/// Keys must be plain ASCII without `"`, `\`, `~` and `/`. A single function that describes the members is used both
/// for writing the object (``WritingVisitor``) and for patching it (``ComparingVisitor``).
public protocol MemberVisitor<Whole> {
    /// The type whose members are visited.
    associatedtype Whole

    /// Visits a member with a short value. If the value has changed, it is replaced as a whole.
    ///
    /// - Parameters:
    ///   - key: The key of the member.
    ///   - whole: The object with the member.
    ///   - json: The writer.
    ///   - value: Returns the value that is compared.
    ///   - isSame: Returns true if two values have the same text.
    ///   - write: Writes the value.
    func member<Value>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value,
        isSame: (Value, Value) -> Bool, _ write: (inout JSONWriter, Value) -> Void)

    /// Visits a member with a long value. If the value has changed, its differing parts are patched.
    ///
    /// - Parameters:
    ///   - key: The key of the member.
    ///   - whole: The object with the member.
    ///   - json: The writer.
    ///   - isSame: Returns true only if the member has the same text in two objects. It may return false although the
    ///     texts are the same.
    ///   - write: Writes the value.
    func member(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, isSame: (Whole, Whole) -> Bool,
        _ write: (inout JSONWriter, Whole) -> Void)

    /// Visits a member that is omitted if its value is nil.
    func optional<Value: Equatable>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value?,
        _ write: (inout JSONWriter, Value) -> Void)

    /// Visits a member whose value can compute its own difference to an older value.
    func member<Value: Deferred>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, deferred value: (Whole) -> Value)

    /// Enters a member that is an object in the older and the newer version.
    ///
    /// - Returns: The visitor of the members of that object.
    func enter(_ key: StaticString, to json: inout JSONWriter) -> Self

    /// Leaves the object that was entered last.
    func leave(to json: inout JSONWriter)
}

extension MemberVisitor {
    /// Visits a member with a short value.
    ///
    /// Values are compared with `==`.
    @inlinable @inline(__always)
    public func member<Value: Equatable>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        member(key, of: whole, to: &json, value, isSame: { $0 == $1 }, write)
    }

    /// Visits a member that is a string or null.
    ///
    /// Strings are compared byte by byte.
    @inlinable @inline(__always)
    public func text(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> String?
    ) {
        member(key, of: whole, to: &json, value, isSame: { isSameText($0, $1) }, { $0.value($1) })
    }

    /// Visits a member that is a short array of strings.
    ///
    /// The strings are compared byte by byte, and the array is replaced as a whole.
    @inlinable @inline(__always)
    public func texts(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> [String]
    ) {
        member(key, of: whole, to: &json, value, isSame: { isSameText($0, $1) }, { $0.value($1) })
    }
}

/// Writes all members into an open object.
public struct WritingVisitor<Whole>: MemberVisitor {
    /// Makes a writing visitor.
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

    /// Writes the member if it has a value.
    @inlinable @inline(__always)
    public func optional<Value: Equatable>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value?,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value = value(whole) else { return }
        json.key(key)
        write(&json, value)
    }

    /// Writes or defers the value of the member.
    @inlinable @inline(__always)
    public func member<Value: Deferred>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, deferred value: (Whole) -> Value
    ) {
        json.key(key)
        json.value(deferred: value(whole))
    }

    /// Writes the key and opens the object.
    @inlinable @inline(__always)
    public func enter(_ key: StaticString, to json: inout JSONWriter) -> WritingVisitor {
        json.key(key)
        json.beginObject()
        return self
    }

    /// Closes the object.
    @inlinable @inline(__always)
    public func leave(to json: inout JSONWriter) { json.endObject() }
}

/// Writes patch operations for changed members into an open array.
public struct ComparingVisitor<Whole: AnyObject>: MemberVisitor {
    @usableFromInline let older: Whole
    /// The path of the object.
    @usableFromInline let path: PatchPath
    @usableFromInline let pathLength: Int

    /// Makes a visitor that compares an object at a path with an older object.
    @inlinable
    public init(since older: Whole, at path: PatchPath) {
        self.older = older
        self.path = path
        pathLength = path.count
    }

    /// Writes the operation that replaces the member, if the member has changed.
    @inlinable @inline(__always)
    public func member<Value>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, _ value: (Whole) -> Value,
        isSame: (Value, Value) -> Bool, _ write: (inout JSONWriter, Value) -> Void
    ) {
        if !isSame(value(older), value(whole)) { json.replace(path, key) { write(&$0, value(whole)) } }
    }

    /// Writes the operations from the old to the new value of the member.
    @inlinable @inline(__always)
    public func member(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, isSame: (Whole, Whole) -> Bool,
        _ write: (inout JSONWriter, Whole) -> Void
    ) {
        if isSame(older, whole) { return }
        path.visit(key) { json.writeOperations(at: path, from: { write(&$0, older) }, to: { write(&$0, whole) }) }
    }

    /// Writes the operation that adds, replaces or removes the member, if the member has changed.
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

    /// Writes the operations from the old to the new value of the member, as the new value computes them.
    @inlinable @inline(__always)
    public func member<Value: Deferred>(
        _ key: StaticString, of whole: Whole, to json: inout JSONWriter, deferred value: (Whole) -> Value
    ) {
        path.visit(key) { json.writeOperations(from: value(older), to: value(whole), at: path) }
    }

    /// Moves the path to the object.
    @inlinable @inline(__always)
    public func enter(_ key: StaticString, to json: inout JSONWriter) -> ComparingVisitor {
        path.append(key)
        return ComparingVisitor(since: older, at: path)
    }

    /// Moves the path back to the enclosing object.
    @inlinable @inline(__always)
    public func leave(to json: inout JSONWriter) { path.cut(to: pathLength) }
}
