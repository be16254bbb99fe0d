internal import CFHJansson

extension JSONWriter {
    /// Writes a parsed value.
    ///
    /// Members keep their order.
    public mutating func value(_ value: JSONValue) {
        withExtendedLifetime(value.document) { write(value.node) }
    }

    // The recursion is bounded, because the parser rejects documents deeper than 2,048 levels.
    private mutating func write(_ node: UnsafeMutablePointer<json_t>) {
        switch node.pointee.type {
        case JSON_OBJECT:
            beginObject()
            var position = json_object_iter(node)
            while let at = position, let member = json_object_iter_value(at) {
                keyBytes(at: at).withMemoryRebound(to: UInt8.self) { key(utf8: $0) }
                write(member)
                position = json_object_iter_next(node, at)
            }
            endObject()
        case JSON_ARRAY:
            beginArray()
            for index in 0..<json_array_size(node) {
                if let element = json_array_get(node, index) { write(element) }
            }
            endArray()
        case JSON_STRING:
            string(utf8: stringBytes(of: node))
        case JSON_INTEGER:
            value(Int(json_integer_value(node)))
        case JSON_REAL:
            value(json_real_value(node))
        case JSON_TRUE:
            value(true)
        case JSON_FALSE:
            value(false)
        default:
            null()
        }
    }
}
