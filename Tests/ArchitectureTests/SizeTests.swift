import Testing

/// The sizes of targets and types.
@Suite struct SizeTests {
    /// The maximum number of files in a target.
    private static let mostFiles = 80
    /// The number of files of targets that are still larger; it may only decrease.
    private static let largeTargets: [String: Int] = [:]

    /// The maximum number of stored properties of a type.
    private static let mostProperties = 12
    /// Types that need more properties, with the reason.
    private static let wideTypes = [
        "Capabilities": "one property per capability of a terminal that is used",
        "ConformCommand": "one property per option of the command line",
        "FieldConfiguration": "one property per member of a field's declaration",
        "FieldState": "one property per member of a field's state on the wire",
        "FormState": "one property per member of a form's state on the wire, and what it is derived from",
        "ListConfiguration": "one property per member of a list's declaration",
        "ListView": "one property per member of a list's state on the wire",
        "PlanField": "one property per keyword of a field",
        "Scenario": "one property per member of a scenario",
        "SearchConfiguration": "one property per member of a search's declaration",
        "Theme": "one property per part that has a look of its own",
    ]
    /// The number of properties of types that are still to be divided; it may only decrease.
    private static let largeTypes = [
        "Caller": 18, "EffectRuntime": 15, "FeatureRunner": 15, "RemoteStore": 18, "Loading": 16,
        "Matcher": 13, "Outbox": 15, "Plugin": 19, "PluginChild": 28,
        "PrintedRecords": 13, "PulledRows": 14, "SearchState": 33, "Store": 23, "StoreNode": 21,
        "Wire": 17,
    ]

    @Test func targetsHaveFewFiles() {
        for target in SourceTree.targets {
            let most = Self.largeTargets[target.module] ?? Self.mostFiles
            #expect(target.files.count <= most, "\(target.module) has \(target.files.count) files")
        }
    }

    @Test func typesHaveFewStoredProperties() throws {
        var found: [String: Int] = [:]
        for file in SourceTree.files {
            for (name, count) in try Self.storedProperties(in: file.text) where Self.wideTypes[name] == nil {
                found[name] = max(found[name] ?? 0, count)
                let most = Self.largeTypes[name] ?? Self.mostProperties
                #expect(count <= most, "\(name) in \(file.name) has \(count) stored properties")
            }
        }
        // The entry of a type must equal its number, so that the entry is adjusted when the type becomes smaller.
        for (name, most) in Self.largeTypes where (found[name] ?? 0) != most {
            Issue.record("\(name) has \(found[name] ?? 0) stored properties; the list says \(most)")
        }
    }

    /// The number of stored properties of each struct, class and actor.
    ///
    /// Each line is read separately, because the formatter writes a declaration and its type on one line.
    private static func storedProperties(in text: String) throws -> [(String, Int)] {
        let modifiers =
            #"(?:@\w+(?:\([^)]*\))? )*"#
            + #"(?:(?:public|package|private|fileprivate|internal|final|indirect|nonisolated|unowned|weak|lazy)"#
            + #"(?:\(\w+\))? )*"#
        let type = try Regex<(Substring, Substring)>(#"^\s*"# + modifiers + #"(?:struct|class|actor) (\w+).*\{"#)
        let property = try Regex<(Substring, Substring)>(#"^\s*"# + modifiers + #"(?:let|var) \w+(.*)"#)
        let literal = try Regex(#""(?:[^"\\]|\\.)*"|//.*"#)
        var found: [(String, Int)] = []
        var open: [(name: String, depth: Int, count: Int)] = []
        var depth = 0
        for line in text.split(separator: "\n") {
            let code = line.replacing(literal, with: "")
            if let innermost = open.last, depth == innermost.depth + 1, let match = code.firstMatch(of: property) {
                let rest = match.output.1
                let isComputed = rest.contains("{") && !rest.prefix(while: { $0 != "{" }).contains("=")
                if !isComputed { open[open.count - 1].count += 1 }
            }
            if let match = code.firstMatch(of: type) { open.append((String(match.output.1), depth, 0)) }
            depth += code.count { $0 == "{" } - code.count { $0 == "}" }
            while let last = open.last, depth <= last.depth {
                found.append((last.name, last.count))
                open.removeLast()
            }
        }
        return found
    }
}
