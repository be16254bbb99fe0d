internal import CFHJansson

extension JSONValue {
    /// The number of elements of an array or of members of an object; 0 for any other value.
    public var count: Int {
        switch node.pointee.type {
        case JSON_ARRAY: json_array_size(node)
        case JSON_OBJECT: json_object_size(node)
        default: 0
        }
    }

    /// The member with this key; nil if there is none, or if the value is not an object.
    @_disfavoredOverload
    public subscript(_ key: String) -> JSONValue? {
        var key = key
        return key.withUTF8 { member(UnsafeRawBufferPointer($0)) }
    }

    /// The member with this literal key; nil if there is none, or if the value is not an object.
    ///
    /// No `String` is made from the key.
    public subscript(_ key: StaticString) -> JSONValue? {
        member(UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }

    /// The element at this index; nil if there is none, or if the value is not an array.
    public subscript(_ index: Int) -> JSONValue? {
        guard index >= 0, let node = json_array_get(node, index) else { return nil }
        return JSONValue(node, of: document)
    }

    /// Returns the member whose key has these UTF-8 bytes.
    func member(_ key: UnsafeRawBufferPointer) -> JSONValue? {
        // An empty buffer may have a null pointer. For a null pointer, jansson finds no member.
        let start = (key.baseAddress ?? UnsafeRawPointer(StaticString("").utf8Start))
            .assumingMemoryBound(to: CChar.self)
        guard let node = json_object_getn(node, start, key.count) else { return nil }
        return JSONValue(node, of: document)
    }

    /// The elements of an array; empty for any other value.
    public var elements: Elements { Elements(array: self) }

    /// The members of an object in the order of the text; empty for any other value.
    public var members: Members { Members(object: self) }

    /// The elements of one array.
    public struct Elements: RandomAccessCollection, Sendable {
        let array: JSONValue
        /// The number of elements.
        public let endIndex: Int

        init(array: JSONValue) {
            self.array = array
            self.endIndex = json_array_size(array.node)
        }

        /// Always 0.
        public var startIndex: Int { 0 }

        /// The element at this position, which must exist.
        public subscript(_ position: Int) -> JSONValue {
            guard let element = array[position] else { preconditionFailure("no element \(position)") }
            return element
        }
    }

    /// The members of one object.
    public struct Members: Sequence, Sendable {
        /// One member.
        public typealias Element = (key: String, value: JSONValue)

        let object: JSONValue

        /// The number of members.
        public var count: Int { json_object_size(object.node) }

        /// The exact number of members.
        public var underestimatedCount: Int { count }

        /// Makes an iterator at the first member.
        public func makeIterator() -> Iterator { Iterator(object: object) }

        /// An iterator over the members in the order of the text.
        public struct Iterator: IteratorProtocol {
            let object: JSONValue
            var position: UnsafeMutableRawPointer?

            init(object: JSONValue) {
                self.object = object
                self.position = json_object_iter(object.node)
            }

            /// Returns the next member, or nil at the end.
            public mutating func next() -> Element? {
                guard let position, let value = json_object_iter_value(position) else { return nil }
                let key = String(decoding: keyBytes(at: position), as: UTF8.self)
                self.position = json_object_iter_next(object.node, position)
                return (key, JSONValue(value, of: object.document))
            }
        }
    }
}

/// Returns the bytes of the key at an iterator's position.
///
/// The bytes are valid as long as the document exists.
func keyBytes(at position: UnsafeMutableRawPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: json_object_iter_key(position), count: json_object_iter_key_len(position))
}
