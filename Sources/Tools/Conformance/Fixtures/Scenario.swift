import FHJSON

/// A short session that tests some requirements, as defined in `protocol/conformance/README.md`.
public struct Scenario {
    /// The name of the scenario's file, without the suffix.
    public let name: String
    /// The subject, in a few words.
    public let about: String
    /// The role of the tested program.
    public let party: Party
    /// The parts that the program has to claim: the tested part, and the parts that the workspace needs.
    public let parts: Set<String>
    /// The ids of the features that the catalog of the host has to contain.
    let features: [String]
    /// The required capabilities of a plugin: `features`, `reset`, `source`, or `rows` for at least two stable rows.
    let needs: Set<String>
    /// The maximum timeout in milliseconds; nil for the timeout of the test run.
    let timeoutMs: Int?
    /// The workspace of the host; nil if any host can be tested.
    let workspace: JSONValue?
    /// The files in the working folder, by name.
    let files: [(name: String, text: String)]
    /// The named pipes in the working folder.
    let pipes: [String]
    /// True if the host runs on virtual time.
    let isVirtual: Bool
    /// The seed of generated ids; nil if the host chooses one.
    let seed: Int?
    /// True if the host listens on a socket.
    let hasSocket: Bool
    /// The first request of each client; nil for none.
    var initialize: Step.Call?
    /// The ways in which the scenario is played, apart from patches.
    private let framedWays: [Way]
    var steps: [Step]
    /// The simulated host, if the scenario tests a client; nil otherwise.
    let role: HostRole?
    private let setting: JSONValue

    /// A way of playing a scenario.
    public enum Way: String, CaseIterable, Sendable {
        /// Framing by lines.
        case lines
        /// Framing with headers.
        case headers
        /// Framing by lines, written byte by byte.
        case bytes
        /// Framing by lines, with patches as updates. Steps check the snapshots that result from the patches.
        case patches

        /// The framing: `lines` or `headers`.
        var framing: String { self == .headers ? rawValue : Way.lines.rawValue }
    }

    /// The ways in which the scenario is played.
    var ways: [Way] { framedWays + (framedWays.contains(.lines) && suitsPatches ? [.patches] : []) }

    /// True if the host has to accept arguments of `featurehost serve`.
    var needsArguments: Bool { workspace != nil || isVirtual || seed != nil || hasSocket }

    private static let settings: Set = [
        "about", "part", "features", "workspace", "files", "pipes", "clock", "seed", "framings", "socket", "initialize",
        "tries",
    ]

    private static let pluginSettings: Set = ["about", "part", "initialize", "tries", "needs", "timeoutMs"]
    private static let grounds: Set = ["about", "workspace", "files", "clock"]
    private static let frontEndSettings = HostRole.settings.union(["about", "part", "framings", "tries"])

    /// The members of the scenario's first line that determine how the host is started, as an object.
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

    /// True if random messages can be sent to the scenario's host.
    ///
    /// False if a source of the workspace could wait or run a program.
    var suitsChance: Bool {
        guard party == .host, let workspace, workspace["plugins"] == nil, pipes.isEmpty, !hasSocket else {
            return false
        }
        let types = (workspace["sources"] ?? .emptyObject).members.map { $0.value["type"]?.stringValue ?? "" }
        return types.allSatisfy { ["inline", "file"].contains($0) }
    }

    /// The names of the orders that the scenario sends to the program that controls the client; see ``Orders``.
    var orders: Set<String> {
        let given = ((role?.beginning ?? []) + steps).compactMap {
            if case .order(let name, _) = $0.operation { name } else { nil }
        }
        return Set(given)
    }

    /// True if the scenario needs an additional process that a step ends.
    var needsBystander: Bool { steps.contains { if case .endProcess = $0.operation { true } else { false } } }

    /// True if the host's output has to be the same, byte by byte, each time the scenario is played.
    var isRepeatable: Bool { isVirtual && seed != nil }

    /// The ids of all tested requirements.
    public var requirements: Set<String> { Set(steps.flatMap(\.requirements)) }

    /// The ids of all requirements that are tested in one way of playing.
    func requirements(in way: Way) -> Set<String> {
        way == .patches ? requirements.union(Self.ofPatches) : requirements
    }

    init(name: String, lines: [[UInt8]], isTrusted: Bool) throws(ScenarioError) {
        var values: [JSONValue] = []
        for (index, line) in lines.enumerated() {
            do {
                values.append(try JSONValue(parsing: line))
            } catch {
                throw ScenarioError(scenario: name, line: index + 1, reason: "\(error)")
            }
        }
        try self.init(name: name, values: values, isTrusted: isTrusted)
    }

    init(name: String, values: [JSONValue], isTrusted: Bool = false) throws(ScenarioError) {
        guard let setting = values.first, let about = setting["about"]?.stringValue else {
            throw ScenarioError(scenario: name, line: 1, reason: "the first line says what it is about")
        }
        guard let party = Party(rawValue: setting["tries"]?.stringValue ?? Party.host.rawValue) else {
            throw ScenarioError(scenario: name, line: 1, reason: "a scenario tests a host, a client or a plugin")
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
            throw ScenarioError(scenario: name, line: 1, reason: "a setting has no \(strange.key)")
        }
        self.name = name
        self.about = about
        let isVirtual = setting["clock"]?.stringValue == "virtual"
        parts = Self.parts(of: setting["workspace"])
            .union([setting["part"]?.stringValue ?? "core"]).union(isVirtual ? ["virtualClock"] : [])
            .union(setting["socket"] != nil ? ["sockets"] : [])
        needs = Set(setting["needs"]?.elements.compactMap(\.stringValue) ?? [])
        timeoutMs = setting["timeoutMs"]?.intValue
        features = setting["features"]?.elements.compactMap(\.stringValue) ?? []
        workspace = setting["workspace"]
        files = setting["files"]?.members.map { ($0.key, $0.value.stringValue ?? "") } ?? []
        pipes = setting["pipes"]?.elements.compactMap(\.stringValue) ?? []
        self.isVirtual = isVirtual
        seed = setting["seed"]?.intValue
        // Plugins use only lines (G-1).
        let usual = party == .plugin ? ["lines"] : ["lines", "headers"]
        let framings = setting["framings"]?.elements.compactMap(\.stringValue) ?? usual
        framedWays = Way.allCases.filter { $0 != .patches && framings.contains($0.framing) }
        hasSocket = setting["socket"]?.boolValue ?? false
        initialize = Step.initialize(setting["initialize"])
        var steps: [Step] = []
        if party != .frontEnd, !hasSocket, let initialize { steps.append(Step(before: .call(initialize))) }
        for (index, value) in values.enumerated().dropFirst() {
            if !isTrusted, let diagnostic = Step.diagnostic(in: value, for: party) {
                throw ScenarioError(scenario: name, line: index + 1, reason: diagnostic)
            }
            guard let step = Step(value, line: index + 1) else {
                throw ScenarioError(scenario: name, line: index + 1, reason: "this is no step: \(value)")
            }
            for pattern in isTrusted ? [] : Step.patterns(in: value) {
                if let diagnostic = Operator.diagnostic(in: pattern) {
                    throw ScenarioError(scenario: name, line: index + 1, reason: diagnostic)
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

/// An error in a scenario.
public struct ScenarioError: Error, CustomStringConvertible {
    let scenario: String
    let line: Int
    let reason: String

    /// The scenario, the line and the reason.
    public var description: String { "\(scenario):\(line): \(reason)" }
}
