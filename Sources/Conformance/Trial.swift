import EventLoop
import JSON

/// Tries a host or a front end: finds out which parts it claims, plays the scenarios of these to it, and collects what
/// they show.
public struct Trial {
    /// What is tried, and how.
    public struct Options {
        /// The program and its arguments.
        public var command: [String]
        /// What it is.
        public var party = Party.host
        /// The source of a plugin that is tried, as a workspace declares it: `kind`, `options`, `id`; nil for the first
        /// kind that it names, without options.
        public var source: JSONValue?
        /// Whether it takes `--workspace FILE`, `--clock virtual` and `--seed N` behind its arguments.
        public var takesWorkspaces = false
        /// The parts that are tried; nil for those that it claims.
        public var parts: Set<String>?
        /// The requirements that are tried; empty for all.
        public var requirements: Set<String> = []
        /// The scenarios that are played, by parts of their names; empty for all.
        public var scenarios: [String] = []
        /// The ways in which they are played.
        public var ways = Set(Scenario.Way.allCases)
        /// How many sessions by chance are played in place of the scenarios.
        public var randomCount = 0
        /// What the first of them follows from; the next ones from the numbers after it.
        public var seed = 0
        /// How long the program is waited for at a time, in milliseconds.
        public var patience = 10_000

        /// Describes the trial of a command.
        public init(_ command: [String]) { self.command = command }
    }

    private let material: Material
    private let options: Options
    /// The requirements that scenarios are there for.
    private let tried: Set<String>

    /// Prepares a trial.
    public init(_ material: Material, _ options: Options) {
        self.material = material
        self.options = options
        tried = material.scenarios.filter { $0.party == options.party }.reduce(into: []) {
            $0.formUnion($1.requirements)
        }
    }

    /// Plays all that there is to play.
    ///
    /// - Parameter onPlay: is told of each scenario before it is played.
    /// - Throws: `TrialFailure` where the program can't be started, or is not what is tried.
    public func run(onPlay: (String) -> Void = { _ in }) throws(TrialFailure) -> Report {
        let claims = try Claims(options, material.schemas)
        let parts = options.parts ?? claims.parts
        var results = Results(material.requirements, of: options.party, parts: parts)
        if options.randomCount > 0 {
            try playRandom(claims, &results, onPlay)
        } else {
            try playAll(claims, parts, &results, onPlay)
        }
        results.note(seen: material.schemas.seen)
        return Report(
            name: claims.name, party: options.party, parts: parts, results: results, only: options.requirements)
    }

    private func playAll(
        _ claims: Claims, _ parts: Set<String>, _ results: inout Results, _ onPlay: (String) -> Void
    ) throws(TrialFailure) {
        for scenario in material.scenarios where scenario.parts.isSubset(of: parts) && isWanted(scenario) {
            guard claims.canPlay(scenario) else { continue }
            guard options.takesWorkspaces || !scenario.needsArguments else {
                results.skip(scenario)
                continue
            }
            for way in scenario.ways where claims.ways.contains(way) && options.ways.contains(way) {
                onPlay("\(scenario.name) (\(way.rawValue))")
                try play(scenario, way, &results, claims.names)
            }
        }
    }

    private static let draws = 20

    /// Plays sessions by chance, in the workspaces of scenarios where it takes such.
    private func playRandom(
        _ claims: Claims, _ results: inout Results, _ onPlay: (String) -> Void
    ) throws(TrialFailure) {
        let fitting = material.scenarios.filter { $0.suitsChance && claims.canPlay($0) }
        let grounds = options.takesWorkspaces ? fitting.map(\.ground) : []
        var catalogs: [JSONValue: [JSONValue]] = [:]
        for seed in options.seed..<options.seed + options.randomCount {
            var chance = Chance(seed: seed)
            var ground = JSONValue.emptyObject
            var features: [JSONValue] = []
            // Some workspaces are there to be refused.
            for _ in 0..<Self.draws where features.isEmpty {
                ground = chance.one(of: grounds) ?? .build { $0.raw(#"{"about":"any host"}"#) }
                features = catalogs[ground] ?? (try? Claims.catalog(options, ground, material.schemas)) ?? []
                catalogs[ground] = features
            }
            do {
                let way = chance.one(of: Scenario.Way.allCases.filter(options.ways.contains)) ?? .lines
                let scenario = try RandomSession.scenario(seed: seed, setting: ground, features: features, chance)
                onPlay("\(scenario.name) (\(way.rawValue))")
                try play(scenario, way, &results)
            } catch let failure as TrialFailure {
                throw failure
            } catch {
                throw TrialFailure("random-\(seed) can't be played: \(error)")
            }
        }
    }

    /// Whether it is about who is tried, and asked for.
    ///
    /// Where a requirement is no scenario's, but watched for all the time, all are played.
    private func isWanted(_ scenario: Scenario) -> Bool {
        scenario.party == options.party
            && (!options.requirements.isSubset(of: tried) || options.requirements.isEmpty
                || !options.requirements.isDisjoint(with: scenario.requirements))
            && (options.scenarios.isEmpty || options.scenarios.contains { scenario.name.contains($0) })
    }

    private func once(_ scenario: Scenario, _ way: Scenario.Way, _ names: Names) throws -> Outcome {
        let (command, schemas, patience) = (options.command, material.schemas, options.patience)
        return switch options.party {
        case .host, .plugin:
            try ScenarioPlayer(scenario, way, command, schemas, patience: patience, names: names).play()
        case .frontEnd: try FrontEndPlayer(scenario, way, command, schemas, patience: patience).play()
        }
    }

    private func play(
        _ scenario: Scenario, _ way: Scenario.Way, _ results: inout Results, _ names: Names = [:]
    ) throws(TrialFailure) {
        do {
            let outcome = try once(scenario, way, names)
            results.note(outcome, scenario, way)
            guard scenario.isRepeatable, way == .lines, outcome.failure == nil else { return }
            results.compare(outcome, try once(scenario, way, names), scenario, way)
        } catch {
            throw TrialFailure("\(scenario.name) can't be played: \(error)")
        }
    }
}

/// Why there is nothing to report.
public struct TrialFailure: Error, CustomStringConvertible {
    /// A sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
