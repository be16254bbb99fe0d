import JSON

/// A short session that tries some requirements, as `protocol/conformance/README.md` describes it.
public struct Scenario {
    /// The name of its file, without the ending.
    public let name: String
    /// What it tries, in a few words.
    public let about: String
    /// Who is tried.
    public let party: Party
    /// The parts that a host has to claim: that which is tried, and those that the workspace needs.
    public let parts: Set<String>
    /// Features that its catalog has to have.
    let features: [String]
    /// What a plugin has to have: `features`, `reset`, `source`, or `rows`, at least two that stay as they are.
    let needs: Set<String>
    /// How long it is waited for at most, in milliseconds; nil where nothing is said of that.
    let patience: Int?
    /// The workspace that the host is given; nil for any host.
    let workspace: JSONValue?
    /// Files in the working folder, by name.
    let files: [(name: String, text: String)]
    /// Named pipes in the working folder.
    let pipes: [String]
    /// Whether the host lives on virtual time.
    let isVirtual: Bool
    /// Where generated ids begin.
    let seed: Int?
    /// Whether the host listens on a socket.
    let hasSocket: Bool
    /// The request that each front end begins with; nil where it begins with none.
    var initialize: Step.Call?
    /// The ways in which it is played, beside that with patches.
    private let framedWays: [Way]
    var steps: [Step]
    /// The host that is played; nil where a host is tried.
    let role: HostRole?
    private let setting: JSONValue

    /// How a scenario is played.
    public enum Way: String, CaseIterable, Sendable {
        /// In lines.
        case lines
        /// With headers.
        case headers
        /// In lines, byte by byte.
        case bytes
        /// In lines, where snapshots are told by patches, and looked at as what these lead to.
        case patches

        /// `lines` or `headers`.
        var framing: String { self == .headers ? rawValue : Way.lines.rawValue }
    }

    /// The ways in which it is played.
    var ways: [Way] { framedWays + (framedWays.contains(.lines) && suitsPatches ? [.patches] : []) }

    /// Whether it is for a host that takes the arguments of `featurehost serve`.
    var needsArguments: Bool { workspace != nil || isVirtual || seed != nil || hasSocket }

    private static let settings: Set = [
        "about", "part", "features", "workspace", "files", "pipes", "clock", "seed", "framings", "socket", "initialize",
        "tries",
    ]

    private static let pluginSettings: Set = ["about", "part", "initialize", "tries", "needs", "patience"]
    private static let grounds: Set = ["about", "workspace", "files", "clock"]
    private static let frontEndSettings = HostRole.settings.union(["about", "part", "framings", "tries"])

    /// The part of its setting that is what the host is started with.
    var ground: JSONValue {
        .build { json in
            json.beginObject()
            for (key, member) in setting.members where Self.grounds.contains(key) {
                json.key(key)
                json.value(JSONText(member))
            }
            json.endObject()
        }
    }

    /// Whether random messages can be sent to its host: nothing in its workspace waits for something, or starts a
    /// program.
    var suitsChance: Bool {
        guard party == .host, let workspace, workspace["plugins"] == nil, pipes.isEmpty, !hasSocket else {
            return false
        }
        let types = (workspace["sources"] ?? .emptyObject).members.map { $0.value["type"]?.stringValue ?? "" }
        return types.allSatisfy { ["inline", "file"].contains($0) }
    }

    /// The orders that a program has to take.
    var orders: Set<String> {
        let given = ((role?.beginning ?? []) + steps).compactMap {
            if case .order(let name, _) = $0.deed { name } else { nil }
        }
        return Set(given)
    }

    /// Whether it needs a process that ends when a step says so.
    var needsBystander: Bool { steps.contains { if case .endProcess = $0.deed { true } else { false } } }

    /// Whether a host says the same again, byte by byte.
    var isRepeatable: Bool { isVirtual && seed != nil }

    /// The ids of all requirements that it tries.
    public var requirements: Set<String> { Set(steps.flatMap(\.requirements)) }

    /// The ids of all requirements that it tries where it is played in this way.
    func requirements(in way: Way) -> Set<String> {
        way == .patches ? requirements.union(Self.ofPatches) : requirements
    }

