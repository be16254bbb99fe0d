/// Writing of optional values. Nil is written as `null`.
extension JSONWriter {
    /// Writes a string or `null`.
    @inlinable
    public mutating func value(_ string: String?) { if let string { value(string) } else { null() } }
    /// Writes an integer or `null`.
    @inlinable
    public mutating func value(_ integer: Int?) { if let integer { value(integer) } else { null() } }
    /// Writes a Boolean or `null`.
    @inlinable
    public mutating func value(_ bool: Bool?) { if let bool { value(bool) } else { null() } }
    /// Writes a real or `null`.
    @inlinable
    public mutating func value(_ real: Double?) { if let real { value(real) } else { null() } }
    /// Writes a parsed value or `null`.
    @inlinable
    public mutating func value(_ parsed: JSONValue?) { if let parsed { value(parsed) } else { null() } }
    /// Writes an encoded value or `null`.
    @inlinable
    public mutating func value(_ text: JSONText?) { if let text { value(text) } else { null() } }
}

/// Arrays of strings.
extension JSONWriter {
    /// Writes an array of strings.
    @inlinable
    public mutating func value(_ strings: some Sequence<String>) {
        beginArray()
        for string in strings { value(string) }
        endArray()
    }

    /// Writes a member with an array of strings.
    @inlinable
    public mutating func field(_ key: StaticString, _ strings: some Sequence<String>) {
        self.key(key)
        value(strings)
    }
}

/// Writing of a member in one call: a key and a value.
///
/// The key must be plain ASCII without `"` and `\`.
extension JSONWriter {
    /// Writes a member with a string.
    @inlinable
    public mutating func field(_ key: StaticString, _ string: String) {
        self.key(key)
        value(string)
    }

    /// Writes a member with a string.
    @inlinable
    public mutating func field(_ key: StaticString, _ string: Substring) {
        self.key(key)
        value(string)
    }

    /// Writes a member with an integer.
    @inlinable
    public mutating func field(_ key: StaticString, _ integer: Int) {
        self.key(key)
        value(integer)
    }

    /// Writes a member with a Boolean.
    @inlinable
    public mutating func field(_ key: StaticString, _ bool: Bool) {
        self.key(key)
        value(bool)
    }

    /// Writes a member with a real; `null` if it is not finite.
    @inlinable
    public mutating func field(_ key: StaticString, _ real: Double) {
        self.key(key)
        value(real)
    }

    /// Writes a member with a parsed value.
    @inlinable
    public mutating func field(_ key: StaticString, _ parsed: JSONValue) {
        self.key(key)
        value(parsed)
    }

    /// Writes a member with an encoded value.
    @inlinable
    public mutating func field(_ key: StaticString, _ text: JSONText) {
        self.key(key)
        value(text)
    }

    /// Writes a member with a string or `null`.
    @inlinable
    public mutating func field(_ key: StaticString, _ string: String?) {
        self.key(key)
        value(string)
    }

    /// Writes a member with an integer or `null`.
    @inlinable
    public mutating func field(_ key: StaticString, _ integer: Int?) {
        self.key(key)
        value(integer)
    }

    /// Writes a member with a Boolean or `null`.
    @inlinable
    public mutating func field(_ key: StaticString, _ bool: Bool?) {
        self.key(key)
        value(bool)
    }

    /// Writes a member with a real or `null`.
    @inlinable
    public mutating func field(_ key: StaticString, _ real: Double?) {
        self.key(key)
        value(real)
    }

    /// Writes a member with a parsed value or `null`.
    @inlinable
    public mutating func field(_ key: StaticString, _ parsed: JSONValue?) {
        self.key(key)
        value(parsed)
    }

    /// Writes a member with an encoded value or `null`.
    @inlinable
    public mutating func field(_ key: StaticString, _ text: JSONText?) {
        self.key(key)
        value(text)
    }
}
