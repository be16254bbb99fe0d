/// One step of a coding path.
///
/// A value that is read as a primitive has no step. Its key is appended to the path only when an error for the value is
/// thrown.
final class DecodingPath {
    let parent: DecodingPath?
    let key: (any CodingKey)?
    /// The name of the action that is decoded.
    ///
    /// It is nil if the decoded value is not an action, and in all steps after the first.
    let action: String?
    /// True if the action's `init(from:)` has read the params or one of their members.
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

/// The index of an array element as a coding key.
struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { return nil }

    var intValue: Int? { index }
    var stringValue: String { String(index) }
}

/// A coding key with a name and no index.
///
/// It is used for superclasses and for the members of dictionaries.
struct NameKey: CodingKey {
    let stringValue: String

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }

    var intValue: Int? { nil }

    static let superclass = NameKey(stringValue: "super")
}
