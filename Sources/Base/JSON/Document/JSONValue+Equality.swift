internal import CFHJansson

extension JSONValue: Hashable, CustomStringConvertible {
    /// True if both values are the same JSON.
    ///
    /// Numbers are compared by value, and members can be in any order.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        withExtendedLifetime((left.document, right.document)) { areEqual(left.node, right.node) }
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        withExtendedLifetime(document) { hashNode(node, into: &hasher) }
    }

    /// The value as compact JSON text.
    public var description: String { JSONText(self).string }
}

// The recursions below are bounded, because the parser refuses documents deeper than 2,048 levels.

private func areEqual(_ left: UnsafeMutablePointer<json_t>, _ right: UnsafeMutablePointer<json_t>) -> Bool {
    if left == right { return true }
    switch (left.pointee.type, right.pointee.type) {
    case (JSON_INTEGER, JSON_INTEGER):
        return json_integer_value(left) == json_integer_value(right)
    case (JSON_REAL, JSON_REAL):
        return json_real_value(left) == json_real_value(right)
    case (JSON_INTEGER, JSON_REAL):
        return json_real_value(right).exactInteger == Int(json_integer_value(left))
    case (JSON_REAL, JSON_INTEGER):
        return json_real_value(left).exactInteger == Int(json_integer_value(right))
    case (JSON_STRING, JSON_STRING):
        return stringBytes(of: left).elementsEqual(stringBytes(of: right))
    case (JSON_ARRAY, JSON_ARRAY):
        return areEqualArrays(left, right)
    case (JSON_OBJECT, JSON_OBJECT):
        return areEqualObjects(left, right)
    default:
        // `true`, `false` and `null` have no content.
        return left.pointee.type == right.pointee.type
    }
}

private func areEqualArrays(_ left: UnsafeMutablePointer<json_t>, _ right: UnsafeMutablePointer<json_t>) -> Bool {
    let count = json_array_size(left)
    guard count == json_array_size(right) else { return false }
    for index in 0..<count {
        guard let a = json_array_get(left, index), let b = json_array_get(right, index), areEqual(a, b) else {
            return false
        }
    }
    return true
}

private func areEqualObjects(_ left: UnsafeMutablePointer<json_t>, _ right: UnsafeMutablePointer<json_t>) -> Bool {
    guard json_object_size(left) == json_object_size(right) else { return false }
    var position = json_object_iter(left)
    while let at = position {
        guard let a = json_object_iter_value(at),
            let b = json_object_getn(right, json_object_iter_key(at), json_object_iter_key_len(at)),
            areEqual(a, b)
        else { return false }
        position = json_object_iter_next(left, at)
    }
    return true
}

private func hashNode(_ node: UnsafeMutablePointer<json_t>, into hasher: inout Hasher) {
    switch node.pointee.type {
    case JSON_INTEGER:
        hasher.combine(Int(json_integer_value(node)))
    case JSON_REAL:
        let real = json_real_value(node)
        if let integer = real.exactInteger { hasher.combine(integer) } else { hasher.combine(real) }
    case JSON_STRING:
        hasher.combine(bytes: stringBytes(of: node))
    case JSON_ARRAY:
        let count = json_array_size(node)
        hasher.combine(count)
        for index in 0..<count { if let element = json_array_get(node, index) { hashNode(element, into: &hasher) } }
    case JSON_OBJECT:
        // Members are unordered, so their hashes are added.
        var sum = 0
        var position = json_object_iter(node)
        while let at = position {
            var member = Hasher()
            member.combine(bytes: keyBytes(at: at))
            if let value = json_object_iter_value(at) { hashNode(value, into: &member) }
            sum &+= member.finalize()
            position = json_object_iter_next(node, at)
        }
        hasher.combine(json_object_size(node))
        hasher.combine(sum)
    default:
        hasher.combine(node.pointee.type.rawValue)
    }
}
