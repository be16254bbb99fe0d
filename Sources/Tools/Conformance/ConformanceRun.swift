import FHEventLoop
import FHJSON

/// A conformance run: queries the parts that a program claims, plays their scenarios, and collects the results.
///
/// ```swift
/// let run = ConformanceRun(try Fixtures(), ConformanceRun.Options(["featurehost", "serve"]))
/// let report = try run.run()
/// print(report.lines(isLong: false).joined(separator: "\n"))
/// ```
public struct ConformanceRun {
    /// The tested program and the options of the run.
    public struct Options {
        /// The program and its arguments.
        public var command: [String]
        /// The role of the program.
        public var party = Party.host
        /// The tested source of a plugin, as an object of `kind`, `options` and `id`.
        ///
        /// If it is nil, the first kind that the plugin reports is tested, without options.
        public var source: JSONValue?
        /// True if the program takes `--workspace FILE`, `--clock virtual` and `--seed N` after its arguments.
        public var takesWorkspaces = false
        /// The tested parts; nil for the parts that the program claims.
        public var parts: Set<String>?
        /// The tested requirements; empty for all.
        public var requirements: Set<String> = []
        /// Parts of the names of the scenarios to play; empty for all scenarios.
        public var scenarios: [String] = []
        /// The ways in which scenarios are played, such as with headers or with patches.
        public var ways = Set(Scenario.Way.allCases)
        /// The number of random sessions that replace the scenarios; 0 for none.
        public var randomCount = 0
        /// The seed of the first random session.
        ///
        /// The seed of each further session is one greater.
        public var seed = 0
        /// The timeout of each wait for the program, in milliseconds.
        public var timeoutMs = 10_000

        /// Creates options for a command.
        public init(_ command: [String]) { self.command = command }
    }

    private let fixtures: Fixtures
    private let options: Options
    /// True if scenarios are played regardless of their requirements, because a selected requirement can be violated in
    /// any session or has no scenario.
    private let wantsAll: Bool

    /// Prepares a run.
    public init(_ fixtures: Fixtures, _ options: Options) {
        self.fixtures = fixtures
        self.options = options
        let tried = fixtures.scenarios.filter { $0.party == options.party }.reduce(into: Set<String>()) {
            for way in $1.ways { $0.formUnion($1.requirements(in: way)) }
        }
        let wanted = options.requirements
        wantsAll =
            !wanted.isSubset(of: tried) || options.party == .host && !wanted.isDisjoint(with: Observer.watched)
    }

    /// Plays the selected scenarios or, if ``Options/randomCount`` is greater than 0, random sessions instead.
    ///
    /// - Parameter onPlay: called before each scenario is played, with its name and the way in which it is played.
    /// - Throws: `ConformanceFailure` if the program can't be started, if it does not answer the first requests (for
    ///   example because its role is not ``Options/party``), if a scenario can't be played, or if scenarios can be
    ///   played only in ways that are not in ``Options/ways``.
    public func run(onPlay: (String) -> Void = { _ in }) throws(ConformanceFailure) -> Report {
        let claims = try Claims(options, fixtures.schemas)
        let parts = options.parts ?? claims.parts
        var results = Results(fixtures.requirements, of: options.party, parts: parts)
        if options.randomCount > 0 {
            try playRandom(claims, &results, onPlay)
        } else {
            try playAll(claims, parts, &results, onPlay)
            if results.playCount == 0 { try tellOtherWays(claims, parts) }
        }
        results.note(seen: fixtures.schemas.seen)
        return Report(
            name: claims.name, party: options.party, parts: parts, results: results, only: options.requirements)
    }

    private func playAll(
        _ claims: Claims, _ parts: Set<String>, _ results: inout Results, _ onPlay: (String) -> Void
    ) throws(ConformanceFailure) {
        for scenario in fixtures.scenarios {
            let ways = ways(of: scenario, claims, parts)
            if ways.isEmpty { continue }
            guard options.takesWorkspaces || !scenario.needsArguments else {
                results.skip(scenario)
                continue
            }
            for way in ways where options.ways.contains(way) {
                onPlay("\(scenario.name) (\(way.rawValue))")
                try play(scenario, way, &results, claims.names)
            }
        }
    }

