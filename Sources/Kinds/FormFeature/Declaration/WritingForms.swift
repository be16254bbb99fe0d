import FHDeclarations
import FHJSON

/// Warns of two faults of forms that write to a source.
///
/// Either the feature that opens the form writes the form's row again, or no feature opens an update form about a row.
/// These are warnings, not errors, because a client can open the form about a row.
struct WritingForms {
    /// The write that a form performs when it is submitted.
    private struct Writing {
        let call: String
        let source: String
    }

    private let features: [(String, WorkspaceNode)]
    private let forms: [String: Writing]
    /// The names of the sources of features, by the names of the features.
    private let sources: [String: String]

    /// True for a form that changes a row of a source.
    static func updates(_ feature: JSONValue) -> Bool { writing(feature)?.call == "update" }

    /// True for a form that inserts a row into a source.
    static func inserts(_ feature: JSONValue) -> Bool { writing(feature)?.call == "insert" }

    /// Warns of forms whose row is written twice, and of update forms that are opened without a row.
    static func report(among features: [(String, WorkspaceNode)]) {
        let forms = features.compactMap { name, node in writing(node.value).map { (name, $0) } }
        if forms.isEmpty { return }
        let sources = features.compactMap { name, node in node.value["source"]?.stringValue.map { (name, $0) } }
        WritingForms(
            features: features, forms: Dictionary(forms) { first, _ in first },
            sources: Dictionary(sources) { first, _ in first }
        ).report()
    }

    private static func writing(_ feature: JSONValue) -> Writing? {
        guard FormDeclaration.declares(feature), let submit = feature["submit"],
            let call = submit["call"]?.stringValue, call == "insert" || call == "update",
            let source = submit["source"]?.stringValue
        else { return nil }
        return Writing(call: call, source: source)
    }

    private func report() {
        var opened: Set<String> = []
        for (name, node) in features {
            let openings = RowOpenings(of: node)
            for (modal, place) in node.objects("modals") {
                guard let form = form(of: place, &opened) else { continue }
                reportTwice(place, form, among: [sources[name]])
                if openings.isAboutRows(modal: modal) || !openings.presents(modal) { continue }
                reportNoRow(place, form, "this modal", "name it with \"target\": \"activeItem\"")
            }
            let below = node.objects("routes").map { $0.1.value["feature"]?.stringValue }
            for (route, place) in node.objects("routes") {
                guard let form = form(of: place, &opened) else { continue }
                reportTwice(place, form, among: below.map { $0.flatMap { sources[$0] } } + [rootSource(of: node)])
                if openings.isAboutRows(route: route) || !openings.pushes(route) { continue }
                reportNoRow(place, form, "this route", "push it for an output with a row, such as openItem")
            }
            for step in node.member("steps")?.elementsIfAny ?? [] { _ = form(of: step, &opened) }
            if let root = node.value["root"]?.stringValue { opened.insert(root) }
        }
        for (name, node) in features where forms[name]?.call == "update" && !opened.contains(name) {
            node.member("submit")?.report(
                "update changes the row that the form is about, but nothing in this file opens \(name) about a row; let a modal with a target or an output do so, unless a client does so by itself",
                at: "call")
        }
    }

    private func rootSource(of flow: WorkspaceNode) -> String? {
        flow.value["root"]?.stringValue.flatMap { sources[$0] }
    }

    private func form(of place: WorkspaceNode, _ opened: inout Set<String>) -> (name: String, writing: Writing)? {
        guard let name = place.value["feature"]?.stringValue, let writing = forms[name] else { return nil }
        opened.insert(name)
        return (name, writing)
    }

    /// Warns if the feature that opens a form writes the form's row to the same source again.
    private func reportTwice(
        _ place: WorkspaceNode, _ form: (name: String, writing: Writing), among sources: [String?]
    ) {
        let action = place.value["onOutput"]?.stringValue ?? place.value["onOutput"]?["action"]?.stringValue
        guard action == form.writing.call + "Item", sources.contains(form.writing.source) else { return }
        let done = form.writing.call == "insert" ? "inserts the row twice" : "changes the row twice"
        place.report(
            "\(done): \(form.name) has the call \(form.writing.call) for the source \(form.writing.source) itself; remove one of the two",
            at: "onOutput")
    }

    private func reportNoRow(
        _ place: WorkspaceNode, _ form: (name: String, writing: Writing), _ what: String, _ advice: String
    ) {
        if form.writing.call != "update" { return }
        place.report("\(form.name) changes the row that it is about, but \(what) has no row; \(advice)", at: "feature")
    }
}