    init(name: String, lines: [[UInt8]], isTrusted: Bool) throws(ScenarioMistake) {
        var values: [JSONValue] = []
        for (index, line) in lines.enumerated() {
            do {
                values.append(try JSONValue(parsing: line))
            } catch {
                throw ScenarioMistake(scenario: name, line: index + 1, reason: "\(error)")
            }
        }
        try self.init(name: name, values: values, isTrusted: isTrusted)
    }

    init(name: String, values: [JSONValue], isTrusted: Bool = false) throws(ScenarioMistake) {
        guard let setting = values.first, let about = setting["about"]?.stringValue else {
            throw ScenarioMistake(scenario: name, line: 1, reason: "the first line says what it is about")
        }
        guard let party = Party(rawValue: setting["tries"]?.stringValue ?? Party.host.rawValue) else {
            throw ScenarioMistake(scenario: name, line: 1, reason: "a host is tried, a front end, or a plugin")
        }
        self.party = party
        self.setting = setting
        let settings =
            switch party {
            case .host: Self.settings
            case .frontEnd: Self.frontEndSettings
            case .plugin: Self.pluginSettings
            }
        if let strange = setting.members.first(where: { !settings.contains($0.key) }) {
            throw ScenarioMistake(scenario: name, line: 1, reason: "a setting has no \(strange.key)")
        }
        self.name = name
        self.about = about
        let isVirtual = setting["clock"]?.stringValue == "virtual"
        parts = Self.parts(of: setting["workspace"])
            .union([setting["part"]?.stringValue ?? "core"]).union(isVirtual ? ["virtualClock"] : [])
            .union(setting["socket"] != nil ? ["sockets"] : [])
        needs = Set(setting["needs"]?.elements.compactMap(\.stringValue) ?? [])
        patience = setting["patience"]?.intValue
        features = setting["features"]?.elements.compactMap(\.stringValue) ?? []
        workspace = setting["workspace"]
        files = setting["files"]?.members.map { ($0.key, $0.value.stringValue ?? "") } ?? []
        pipes = setting["pipes"]?.elements.compactMap(\.stringValue) ?? []
        self.isVirtual = isVirtual
        seed = setting["seed"]?.intValue
        // Plugins speak in lines (G-1).
        let usual = party == .plugin ? ["lines"] : ["lines", "headers"]
        let framings = setting["framings"]?.elements.compactMap(\.stringValue) ?? usual
        framedWays = Way.allCases.filter { $0 != .patches && framings.contains($0.framing) }
        hasSocket = setting["socket"]?.boolValue ?? false
        initialize = Step.initialize(setting["initialize"])
        var steps: [Step] = []
        if party != .frontEnd, !hasSocket, let initialize { steps.append(Step(before: .call(initialize))) }
        for (index, value) in values.enumerated().dropFirst() {
            if !isTrusted, let mistake = Step.mistake(in: value, for: party) {
                throw ScenarioMistake(scenario: name, line: index + 1, reason: mistake)
            }
            guard let step = Step(value, line: index + 1) else {
                throw ScenarioMistake(scenario: name, line: index + 1, reason: "this is no step: \(value)")
            }
            for pattern in isTrusted ? [] : Step.patterns(in: value) {
                if let mistake = Operator.mistake(in: pattern) {
                    throw ScenarioMistake(scenario: name, line: index + 1, reason: mistake)
                }
            }
            steps.append(step)
        }
        self.steps = steps
        role = party == .frontEnd ? HostRole(setting, steps) : nil
    }
}

extension Scenario {
    /// The parts that a workspace needs.
    private static func parts(of workspace: JSONValue?) -> Set<String> {
        guard let workspace else { return [] }
        let kinds = (workspace["features"] ?? .emptyObject).members.compactMap { $0.value["kind"]?.stringValue }
        var parts = Set(kinds.compactMap { Claims.parts[$0] })
        let types = (workspace["sources"] ?? .emptyObject).members.compactMap { $0.value["type"]?.stringValue }
        if types.contains("client") { parts.insert("sources") }
        if workspace["plugins"] != nil { parts.insert("plugins") }
        return parts
    }
}

/// What is wrong with a scenario.
public struct ScenarioMistake: Error, CustomStringConvertible {
    let scenario: String
    let line: Int
    let reason: String

    /// The place and the reason.
    public var description: String { "\(scenario):\(line): \(reason)" }
}
