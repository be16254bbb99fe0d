/// A text that is the same as another only where its bytes are: what tells ids, cursors and names apart in sets and
/// dictionaries.
///
/// Two values of `String` are the same where they are canonically equivalent (Unicode TR 15), such as é in one code
/// point and in two.
public struct ExactText: Hashable, Sendable {
    /// The text itself.
    public let text: String

    /// Makes one of a text.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether both have the same bytes.
    public static func == (a: ExactText, b: ExactText) -> Bool { isSameText(a.text, b.text) }

    /// Feeds the bytes into a hasher.
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactText: ExpressibleByStringLiteral {
    /// Makes one of a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

/// Texts are looked up without being wrapped.
extension Dictionary where Key == ExactText {
    /// The value of a text; nil where there is none.
    public subscript(text: String) -> Value? {
        get { self[ExactText(text)] }
        set { self[ExactText(text)] = newValue }
    }

    /// The value of a text; one that is made where there is none.
    public subscript(text: String, default value: @autoclosure () -> Value) -> Value {
        get { self[ExactText(text), default: value()] }
        set { self[ExactText(text), default: value()] = newValue }
    }
}

extension Set<ExactText> {
    /// Makes one of texts.
    public init(texts: some Sequence<String>) {
        self.init(texts.lazy.map { ExactText($0) })
    }

    /// Whether a text is in it.
    public func contains(_ text: String) -> Bool { contains(ExactText(text)) }

    /// Takes a text in.
    ///
    /// - Returns: whether it was not there before.
    @discardableResult
    public mutating func insert(_ text: String) -> Bool { insert(ExactText(text)).inserted }

    /// Takes a text out.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public mutating func remove(_ text: String) -> Bool { remove(ExactText(text)) != nil }
}

extension Sequence<String> {
    /// The texts, each where it comes first.
    public func distinct() -> [String] {
        var known: Set<ExactText> = []
        return filter { known.insert($0) }
    }
}

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
