/// What scenarios have shown of the requirements.
struct Results {
    /// Something that is not as it should be.
    struct Finding {
        /// The requirements that are not met, where it can be said.
        let requirements: [String]
        let scenario: String
        /// The line of the scenario that did not hold; nil where it is something that a host may never do.
        let line: Int?
        let way: Scenario.Way
        let reason: String
    }

    /// What is known of a requirement.
    enum Status: String {
        case met, notMet, untried, untestable
    }

    let requirements: [Requirement]
    private let party: Party
    /// The ids of what is only recommended.
    private let recommended: Set<String>
    private(set) var findings: [Finding] = []
    private(set) var skipped: [Scenario] = []
    /// How many scenarios were played, each way counted.
    private(set) var playCount = 0
    private var held: Set<String> = []
    private var broken: Set<String> = []
    /// The scenarios that were played in other ways than with patches: which of them came to their ends, and where the
    /// others did not hold.
    private var whole: Set<String> = []
    private var stops: [String: Set<Int>] = [:]
    /// The requirements that say which members there are, by these.
    private let byMember: [SchemaSet.Member: String]

    /// - Parameters:
    ///   - party: who is tried.
    ///   - parts: the parts whose requirements count.
    init(_ requirements: [Requirement], of party: Party, parts: Set<String>) {
        self.party = party
        self.requirements = requirements.filter { it in
            it.isBinding && it.parties.contains(party.rawValue) && parts.contains(it.part)
        }
        recommended = Set(requirements.filter { !$0.isBinding }.map(\.id))
        var byMember: [SchemaSet.Member: String] = [:]
        for requirement in requirements {
            for member in requirement.members { byMember[member] = requirement.id }
        }
        self.byMember = byMember
    }

    /// Whether a finding is about what is recommended alone, so that nothing required is not met.
    func isAdvice(_ finding: Finding) -> Bool {
        !finding.requirements.isEmpty && recommended.isSuperset(of: finding.requirements)
    }

    func status(of requirement: Requirement) -> Status {
        if broken.contains(requirement.id) { return .notMet }
        if held.contains(requirement.id) { return .met }
        return requirement.untestable == nil ? .untried : .untestable
    }

    mutating func note(
        _ outcome: Outcome, _ scenario: Scenario, _ way: Scenario.Way
    ) {
        playCount += 1
        held.formUnion(party == .plugin ? Set(outcome.held.flatMap(PluginDuty.ids)) : outcome.held)
        if let failure = outcome.failure {
            add(
                Finding(
                    requirements: blame(failure.step, scenario, way), scenario: scenario.name, line: failure.step.line,
                    way: way, reason: failure.reason))
        }
        if way != .patches {
            if let failure = outcome.failure {
                stops[scenario.name, default: []].insert(failure.step.line)
            } else {
                whole.insert(scenario.name)
            }
        }
        for fault in outcome.faults {
            if party == .plugin {
                let own = fault.violation.map { [PluginDuty.id(ofSchema: $0.schema)] }
                let ids = own ?? fault.requirements.flatMap(PluginDuty.ids)
                add(Finding(requirements: ids, scenario: scenario.name, line: nil, way: way, reason: fault.reason))
                continue
            }
            let blamed = fault.violation.flatMap { violation in
                let document = SchemaSet.document(of: violation.schema)
                return byMember[SchemaSet.Member(schema: violation.schema, name: violation.member)]
                    ?? byMember[SchemaSet.Member(schema: document, name: nil)] ?? "C-1"
            }
            add(
                Finding(
                    requirements: fault.requirements + (blamed.map { [$0] } ?? []), scenario: scenario.name, line: nil,
                    way: way, reason: fault.reason))
        }
    }

    /// The requirements that are not met where a step does not hold: what holds of snapshots, and not of what patches
    /// lead to, is a matter of patches.
    private func blame(_ step: Step, _ scenario: Scenario, _ way: Scenario.Way) -> [String] {
        guard way == .patches, stops[scenario.name]?.contains(step.line) != true else { return step.requirements }
        return whole.contains(scenario.name) ? ["D-3"] : step.requirements + ["D-3"]
    }

    /// Compares two plays of a scenario in which all that a host says follows from what it is told.
    mutating func compare(
        _ first: Outcome, _ second: Outcome, _ scenario: Scenario, _ way: Scenario.Way
    ) {
        if !first.said.isEmpty { held.insert("K-18") }
        guard first.said != second.said else { return }
        let place = zip(first.said, second.said).enumerated().first { $1.0 != $1.1 }?.offset
        let byte = place ?? min(first.said.count, second.said.count)
        let shown = [first.said, second.said].map { String(decoding: $0[byte...].prefix(80), as: UTF8.self) }
        add(
            Finding(
                requirements: ["K-18"], scenario: scenario.name, line: nil, way: way,
                reason: "played twice, it said \(shown[0]) and then \(shown[1]) from byte \(byte) on"))
    }

    private mutating func add(_ finding: Finding) {
        findings.append(finding)
        broken.formUnion(finding.requirements)
    }

    /// Notes what was valid by the schemas wherever it was said.
    mutating func note(seen members: Set<SchemaSet.Member>) {
        held.formUnion(members.compactMap { byMember[$0] })
    }

    /// Notes a scenario that could not be played, since the host takes no workspaces.
    mutating func skip(_ scenario: Scenario) { skipped.append(scenario) }
}
