import FHDataSources
import FHDeclarations
import FHJSON

/// Finds params without a use, placeholders without a param, and placeholders that commands may misread.
///
/// The findings are warnings, not errors: braces in an argument can be meant as they are.
struct ParamWarnings {
    private let sources: [String: WorkspaceNode]
    private let kinds: DeclaredKinds

    static func report(
        among features: [(String, WorkspaceNode)], _ sources: [(String, WorkspaceNode)], _ kinds: DeclaredKinds
    ) {
        let sources = Dictionary(sources) { first, _ in first }
        let warnings = ParamWarnings(sources: sources, kinds: kinds)
        for (_, feature) in features { warnings.reportAll(in: feature) }
    }

    /// The fate of a place for a param that a feature doesn't declare, by the type of the source.
    private static let ends = ["sqlite": "the query fails", "client": "it has no value", "plugin": "it has no value"]

    /// Reports about a feature, and about the features with params of their own that are declared in it.
    private func reportAll(in feature: WorkspaceNode) {
        report(feature)
        func collect(_ node: WorkspaceNode) {
            let nodes = node.value.isObject ? node.members.map(\.1) : node.elementsIfAny
            for node in nodes {
                if FeatureDeclaration.hasParams(node.value) { reportAll(in: node) } else { collect(node) }
            }
        }
        collect(feature)
    }

    private func report(_ feature: WorkspaceNode) {
        let params = FeatureDeclaration.params(feature, kinds)
        let declared = params?.names ?? []
        var used = referenced(in: feature)
        for name in sourceNames(in: feature.value).sorted() {
            guard let source = sources[name] else { continue }
            let placeholders = SourceTexts.names(in: source.value)
            used.formUnion(placeholders)
            for placeholder in placeholders.subtracting(declared).sorted() {
                let end = Self.ends[source.value["type"]?.stringValue ?? ""] ?? "it stays as it is"
                feature.report(
                    "the source \(name) has a place for the param \(placeholder), and this feature has no such param: "
                        + end,
                    at: feature.value["source"]?.stringValue == name ? "source" : nil)
            }
            if let params { reportArguments(of: source, params) }
        }
        for name in declared.subtracting(used).sorted() {
            feature.member("params")?.report("nothing in this feature or its sources refers to it", at: name)
        }
    }

    // MARK: References

    /// The names of the params to which a declaration refers.
    private func referenced(in feature: WorkspaceNode) -> Set<String> {
        var names: Set<String> = []
        func collect(_ value: JSONValue) {
            if let name = FeatureDeclaration.param(value) { names.insert(name) }
            for element in value.elements { collect(element) }
            for (_, member) in value.members where !FeatureDeclaration.hasParams(member) { collect(member) }
        }
        for (key, member) in feature.value.members where key != "params" { collect(member) }
        let title = feature.value["title"]?.stringValue ?? ""
        for part in title.split(separator: "{param.", omittingEmptySubsequences: false).dropFirst() {
            names.insert(String(part.prefix { $0 != "}" }))
        }
        return names
    }

    /// The names of the sources that a declaration mentions.
    private func sourceNames(in value: JSONValue) -> Set<String> {
        var names: Set<String> = []
        for element in value.elements { names.formUnion(sourceNames(in: element)) }
        for (key, member) in value.members where !FeatureDeclaration.hasParams(member) {
            if key == "source", let name = member.stringValue { names.insert(name) }
            names.formUnion(sourceNames(in: member))
        }
        return names
    }

    // MARK: Arguments

    private func reportArguments(of source: WorkspaceNode, _ params: DeclaredParams) {
        guard source.value["type"]?.stringValue == "command" else { return }
        var lists = [source.member("argv"), source.member("search")?.member("argv")]
        lists += source.objects("operations").map { $0.1.member("argv") }
        lists += EditingDeclaration.kinds.map { source.member($0)?.member("argv") }
        for arguments in lists.compactMap({ $0?.elementsIfAny }) {
            var isBehindDashes = false
            let programs = ShellProgram.indices(in: arguments.map { $0.value.stringValue ?? "" })
            for (place, argument) in arguments.enumerated() {
                guard let text = argument.value.stringValue else { continue }
                if Placeholders.endsOptions(text) { isBehindDashes = true }
                for found in Placeholders.all(in: text) where params.names.contains(found.name) {
                    if programs.contains(place) { argument.report("{\(found.name)} \(ShellProgram.message)") }
                    report(found, in: text, argument, params, isProgram: place == 0, isBehindDashes: isBehindDashes)
                }
            }
        }
    }

    private func report(
        _ found: Placeholders.Found, in text: String, _ argument: WorkspaceNode, _ params: DeclaredParams,
        isProgram: Bool, isBehindDashes: Bool
    ) {
        let isAlone = found.range == text.startIndex..<text.endIndex
        if isProgram {
            argument.report("a program is always the same: {\(found.name)} is not filled in")
        } else if params.arrays.contains(found.name), !(found.isSpread && isAlone) {
            argument.report(
                "the param \(found.name) is an array: {\(found.name)*} as the whole argument becomes an argument for "
                    + "each value")
        } else if params.texts.contains(found.name), !isBehindDashes, found.range.lowerBound == text.startIndex {
            argument.report(
                "a value of \(found.name) that begins with - would be an option of the program; put \"--\" before it, "
                    + "if the program knows that, or text such as \"./\"")
        }
    }
}
