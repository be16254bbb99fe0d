import FHJSON

/// Generates a session of random messages to the features of a catalog.
///
/// The session is a scenario without expectations, but ``Observer`` still checks all messages from the host.
struct RandomSession {
    private let features: [JSONValue]
    private let values: RandomValue
    private var chance: Chance
    private var lines: [JSONValue] = []
    private var count = 0
    /// The catalog entry of the feature that was last opened under each instance name.
    private var opened: [String: JSONValue] = [:]

    private static let names = ["a", "b", "c", "d"]

    /// Generates a session.
    ///
    /// - Parameters:
    ///   - setting: the first line of a scenario; it contains the workspace of the host.
    ///   - features: the catalog of the host with that workspace.
    ///   - chance: the source of randomness.
    static func scenario(
        seed: Int, setting: JSONValue, features: [JSONValue], _ chance: Chance
    ) throws(ScenarioError) -> Scenario {
        var session = RandomSession(setting: setting, features: features, chance)
        session.write()
        let first = JSONMergePatch.apply(session.own(seed), to: setting)
        return try Scenario(name: "random-\(seed)", values: [JSONValue(first)] + session.lines)
    }

    private init(setting: JSONValue, features: [JSONValue], _ chance: Chance) {
        self.features = features
        values = RandomValue(words: Self.words(in: setting["workspace"] ?? .emptyObject) + ["a", "b", "t1"])
        self.chance = chance
    }

    /// Returns the members that the session adds to the first line of the scenario.
    private mutating func own(_ seed: Int) -> JSONValue {
        let updates = chance.one(of: ["snapshot", "patch"]) ?? ""
        return .build { json in
            json.beginObject()
            json.field("about", "random messages of the seed \(seed)")
            json.field("initialize", JSONText.object("capabilities", .object("updates", .string(updates))))
            json.endObject()
        }
    }

    /// The ids, names and other short strings in a value.
    private static func words(in value: JSONValue) -> [String] {
        if let text = value.stringValue { return text.utf8.count < 30 ? [text] : [] }
        return value.elements.flatMap(words) + value.members.flatMap { [$0.key] + words(in: $0.value) }
    }

    // MARK: Lines

    private mutating func write() {
        for _ in 0..<Int.random(in: 5...40, using: &chance) {
            // Messages are sent without a pause, so that they overlap with pending work.
            for _ in 0..<Int.random(in: 1...8, using: &chance) {
                lines.append(JSONValue(JSONText.object("send", chance.once(in: 20) ? batch() : message())))
            }
            // The snapshot is requested to compare it with the result of the patches.
            for name in opened.keys.sorted() { look(at: name) }
            lines.append(JSONValue(JSONText.object("call", .string("ping"))))
        }
        for name in Self.names { look(at: name) }
        lines.append(JSONValue(JSONText.object("call", .string("ping"))))
        lines.append(JSONValue(JSONText.object("status", .integer(0))))
    }

    private mutating func look(at name: String) {
        let request = request("feature/snapshot", JSONText.object("instance", .string(name)))
        lines.append(JSONValue(JSONText.object("send", request)))
    }

    private mutating func batch() -> JSONText {
        let members = (0..<Int.random(in: 1...4, using: &chance)).map { _ in send() }
        return .build { json in
            json.beginArray()
            for member in members { json.value(member) }
            json.endArray()
        }
    }

    private mutating func message() -> JSONText {
        let name = chance.one(of: Self.names) ?? ""
        guard opened[name] != nil, !chance.once(in: 25) else { return open(name) }
        switch Int.random(in: 0..<100, using: &chance) {
        case ..<70: return send()
        case ..<75: return request("feature/snapshot", about(name))
        case ..<79: return request("state/subscribe", about(name))
        case ..<82: return request("state/unsubscribe", about(name))
        case ..<85: return request("feature/close", JSONText.object("instance", .string(name)))
        case ..<89: return request("feature/settle", waiting(name))
        case ..<91: return request("feature/list", .emptyObject)
        case ..<93: return request("clock/advance", JSONText.object("ms", .integer(chance.one(of: [0, 1, 300]) ?? 0)))
        case ..<95: return request("strange/method", .emptyObject)
        case ..<97: return request("ping", .emptyObject)
        default:
            let id = max(1, count - Int.random(in: 0..<6, using: &chance))
            return .build { json in
                json.beginObject()
                json.field("jsonrpc", "2.0")
                json.field("method", "$/cancelRequest")
                json.field("params", JSONText.object("id", .integer(id)))
                json.endObject()
            }
        }
    }

    private mutating func request(_ method: String, _ params: JSONText) -> JSONText {
        count += 1
        return Message.request(.integer(count), method, params)
    }

    private mutating func open(_ name: String) -> JSONText {
        guard let feature = chance.one(of: features) else { return request("ping", .emptyObject) }
        opened[name] = feature
        let fixture = chance.once(in: 4) ? chance.one(of: (feature["fixtures"] ?? .emptyArray).elements) : nil
        let id = feature["id"] ?? .null
        return request(
            "feature/open",
            .build { json in
                json.beginObject()
                json.field("feature", id)
                json.field("instance", name)
                if let fixture { json.field("fixture", fixture) }
                json.endObject()
            })
    }

    private mutating func send() -> JSONText {
        guard let name = chance.one(of: opened.keys.sorted()), let feature = opened[name],
            let action = chance.one(of: (feature["actions"] ?? .emptyArray).elements)
        else { return request("ping", .emptyObject) }
        let params = values.draw(action["params"] ?? .emptyObject, &chance)
        let waits = chance.once(in: 15)
        return request(
            "feature/send",
            .build { json in
                json.beginObject()
                json.field("instance", name)
                json.field("action", action["name"] ?? .null)
                json.field("params", params)
                if waits {
                    json.field("await", "settled")
                    json.field("timeoutMs", 20)
                }
                json.endObject()
            })
    }

    /// The params that address an instance or, in one of four cases, the presentation of the instance, which may not
    /// exist.
    private mutating func about(_ name: String) -> JSONText {
        let path = chance.once(in: 4) ? ["presentation"] : []
        return .build { json in
            json.beginObject()
            json.field("instance", name)
            json.field("path", path)
            json.endObject()
        }
    }

    private mutating func waiting(_ name: String) -> JSONText {
        .build { json in
            json.beginObject()
            json.field("instance", name)
            json.field("timeoutMs", 20)
            json.endObject()
        }
    }
}
