extension Report {
    /// The text report.
    ///
    /// It contains the violated requirements with the places of their findings, and a summary.
    ///
    /// - Parameter isLong: true to list the met and the untested requirements too.
    public func lines(isLong: Bool) -> [String] {
        var lines: [String] = []
        for requirement in requirements {
            let status = results.status(of: requirement)
            guard isLong || status == .notMet else { continue }
            lines.append("\(requirement.id) \(Self.words[status] ?? ""): \(requirement.text)")
            if let reason = requirement.untestable, status == .untestable { lines.append("    \(reason)") }
            lines += Self.told(findings(of: requirement))
        }
        let rest = only.isEmpty ? "what is no matter of one requirement" : "what is a matter of other requirements"
        lines += Self.told(otherFindings, under: rest) + Self.told(advice, under: "what is recommended, and not so")
        lines.append("")
        let name = name.isEmpty ? "a \(party.rawValue) without a name" : name
        lines.append("\(name), parts: \(parts.sorted().joined(separator: ", "))")
        lines.append(
            "requirements met: \(count(.met)), not met: \(count(.notMet)), not tried: \(count(.untried)), "
                + "not to be tried: \(count(.untestable))")
        if !results.skipped.isEmpty {
            lines.append("\(results.skipped.count) scenarios need a host that takes workspaces, and were not played")
        }
        return lines
    }

    private static let words: [Results.Status: String] = [
        .met: "is met", .notMet: "is not met", .untried: "was not tried", .untestable: "can't be tried",
    ]

    private static func told(_ findings: [Results.Finding]) -> [String] {
        let shown = findings.prefix(most).map { "    \($0.place): \($0.reason)" }
        return findings.count > most ? shown + ["    and \(findings.count - most) more"] : shown
    }

    private static func told(_ findings: [Results.Finding], under title: String) -> [String] {
        if findings.isEmpty { return [] }
        let shown = findings.prefix(most).map { "    \($0.place)\($0.blame): \($0.reason)" }
        return [title] + shown + (findings.count > most ? ["    and \(findings.count - most) more"] : [])
    }

    private static let most = 5
}
