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
    /// Whether a requirement is asked for that any session may break, or that no scenario is there for.
    private let wantsAll: Bool

    /// Prepares a trial.
    public init(_ material: Material, _ options: Options) {
        self.material = material
        self.options = options
        let tried = material.scenarios.filter { $0.party == options.party }.reduce(into: Set<String>()) {
            for way in $1.ways { $0.formUnion($1.requirements(in: way)) }
        }
        let wanted = options.requirements
        wantsAll =
            !wanted.isSubset(of: tried) || options.party == .host && !wanted.isDisjoint(with: Observer.watched)
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
            if results.playCount == 0 { try tellOtherWays(claims, parts) }
        }
        results.note(seen: material.schemas.seen)
        return Report(
            name: claims.name, party: options.party, parts: parts, results: results, only: options.requirements)
    }

    private func playAll(
        _ claims: Claims, _ parts: Set<String>, _ results: inout Results, _ onPlay: (String) -> Void
    ) throws(TrialFailure) {
        for scenario in material.scenarios {
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

    /// The ways in which a scenario shows something that is asked for, with what there is to try.
    private func ways(of scenario: Scenario, _ claims: Claims, _ parts: Set<String>) -> [Scenario.Way] {
        guard scenario.parts.isSubset(of: parts), claims.canPlay(scenario) else { return [] }
        return scenario.ways.filter { way in
            claims.ways.contains(way) && isWanted(scenario, way) && (way != .patches || parts.contains("patches"))
        }
    }

    /// Says in which ways something could be tried, where there is nothing in those that are asked for.
    private func tellOtherWays(_ claims: Claims, _ parts: Set<String>) throws(TrialFailure) {
        let fitting = material.scenarios.filter { options.takesWorkspaces || !$0.needsArguments }
        let others = Set(fitting.flatMap { ways(of: $0, claims, parts) }).map(\.rawValue).sorted()
        guard !others.isEmpty else { return }
        let asked = options.ways.map(\.rawValue).sorted().joined(separator: ", ")
        throw TrialFailure(
            "nothing was tried: no scenario fits --way \(asked); some do --way \(others.joined(separator: ", "))")
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
                // Whether it asks for patches is drawn too.
                let ways = Scenario.Way.allCases.filter { $0 != .patches && options.ways.contains($0) }
                let way = chance.one(of: ways) ?? .lines
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
    private func isWanted(_ scenario: Scenario, _ way: Scenario.Way) -> Bool {
        scenario.party == options.party
            && (options.requirements.isEmpty || wantsAll
                || !options.requirements.isDisjoint(with: scenario.requirements(in: way)))
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
