import FHJSON
import Testing

/// A client that receives patches, with its states of each instance and each child.
struct PatchedClient {
    /// The current states without `conflated`, by instance and path.
    private(set) var held: [[String]: JSONValue] = [:]
    private(set) var patchCount = 0

    /// Returns the current snapshot; null if there is none.
    func snapshot(_ instance: String, path: [String] = []) -> JSONValue { held[[instance] + path] ?? .null }

    /// Applies messages of a host, in order.
    mutating func take(_ frames: [JSONValue]) throws {
        for frame in frames {
            if let snapshot = frame.snapshot ?? frame["result"]?["snapshot"] { hold(snapshot) }
            guard let params = frame.params(of: "state/patch") else { continue }
            let place = place(of: params)
            let base = try #require(held[place])
            if try #require(params.revision) <= base.revision ?? 0 { continue }
            try #require(params["base"]?.intValue == base.revision, "\(params) applies to another revision")
            patchCount += 1
            held[place] = try JSONPatch.apply(#require(params["patch"]), to: base)
            try #require(held[place]?.revision == params.revision)
            let whole = JSONText(held[place] ?? .null).bytes.count
            try #require(JSONText(params).bytes.count < whole, "\(params) is not shorter than the whole")
        }
    }

    private mutating func hold(_ snapshot: JSONValue) {
        let place = place(of: snapshot)
        if (held[place]?.revision ?? -1) > snapshot.revision ?? 0 { return }
        held[place] = JSONValue.build { json in
            json.beginObject()
            for (key, value) in snapshot.members where key != "conflated" {
                json.key(key)
                json.value(value)
            }
            json.endObject()
        }
    }

    private func place(of params: JSONValue) -> [String] {
        [params["instance"]?.stringValue ?? ""] + (params["path"]?.elements.compactMap(\.stringValue) ?? [])
    }
}