    /// Returns the ways that the program supports and for which the options select the scenario.
    ///
    /// ``Options/ways`` is not considered. The array is empty if the program can't play the scenario.
    private func ways(of scenario: Scenario, _ claims: Claims, _ parts: Set<String>) -> [Scenario.Way] {
        guard scenario.parts.isSubset(of: parts), claims.canPlay(scenario) else { return [] }
        return scenario.ways.filter { way in
            claims.ways.contains(way) && isWanted(scenario, way) && (way != .patches || parts.contains("patches"))
        }
    }

    /// Throws an error that lists the ways in which scenarios can be played, if none of these ways is selected.
    private func tellOtherWays(_ claims: Claims, _ parts: Set<String>) throws(ConformanceFailure) {
        let fitting = fixtures.scenarios.filter { options.takesWorkspaces || !$0.needsArguments }
        let others = Set(fitting.flatMap { ways(of: $0, claims, parts) }).map(\.rawValue).sorted()
        guard !others.isEmpty else { return }
        let asked = options.ways.map(\.rawValue).sorted().joined(separator: ", ")
        throw ConformanceFailure(
            "nothing was tried: no scenario fits --way \(asked); some do --way \(others.joined(separator: ", "))")
    }

    private static let draws = 20

    /// Plays random sessions.
    ///
    /// If the program takes workspaces, the sessions use workspaces of scenarios.
    private func playRandom(
        _ claims: Claims, _ results: inout Results, _ onPlay: (String) -> Void
    ) throws(ConformanceFailure) {
        let fitting = fixtures.scenarios.filter { $0.suitsChance && claims.canPlay($0) }
        let grounds = options.takesWorkspaces ? fitting.map(\.ground) : []
        var catalogs: [JSONValue: [JSONValue]] = [:]
        for seed in options.seed..<options.seed + options.randomCount {
            var chance = Chance(seed: seed)
            var ground = JSONValue.emptyObject
            var features: [JSONValue] = []
            // Some workspaces are intentionally invalid, so several draws may be needed.
            for _ in 0..<Self.draws where features.isEmpty {
                ground = chance.one(of: grounds) ?? .build { $0.raw(#"{"about":"any host"}"#) }
                features = catalogs[ground] ?? (try? Claims.catalog(options, ground, fixtures.schemas)) ?? []
                catalogs[ground] = features
            }
            do {
                // Patches are requested at random in the session itself.
                let ways = Scenario.Way.allCases.filter { $0 != .patches && options.ways.contains($0) }
                let way = chance.one(of: ways) ?? .lines
                let scenario = try RandomSession.scenario(seed: seed, setting: ground, features: features, chance)
                onPlay("\(scenario.name) (\(way.rawValue))")
                try play(scenario, way, &results)
            } catch let failure as ConformanceFailure {
                throw failure
            } catch {
                throw ConformanceFailure("random-\(seed) can't be played: \(error)")
            }
        }
    }

    /// True if a scenario is selected and is for the role of the tested program.
    private func isWanted(_ scenario: Scenario, _ way: Scenario.Way) -> Bool {
        scenario.party == options.party
            && (options.requirements.isEmpty || wantsAll
                || !options.requirements.isDisjoint(with: scenario.requirements(in: way)))
            && (options.scenarios.isEmpty || options.scenarios.contains { scenario.name.contains($0) })
    }

    private func once(_ scenario: Scenario, _ way: Scenario.Way, _ names: Names) throws -> Outcome {
        let (command, schemas, timeoutMs) = (options.command, fixtures.schemas, options.timeoutMs)
        return switch options.party {
        case .host, .plugin:
            try ScenarioPlayer(scenario, way, command, schemas, timeoutMs: timeoutMs, names: names).play()
        case .frontEnd: try FrontEndPlayer(scenario, way, command, schemas, timeoutMs: timeoutMs).play()
        }
    }

    private func play(
        _ scenario: Scenario, _ way: Scenario.Way, _ results: inout Results, _ names: Names = [:]
    ) throws(ConformanceFailure) {
        do {
            let outcome = try once(scenario, way, names)
            results.note(outcome, scenario, way)
            guard scenario.isRepeatable, way == .lines, outcome.failure == nil else { return }
            results.compare(outcome, try once(scenario, way, names), scenario, way)
        } catch {
            throw ConformanceFailure("\(scenario.name) can't be played: \(error)")
        }
    }
}

/// The reason why there is no report.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// The reason, as a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
