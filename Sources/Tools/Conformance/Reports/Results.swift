/// The results of scenarios, by requirement.
struct Results {
    /// A violation.
    struct Finding {
        /// The violated requirements, if they can be determined.
        let requirements: [String]
        let scenario: String
        /// The line of the failed step; nil for a fault that is independent of the scenario.
        let line: Int?
        let way: Scenario.Way
        let reason: String
    }

    /// The status of a requirement.
    enum Status: String {
        case met, notMet, untried, untestable
    }

    let requirements: [Requirement]
    private let party: Party
    /// The ids of recommendations.
    private let recommended: Set<String>
    private(set) var findings: [Finding] = []
    private(set) var skipped: [Scenario] = []
    /// The number of runs; each way of playing a scenario counts.
    private(set) var playCount = 0
    private var held: Set<String> = []
    private var broken: Set<String> = []
    /// The names of the scenarios that succeeded without patches.
    ///
    /// For each scenario that failed without patches, `stops` contains the lines of the failed steps.
    private var whole: Set<String> = []
    private var stops: [String: Set<Int>] = [:]
    /// The requirement that describes each schema member, by member.
    private let byMember: [SchemaSet.Member: String]

    /// Creates results without any run.
    ///
    /// - Parameters:
    ///   - party: the role of the tested program.
    ///   - parts: the parts whose requirements are tested.
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

    /// True if a finding violates only recommendations.
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

    /// The requirements that a failed step violates.
    ///
    /// If a step fails only with patches, it violates the requirement on patches.
    private func blame(_ step: Step, _ scenario: Scenario, _ way: Scenario.Way) -> [String] {
        guard way == .patches, stops[scenario.name]?.contains(step.line) != true else { return step.requirements }
        return whole.contains(scenario.name) ? ["D-3"] : step.requirements + ["D-3"]
    }

    /// Compares two runs of a scenario whose output has to be the same.
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

    /// Marks the requirements of valid schema members as met.
    mutating func note(seen members: Set<SchemaSet.Member>) {
        held.formUnion(members.compactMap { byMember[$0] })
    }

    /// Records a scenario that is skipped, because the host takes no workspaces.
    mutating func skip(_ scenario: Scenario) { skipped.append(scenario) }
}
