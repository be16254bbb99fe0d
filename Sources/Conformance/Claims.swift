import JSON

/// What a program says that it has, by the table of parts in the specification.
struct Claims {
    /// Its name and version, as it tells them.
    let name: String
    let parts: Set<String>
    /// The scenarios that it has all for.
    let canPlay: (Scenario) -> Bool
    /// The ways in which they can be played.
    private(set) var ways = Set(Scenario.Way.allCases)
    /// What scenarios call by names.
    var names: Names = [:]

    /// The parts of kinds of features.
    static let parts = ["view": "views", "list": "lists", "form": "forms", "search": "searches", "flow": "flows"]

    init(_ options: Trial.Options, _ schemas: SchemaSet) throws(TrialFailure) {
        switch options.party {
        case .host: try self.init(ofHost: options, schemas)
        case .frontEnd: try self.init(ofFrontEnd: options)
        case .plugin: try self.init(ofPlugin: options, schemas)
        }
    }

    // MARK: Front ends

    /// Orders the program around it to tell.
    private init(ofFrontEnd options: Trial.Options) throws(TrialFailure) {
        let subject = try Interview.subject(options, [])
        defer { subject.kill() }
        let orders = Orders(subject)
        orders.give("about", .emptyObject)
        let told: JSONValue
        do throws(Reason) {
            told = try orders.answer {}
        } catch {
            throw TrialFailure(error.text)
        }
        guard let about = told["result"], let parts = about["parts"] else {
            throw TrialFailure("the order about was not answered with parts: \(told.shortened)")
        }
        func names(_ member: String) -> Set<String> {
            Set((about[member] ?? .emptyArray).elements.compactMap(\.stringValue))
        }
        name = Self.name(about)
        // What is said of inspection is that nobody may need it.
        self.parts = Set(parts.elements.compactMap(\.stringValue)).union(["core", "inspection"])
        let known = names("orders")
        canPlay = { $0.orders.isSubset(of: known) }
        let framings = names("framings")
        ways = ways.filter { framings.contains($0.framing) }
    }

    /// A name and a version in one text.
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

    private init(ofHost options: Trial.Options, _ schemas: SchemaSet) throws(TrialFailure) {
        let told = try Self.ask(options, [], schemas)
        var parts: Set<String> = ["core"]
        if options.takesWorkspaces {
            // Who takes workspaces has all that can be declared in one.
            parts.formUnion(["workspaces", "lists", "forms", "searches", "flows", "sources"])
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
        self.parts = parts
    }

    /// The features of a host that is started as the first line of a scenario says.
    static func catalog(
        _ options: Trial.Options, _ setting: JSONValue, _ schemas: SchemaSet
    ) throws -> [JSONValue] {
        let stage = try Stage(Scenario(name: "catalog", values: [setting]))
        defer { stage.remove() }
        return Array(try ask(options, stage.arguments, schemas).features.elements)
    }

    /// Whether it can be had on a socket.
    private static func listens(_ options: Trial.Options) -> Bool {
        guard let setting = try? JSONValue(parsing: #"{"about":"sockets","socket":true}"#),
            let scenario = try? Scenario(name: "sockets", values: [setting]), let stage = try? Stage(scenario)
        else { return false }
        defer { stage.remove() }
        guard
            let subject = try? Subject(
                options.command + stage.arguments, patience: options.patience)
        else { return false }
        defer { subject.kill() }
        return subject.connect(to: "\(stage.folder)/\(Stage.socket)", .lines) != nil
    }

    private struct Told {
        var initialize: JSONValue
        var features: JSONValue
        var hasPlugins: Bool
        var hasInspection: Bool
    }

    /// Asks a host in a session of its own.
    private static func ask(
        _ options: Trial.Options, _ arguments: [String], _ schemas: SchemaSet
    ) throws(TrialFailure) -> Told {
        let interview = try Interview(options, arguments, schemas)
        let initialize = try interview.ask("initialize", Step.introduction)
        let catalog = try interview.ask("feature/list")
        let plugins = try interview.ask("host/plugins")
        // Without a host's own instance: that it is asked for one tells that there is such a method.
        let inspection = try interview.ask("host/inspect", .object("instance", .string("conform")))
        return Told(
            initialize: initialize["result"] ?? .emptyObject,
            features: catalog["result"]?["features"] ?? .emptyArray,
            hasPlugins: plugins["result"] != nil,
            hasInspection: inspection["error"]?["code"]?.intValue != -32601)
    }
}
