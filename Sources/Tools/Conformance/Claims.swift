import FHJSON

/// The capabilities of a tested program, according to the table of parts in the specification.
struct Claims {
    /// The name and version that the program reports.
    let name: String
    let parts: Set<String>
    /// Returns true if the program has everything that a scenario needs.
    let canPlay: (Scenario) -> Bool
    /// The ways in which scenarios can be played.
    private(set) var ways = Set(Scenario.Way.allCases)
    /// The values to which scenarios refer by name.
    var names: Names = [:]

    /// The part of the specification for each kind of feature.
    static let parts = [
        "view": "views", "list": "lists", "form": "forms", "search": "searches", "flow": "flows", "text": "texts",
    ]

    init(_ options: ConformanceRun.Options, _ schemas: SchemaSet) throws(ConformanceFailure) {
        switch options.party {
        case .host: try self.init(ofHost: options, schemas)
        case .frontEnd: try self.init(ofFrontEnd: options)
        case .plugin: try self.init(ofPlugin: options, schemas)
        }
    }

    // MARK: Clients

    /// Queries a client through the program that controls it.
    private init(ofFrontEnd options: ConformanceRun.Options) throws(ConformanceFailure) {
        let subject = try Handshake.subject(options, [])
        defer { subject.kill() }
        let orders = Orders(subject)
        orders.give("about", .emptyObject)
        let told: JSONValue
        do throws(Reason) {
            told = try orders.answer {}
        } catch {
            throw ConformanceFailure(error.text)
        }
        guard let about = told["result"], let parts = about["parts"] else {
            throw ConformanceFailure("the order about was not answered with parts: \(told.shortened)")
        }
        func names(_ member: String) -> Set<String> {
            Set((about[member] ?? .emptyArray).elements.compactMap(\.stringValue))
        }
        name = Self.name(about)
        // Every client is tested for the part `inspection`, because its only requirement for clients is that they don't
        // depend on `host/inspect`.
        self.parts = Set(parts.elements.compactMap(\.stringValue)).union(["core", "inspection"])
        let known = names("orders")
        canPlay = { $0.orders.isSubset(of: known) }
        let framings = names("framings")
        ways = ways.filter { framings.contains($0.framing) }
    }

    /// A name and a version as one string.
    static func name(_ told: JSONValue?) -> String {
        [told?["name"], told?["version"]].compactMap { $0?.stringValue }.joined(separator: " ")
    }

    init(name: String, parts: Set<String>, names: Names, ways: Set<Scenario.Way>, canPlay: @escaping (Scenario) -> Bool)
    {
        self.name = name
        self.parts = parts
        self.names = names
        self.ways = ways
        self.canPlay = canPlay
    }

    // MARK: Hosts

    private init(ofHost options: ConformanceRun.Options, _ schemas: SchemaSet) throws(ConformanceFailure) {
        let told = try Self.ask(options, [], schemas)
        var parts: Set<String> = ["core"]
        if options.takesWorkspaces {
            // A host that takes workspaces supports everything that a workspace can declare.
            parts.formUnion(["workspaces", "lists", "forms", "searches", "flows", "texts", "sources"])
            let inTime = try? Self.ask(options, ["--clock", "virtual"], schemas)
            if inTime?.initialize["capabilities"]?["virtualClock"]?.boolValue ?? false { parts.insert("virtualClock") }
            if Self.listens(options) { parts.insert("sockets") }
        }
        let answer = told.initialize
        name = Self.name(answer["hostInfo"])
        let capabilities = answer["capabilities"]
        if capabilities?["updates"]?.elements.contains(.string("patch")) ?? false { parts.insert("patches") }
        if capabilities?["virtualClock"]?.boolValue ?? false { parts.insert("virtualClock") }
        parts.formUnion(told.features.elements.compactMap { Self.parts[$0["kind"]?.stringValue ?? ""] })
        let features = Set(told.features.elements.compactMap { $0["id"]?.stringValue })
        canPlay = { features.isSuperset(of: $0.features) }
        if told.hasPlugins { parts.insert("plugins") }
        if told.hasInspection { parts.insert("inspection") }
        if told.hasCommands { parts.insert("commands") }
        self.parts = parts
    }

    /// The features of a host that is started with the workspace and the options in the first line of a scenario.
    static func catalog(
        _ options: ConformanceRun.Options, _ setting: JSONValue, _ schemas: SchemaSet
    ) throws -> [JSONValue] {
        let stage = try Stage(Scenario(name: "catalog", values: [setting]))
        defer { stage.remove() }
        return Array(try ask(options, stage.arguments, schemas).features.elements)
    }

    /// True if the host listens on a socket when it is started with `--socket`.
    private static func listens(_ options: ConformanceRun.Options) -> Bool {
        guard let setting = try? JSONValue(parsing: #"{"about":"sockets","socket":true}"#),
            let scenario = try? Scenario(name: "sockets", values: [setting]), let stage = try? Stage(scenario)
        else { return false }
        defer { stage.remove() }
        guard
            let subject = try? Subject(
                options.command + stage.arguments, timeoutMs: options.timeoutMs)
        else { return false }
        defer { subject.kill() }
        return subject.connect(to: "\(stage.folder)/\(Stage.socket)", .lines) != nil
    }

    private struct Told {
        var initialize: JSONValue
        var features: JSONValue
        var hasPlugins: Bool
        var hasInspection: Bool
        var hasCommands: Bool
    }

    /// Queries a host in a separate session.
    private static func ask(
        _ options: ConformanceRun.Options, _ arguments: [String], _ schemas: SchemaSet
    ) throws(ConformanceFailure) -> Told {
        let handshake = try Handshake(options, arguments, schemas)
        let initialize = try handshake.ask("initialize", Step.introduction)
        let catalog = try handshake.ask("feature/list")
        let plugins = try handshake.ask("host/plugins")
        // The instance does not exist, so any error except "method not found" shows that the host has the method.
        let inspection = try handshake.ask("host/inspect", .object("instance", .string("conform")))
        let commands = try handshake.ask("host/commands")
        return Told(
            initialize: initialize["result"] ?? .emptyObject,
            features: catalog["result"]?["features"] ?? .emptyArray,
            hasPlugins: plugins["result"] != nil,
            hasInspection: inspection["error"]?["code"]?.intValue != -32601,
            hasCommands: commands["result"] != nil)
    }
}
