/// One step of a coding path.
///
/// Steps are made for nested values only: a primitive's step is put on in its error.
final class DecodingPath {
    let parent: DecodingPath?
    let key: (any CodingKey)?
    /// Set at the root alone, and only where the value there is the params of this action.
    let action: String?
    /// Whether anything has been asked of those params.
    var areParamsRead = false

    init(parent: DecodingPath?, key: any CodingKey) {
        self.parent = parent
        self.key = key
        self.action = nil
    }

    init(action: String) {
        self.parent = nil
        self.key = nil
        self.action = action
    }
}

extension DecodingPath? {
    var codingPath: [any CodingKey] {
        var keys: [any CodingKey] = []
        var step = self
        while let current = step {
            if let key = current.key { keys.append(key) }
            step = current.parent
        }
        return keys.reversed()
    }
}

/// The place of an element, as a key.
struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { return nil }

    var intValue: Int? { index }
    var stringValue: String { String(index) }
}

/// A key that only a string says: that of a superclass, or of a dictionary's member.
struct NameKey: CodingKey {
    let stringValue: String

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }

    var intValue: Int? { nil }

    static let superclass = NameKey(stringValue: "super")
}
