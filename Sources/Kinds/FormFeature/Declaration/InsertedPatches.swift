import FHDeclarations
import FHJSON
import FeatureKit

/// Warns of modals and routes that insert the output of a form about a row.
///
/// The output of such a form contains only the changed members, and the new row would lack all others. The form can
/// insert a whole row itself.
struct InsertedPatches {
    /// The names of the forms that output changes when they are opened about a row.
    private let forms: Set<String>

    static func report(among features: [(String, WorkspaceNode)]) {
        let forms = features.filter { FormDeclaration.declares($0.1.value) && !WritingForms.inserts($0.1.value) }
        let patches = InsertedPatches(forms: Set(forms.map(\.0)))
        for (_, node) in features { patches.report(in: node) }
    }

    private func report(in node: WorkspaceNode) {
        let openings = RowOpenings(of: node)
        for (name, modal) in node.objects("modals") where openings.isAboutRows(modal: name) { report(modal) }
        for (name, route) in node.objects("routes") where openings.isAboutRows(route: name) { report(route) }
    }

    private func report(_ place: WorkspaceNode) {
        guard let form = place.value["feature"]?.stringValue, forms.contains(form),
            let link = PresentationDeclaration.onOutput(place), ["insertItem", "insertItems"].contains(link.name),
            link.params.value["value"] == nil, link.params.value["values"] == nil
        else { return }
        place.report(
            "the new row would have only the members that were changed in \(form), because it is opened about a row; give \(form) a submit with the call insert instead",
            at: "onOutput")
    }
}
