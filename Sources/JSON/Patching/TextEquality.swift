/// Whether two strings have the same bytes: for `==` it is enough that they are canonically equivalent (Unicode TR 15).
@inlinable
public func isSameText(_ a: String, _ b: String) -> Bool {
    // Mostly both are short, or one string: then they are the same sixteen bytes.
    let (left, right) = (unsafeBitCast(a, to: (UInt64, UInt64).self), unsafeBitCast(b, to: (UInt64, UInt64).self))
    return left == right || a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
}

/// Whether both are strings with the same bytes, or neither is one.
@inlinable
public func isSameText(_ a: String?, _ b: String?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): isSameText(a, b)
    default: false
    }
}

/// Whether both have strings with the same bytes, in the same order.
@inlinable
public func isSameText(_ a: some Collection<String>, _ b: some Collection<String>) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { isSameText($0, $1) }
}
