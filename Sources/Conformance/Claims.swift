import EventLoop
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

    /// The parts of kinds of features.
    static let parts = ["view": "views", "list": "lists", "form": "forms", "search": "searches", "flow": "flows"]

    init(_ options: Trial.Options, _ schemas: SchemaSet) throws(TrialFailure) {
        switch options.party {
        case .host: try self.init(ofHost: options, schemas)
        case .frontEnd: try self.init(ofFrontEnd: options)
        }
    }

    // MARK: Front ends

    /// Orders the program around it to tell.
    private init(ofFrontEnd options: Trial.Options) throws(TrialFailure) {
        let subject = try Self.subject(options, [])
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

    private static func name(_ told: JSONValue?) -> String {
        [told?["name"], told?["version"]].compactMap { $0?.stringValue }.joined(separator: " ")
    }

    private static func subject(_ options: Trial.Options, _ arguments: [String]) throws(TrialFailure) -> Subject {
        do {
            return try Subject(options.command + arguments, patience: options.patience)
        } catch {
            throw TrialFailure("\(options.command.joined(separator: " ")) can't be started: \(error.error)")
        }
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
        let subject = try subject(options, arguments)
        defer { subject.kill() }
        let wire = subject.standardWire(.lines)
        let observer = Observer(schemas)
        func call(_ id: Int, _ method: String, _ params: String) throws(TrialFailure) -> JSONValue {
            let text = #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
            if let message = try? JSONValue(parsing: text) { observer.noteSent(message) }
            wire.send("\(text)\n".utf8)
            while case .frame(let frame) = subject.hear(wire) {
                observer.note(frame)
                if frame["id"] == .integer(id), frame["method"] == nil { return frame }
            }
            let unfinished = wire.noteUnfinished()
            let reasons = (wire.faults + observer.faults).map(\.reason) + (unfinished.map { [$0] } ?? [])
            let why = reasons.first ?? (wire.hasOutput ? "nothing came" : "it ended with \(subject.end().told)")
            throw TrialFailure("\(method) was not answered: \(why)\(subject.lastWords)")
        }
        let initialize = try call(1, "initialize", #"{"protocolVersions":["1"],"clientInfo":{"name":"conform"}}"#)
        let catalog = try call(2, "feature/list", "{}")
        let plugins = try call(3, "host/plugins", "{}")
        // Without a host's own instance: that it is asked for one tells that there is such a method.
        let inspection = try call(4, "host/inspect", #"{"instance":"conform"}"#)
        return Told(
            initialize: initialize["result"] ?? .emptyObject,
            features: catalog["result"]?["features"] ?? .emptyArray,
            hasPlugins: plugins["result"] != nil,
            hasInspection: inspection["error"]?["code"]?.intValue != -32601)
    }
}

extension ChildProcess.ExitStatus? {
    /// For people.
    fileprivate var told: String {
        switch self {
        case .code(let code): "status \(code)"
        case .signal(let number): "signal \(number)"
        case nil: "its output alone"
        }
    }
}
