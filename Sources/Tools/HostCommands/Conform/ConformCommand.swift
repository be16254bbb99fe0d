import ArgumentParser
import FHConformance
import FHEventLoop
import FHJSON

/// `featurehost conform`: tests a host, a client or a plugin for conformance to the specification.
struct ConformCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Checks a host, a client or a plugin against the requirements of the protocol.",
        discussion: """
            Plays short sessions to a host, in lines, with headers and byte by byte, and reports which numbered \
            requirements of the specification the host meets.

            With --workspaces the command receives --workspace FILE, --clock virtual, --seed N and --socket PATH \
            after its arguments, as `featurehost serve` does. It must support everything that a workspace can \
            declare, or the parts in --parts. Without --workspaces only the requirements for any host are tested.

            With --client the command is a program that controls a client. It reads one request per line; \
            `protocol/conformance/README.md` describes the requests. With --plugin the command is a plugin. Its \
            features are tested, and the source that --source declares, by default its first source.

            Examples:
              featurehost conform --workspaces -- featurehost serve
              featurehost conform --random 100 --seed 7 -- featurehost serve
              featurehost conform --client -- python3 clients/python/examples/conform.py

            Exit status:
              0    all tested requirements are met
              1    a requirement is not met
              2    nothing could be tested
              64   usage error
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, junit
    }

    @Flag(help: "The command controls a client; the tests play the host.")
    var client = false

    @Flag(help: "The command is a plugin; the tests play the host.")
    var plugin = false

    @Option(
        help: ArgumentHelp(
            "Source of the plugin to test, as in a workspace: kind, options, id.", valueName: "json"))
    var source: String?

    @Flag(help: "The command accepts a workspace, a virtual clock and a seed, as `featurehost serve` does.")
    var workspaces = false

    @Option(help: "Format of the report.")
    var report: Format = .text

    @Flag(help: "In a text report, include met and untested requirements.")
    var all = false

    @Option(name: .long, parsing: .upToNextOption, help: "Parts to test, instead of the claimed ones.")
    var parts: [String] = []

    @Option(
        name: .long, parsing: .singleValue,
        help: ArgumentHelp("Requirement to test; may be repeated.", valueName: "id"))
    var only: [String] = []

    @Option(
        name: .long, parsing: .singleValue,
        help: ArgumentHelp("Play the scenarios whose names contain this text; may be repeated.", valueName: "text"))
    var scenario: [String] = []

    @Option(
        name: .long, parsing: .singleValue,
        help: ArgumentHelp("Play the scenario in this file, instead of those built in.", valueName: "path"))
    var file: [String] = []

    @Option(
        name: .long, parsing: .singleValue,
        help: "Framing of the scenarios, or patches; may be repeated.")
    var way: [Scenario.Way] = []

    @Option(
        help: ArgumentHelp(
            "Number of sessions with random messages to play, instead of the scenarios.", valueName: "count"))
    var random = 0

    @Option(help: ArgumentHelp("Seed of the first random session.", valueName: "number"))
    var seed: Int?

    @Option(help: ArgumentHelp("Timeout of each wait for the command.", valueName: "seconds"))
    var timeout = 10

    @Flag(help: "Print the name of each scenario to standard error before it is played.")
    var verbose = false

    @Argument(parsing: .postTerminator, help: "Command to test.")
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else { throw ValidationError("the command is missing: conform -- COMMAND") }
        guard (0...1_000_000).contains(random) else { throw ValidationError("--random must be from 0 to 1000000") }
        if random > 0, !scenario.isEmpty || !file.isEmpty {
            throw ValidationError("--random makes up sessions, and takes no --scenario or --file")
        }
        if client, random > 0 { throw ValidationError("--random is for hosts") }
        guard (0...1 << 48).contains(seed ?? 0) else { throw ValidationError("--seed must be from 0 to 2^48") }
        if seed != nil, random == 0 { throw ValidationError("--seed is for --random") }
        if client, workspaces { throw ValidationError("--workspaces is for hosts, and --client for clients") }
        if plugin, client || workspaces || random > 0 {
            throw ValidationError("--plugin takes no --client, --workspaces or --random")
        }
        if let source {
            guard plugin else { throw ValidationError("--source is for --plugin") }
            guard (try? JSONValue(parsing: source))?.isObject ?? false else {
                throw ValidationError("--source must be an object of JSON")
            }
        }
        guard (1...3_600).contains(timeout) else { throw ValidationError("--timeout must be from 1 to 3600") }
    }

    private func fixtures() throws -> Fixtures {
        // With `--only`, all scenarios are read, because the run determines from them which requirements are tested.
        if file.isEmpty { return try Fixtures(for: party, scenarios: only.isEmpty ? scenario : []) }
        return try Fixtures(
            scenarioFiles: file.map { path in
                do {
                    return (path, try WholeFile.read(path))
                } catch {
                    StandardError.print("\(path) can't be read: \(error)")
                    throw ExitCode(2)
                }
            })
    }

    private var party: Party { client ? .frontEnd : plugin ? .plugin : .host }

    /// Throws if a named requirement, part or scenario does not exist.
    private func check(_ fixtures: Fixtures) throws {
        let ids = Set(fixtures.requirements.map(\.id))
        let known = Set(fixtures.requirements.map(\.part))
        let names = fixtures.scenarios.filter { $0.party == party }.map(\.name)
        let list = known.sorted().joined(separator: ", ")
        let diagnostics =
            only.filter { !ids.contains($0) }.map { "requirement \($0)" }
            + parts.filter { !known.contains($0) }.map { "part \($0); there are \(list)" }
            + scenario.filter { part in !names.contains { $0.contains(part) } }.map {
                "scenario with \($0) in its name"
            }
        guard let first = diagnostics.first else { return }
        StandardError.print("there is no \(first)")
        throw ExitCode(2)
    }

    func run() throws {
        ignoreSIGPIPE()
        do {
            let fixtures = try fixtures()
            try check(fixtures)
            var options = ConformanceRun.Options(command)
            options.party = party
            options.source = source.flatMap { try? JSONValue(parsing: $0) }
            options.takesWorkspaces = workspaces
            options.parts = parts.isEmpty ? nil : Set(parts)
            options.requirements = Set(only)
            options.scenarios = scenario
            options.timeoutMs = timeout * 1_000
            if !way.isEmpty { options.ways = Set(way) }
            options.randomCount = random
            options.seed = seed ?? Int.random(in: 0..<1 << 32)
            if random > 0, seed == nil { StandardError.print("the first seed is \(options.seed)") }
            let report = try ConformanceRun(fixtures, options).run { name in
                if verbose { StandardError.print(name) }
            }
            guard report.hasPlayed else {
                let wantsMore = party == .host && !workspaces
                let hint = wantsMore ? "; most need a host that takes workspaces, and --workspaces" : ""
                StandardError.print(
                    "nothing was tried: no scenario fits what was asked for and what there is to try\(hint)")
                throw ExitCode(2)
            }
            switch self.report {
            case .text: try StandardOutput.print(lines: report.lines(isLong: all))
            case .json: try StandardOutput.print(report.json.string)
            case .junit: try StandardOutput.print(page: report.junit)
            }
            if !report.isGood { throw ExitCode(1) }
        } catch let failure as ConformanceFailure {
            StandardError.print("\(failure)")
            throw ExitCode(2)
        } catch let diagnostic as ScenarioError {
            StandardError.print("\(diagnostic)")
            throw ExitCode(2)
        }
    }
}

extension Scenario.Way: ExpressibleByArgument {}
