/// The result of a conformance run, for users and for programs.
public struct Report {
    /// The name and version of the tested program.
    let name: String
    let party: Party
    let parts: Set<String>
    let results: Results
    /// The selected requirements; empty for all.
    let only: Set<String>

    /// The reported requirements, in the order of the specification.
    var requirements: [Requirement] { results.requirements.filter { only.isEmpty || only.contains($0.id) } }

    /// True if at least one scenario was played.
    public var hasPlayed: Bool { results.playCount > 0 }

    /// True if all binding requirements that were tested are met.
    public var isGood: Bool { results.findings.allSatisfy(results.isAdvice) }

    func count(_ status: Results.Status) -> Int { requirements.count { results.status(of: $0) == status } }

    func findings(of requirement: Requirement) -> [Results.Finding] {
        results.findings.filter { $0.requirements.contains(requirement.id) }
    }

    /// The findings that belong to none of the reported requirements, for example because a scenario failed early.
    var otherFindings: [Results.Finding] {
        let known = Set(requirements.map(\.id))
        return results.findings.filter { known.isDisjoint(with: $0.requirements) && !results.isAdvice($0) }
    }

    /// The findings about recommendations.
    var advice: [Results.Finding] { results.findings.filter(results.isAdvice) }
}

extension Results.Finding {
    /// The violated requirements, in the form for a line of the text report.
    var blame: String { requirements.isEmpty ? "" : " \(requirements.joined(separator: ", "))" }

    /// The scenario, line and way of the finding.
    var place: String { "\(scenario)\(line.map { ":\($0)" } ?? "") (\(way.rawValue))" }
}
