import FeatureKit
import FormFeature
import JSON

/// A form as a workspace declares it.
enum FormDeclaration {
    private enum Call: String, CaseIterable {
        case insert
    }

    static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(keys: FeatureDeclaration.commonKeys + ["sections", "showMessages", "submit"])
        if node.value["sections"] == nil { node.report("lacks sections, an array of them") }
        let sections = (node.member("sections")?.elements ?? []).map(section)
        var configuration = FormConfiguration(title: title, sections: sections, ids: context.ids)
        if let mode = node.oneOf("showMessages", FormConfiguration.ShowMessages.self) {
            configuration.showMessages = mode
        }
        if let submit = node.member("submit") {
            submit.expect(keys: ["source", "call"])
            if submit.value["call"] == nil { submit.report("lacks call: insert") }
            _ = submit.oneOf("call", Call.self)
            let source = context.source(submit)
            if !source.abilities.contains(.insert) {
                submit.report("takes no new rows; name a source that can be changed", at: "source")
            }
            configuration.submit = .insert(source)
        }
        // A field whose own declaration could not be read is left out, and its neighbours' places are still right.
        for mistake in configuration.mistakes { node.report(mistake.message, below: mistake.pointer) }
        let final = configuration
        let shown = ShownParams(values: final.sections.flatMap(\.fields).filter { $0.type != .secure }.map(\.name))
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { shown.text(of: $0) },
            params: { params, _ throws(ActionRefusal) in try form(final, params) })
    }

    private static func form(_ configuration: FormConfiguration, _ params: JSONValue) throws(ActionRefusal) -> Form {
        guard let values = params["values"], !values.isNull else { return Form(configuration) }
        guard values.kind == .object else {
            throw .invalidParams([.init(path: "/values", code: "type", message: "must be an object of values by field")]
            )
        }
        var own = configuration
        own.values = JSONText(values)
        let form = Form(own)
        let mistakes = form.mistakes(inValues: values)
        guard mistakes.isEmpty else { throw .invalidParams(mistakes) }
        return form
    }

    private static func section(_ node: WorkspaceNode) -> FormSection {
        node.expect(keys: ["header", "footer", "fields"])
        if node.value.kind == .object, node.value["fields"] == nil { node.report("lacks fields, an array of them") }
        return FormSection(
            header: node.string("header"), footer: node.string("footer"),
            fields: (node.member("fields")?.elements ?? []).map(FieldDeclaration.field))
    }
}
