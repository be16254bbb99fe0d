import JSON

/// What all snapshots of an instance begin with, encoded once.
public struct SnapshotHead: Sendable {
    /// `instance`, `feature` and `kind`: of the instance itself.
    let whole: JSONMembers
    /// `instance` alone: a child's feature and kind are its own.
    let instance: JSONMembers

    /// Names an instance and its feature.
    ///
    /// - Parameters:
    ///   - instance: the instance's name.
    ///   - feature: its id in the catalog.
    ///   - kind: nil where whoever writes the state says it.
    public init(instance: String, feature: String, kind: FeatureKind?) {
        self.instance = JSONMembers { $0.field("instance", instance) }
        whole = JSONMembers { json in
            json.field("instance", instance)
            json.field("feature", feature)
            if let kind { json.field("kind", kind.rawValue) }
        }
    }

    /// Writes the members into an object that is open.
    ///
    /// - Parameters:
    ///   - json: where they are written.
    ///   - isOfChild: whether the snapshot is of a child, which says itself what feature it is.
    public func write(to json: inout JSONWriter, isOfChild: Bool) {
        (isOfChild ? instance : whole).write(to: &json)
    }
}

/// Members of an object, encoded without its braces: what is the same in many.
struct JSONMembers: Sendable {
    let bytes: [UInt8]

    /// Encodes the members of an object.
    init(_ body: (inout JSONWriter) -> Void) {
        let object = JSONText.build { json in
            json.beginObject()
            body(&json)
            json.endObject()
        }
        bytes = Array(object.bytes.dropFirst().dropLast())
    }

    func write(to json: inout JSONWriter) {
        if !bytes.isEmpty { bytes.withUnsafeBytes { json.rawValue($0) } }
    }
}
