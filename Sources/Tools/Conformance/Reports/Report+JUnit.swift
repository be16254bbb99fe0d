extension Report {
    /// The JUnit XML report, with a suite for each page and a case for each requirement.
    public var junit: String {
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"]
        var pages: [String] = []
        for requirement in requirements where !pages.contains(requirement.page) { pages.append(requirement.page) }
        for page in pages {
            let own = requirements.filter { $0.page == page }
            lines += suite(page, own.count, own.count { results.status(of: $0) == .notMet }, own.flatMap(lines(of:)))
        }
        if !otherFindings.isEmpty {
            let cases = otherFindings.flatMap { finding in
                [
                    #"    <testcase classname="scenarios" name="\#(Self.escaped(finding.place))">"#,
                    #"      <failure message="\#(Self.escaped(finding.reason))"/>"#, "    </testcase>",
                ]
            }
            lines += suite("scenarios", otherFindings.count, otherFindings.count, cases)
        }
        return (lines + ["</testsuites>"]).joined(separator: "\n")
    }

    private func suite(_ name: String, _ count: Int, _ failures: Int, _ cases: [String]) -> [String] {
        [#"  <testsuite name="\#(Self.escaped(name))" tests="\#(count)" failures="\#(failures)">"#] + cases
            + ["  </testsuite>"]
    }

    private func lines(of requirement: Requirement) -> [String] {
        let status = results.status(of: requirement)
        let name = Self.escaped("\(requirement.id) \(requirement.text)")
        let head = #"    <testcase classname="\#(Self.escaped(requirement.page))" name="\#(name)""#
        switch status {
        case .met: return [head + "/>"]
        case .untried: return [head + ">", #"      <skipped message="it was not tried"/>"#, "    </testcase>"]
        case .untestable:
            let reason = Self.escaped(requirement.untestable ?? "")
            return [head + ">", #"      <skipped message="\#(reason)"/>"#, "    </testcase>"]
        case .notMet:
            let found = findings(of: requirement)
            let text = Self.escaped(found.map { "\($0.place): \($0.reason)" }.joined(separator: "\n"))
            let failure = #"      <failure message="\#(found.count) findings">\#(text)</failure>"#
            return [head + ">", failure, "    </testcase>"]
        }
    }

    /// Escapes a text for XML 1.0.
    ///
    /// Characters that XML does not permit become question marks.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case _ where scalar.value < 0x20 && scalar != "\t": result += "?"
            case "\u{FFFE}", "\u{FFFF}": result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
