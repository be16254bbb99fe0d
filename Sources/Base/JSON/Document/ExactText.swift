/// A string that is compared byte by byte.
///
/// It is used for ids, cursors and names in sets and dictionaries.
///
/// `String` itself compares by canonical equivalence (Unicode TR 15): é as one code point equals é as two code points.
public struct ExactText: Hashable, Sendable {
    /// The string.
    public let text: String

    /// Wraps a string.
    public init(_ text: String) {
        self.text = text
    }

    /// True if both strings have the same bytes.
    public static func == (a: ExactText, b: ExactText) -> Bool { isSameText(a.text, b.text) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactText: ExpressibleByStringLiteral {
    /// Wraps a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

/// Subscripts with a `String` as the key, so that callers need not wrap it.
extension Dictionary where Key == ExactText {
    /// The value for a key; nil if there is none.
    public subscript(text: String) -> Value? {
        get { self[ExactText(text)] }
        set { self[ExactText(text)] = newValue }
    }

    /// The value for a key, or the default if there is none.
    public subscript(text: String, default value: @autoclosure () -> Value) -> Value {
        get { self[ExactText(text), default: value()] }
        set { self[ExactText(text), default: value()] = newValue }
    }
}

extension Set<ExactText> {
    /// Makes a set of strings.
    public init(texts: some Sequence<String>) {
        self.init(texts.lazy.map { ExactText($0) })
    }

    /// True if the set contains a string.
    public func contains(_ text: String) -> Bool { contains(ExactText(text)) }

    /// Inserts a string.
    ///
    /// - Returns: True if the string was not in the set.
    @discardableResult
    public mutating func insert(_ text: String) -> Bool { insert(ExactText(text)).inserted }

    /// Removes a string.
    ///
    /// - Returns: True if the string was in the set.
    @discardableResult
    public mutating func remove(_ text: String) -> Bool { remove(ExactText(text)) != nil }
}

extension Sequence<String> {
    /// Returns the strings without duplicates, in the order of their first occurrences.
    ///
    /// Strings are duplicates if their bytes are equal.
    public func distinct() -> [String] {
        var known: Set<ExactText> = []
        return filter { known.insert($0) }
    }
}

/// True if two strings have the same bytes.
///
/// `==` compares by canonical equivalence (Unicode TR 15).
@inlinable
public func isSameText(_ a: String, _ b: String) -> Bool {
    // Equal strings are usually short, or share their storage. In both cases, the sixteen bytes of the two `String`
    // values are equal.
    let (left, right) = (unsafeBitCast(a, to: (UInt64, UInt64).self), unsafeBitCast(b, to: (UInt64, UInt64).self))
    return left == right || a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
}

/// True if both are strings with the same bytes, or both are nil.
@inlinable
public func isSameText(_ a: String?, _ b: String?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): isSameText(a, b)
    default: false
    }
}

/// True if both collections contain strings with the same bytes in the same order.
@inlinable
public func isSameText(_ a: some Collection<String>, _ b: some Collection<String>) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { isSameText($0, $1) }
}
