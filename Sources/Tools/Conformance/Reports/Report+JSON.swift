public import FHJSON

extension Report {
    /// The JSON report, with the members defined in `protocol/conformance/README.md`.
    public var json: JSONText {
        .build { json in
            json.beginObject()
            json.field("name", name)
            json.field("tried", party.rawValue)
            json.key("parts")
            json.beginArray()
            for part in parts.sorted() { json.value(part) }
            json.endArray()
            json.field("isGood", isGood)
            json.key("requirements")
            json.beginArray()
            for requirement in requirements { write(requirement, to: &json) }
            json.endArray()
            json.key("others")
            Self.write(otherFindings, to: &json)
            json.key("advice")
            Self.write(advice, to: &json)
            json.endObject()
        }
    }

    private func write(_ requirement: Requirement, to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", requirement.id)
        json.field("part", requirement.part)
        json.field("page", requirement.page)
        json.field("text", requirement.text)
        json.field("status", results.status(of: requirement).rawValue)
        if let reason = requirement.untestable { json.field("untestable", reason) }
        json.key("findings")
        Self.write(findings(of: requirement), to: &json)
        json.endObject()
    }

    private static func write(_ findings: [Results.Finding], to json: inout JSONWriter) {
        json.beginArray()
        for finding in findings {
            json.beginObject()
            json.field("requirements", finding.requirements)
            json.field("scenario", finding.scenario)
            if let line = finding.line { json.field("line", line) }
            json.field("way", finding.way.rawValue)
            json.field("reason", finding.reason)
            json.endObject()
        }
        json.endArray()
    }
}
