import FHJSON

/// Writes the members of an action's params.
///
/// ```swift
/// node.send("setActive", Params { $0.field("id", id) })
/// ```
public struct Params {
    private let write: (inout JSONWriter) -> Void

    /// Makes params from a function that writes members.
    public init(_ write: @escaping (inout JSONWriter) -> Void) { self.write = write }

    /// Returns these params with further members.
    public func and(_ more: @escaping (inout JSONWriter) -> Void) -> Params {
        let write = write
        return Params {
            write(&$0)
            more(&$0)
        }
    }

    /// Returns params with the members of an object.
    public static func members(of object: JSONValue) -> Params {
        Params { json in
            for (key, value) in object.members {
                json.key(key)
                json.value(value)
            }
        }
    }

    static func text(_ params: Params?) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            params?.write(&json)
            json.endObject()
        }
    }
}
