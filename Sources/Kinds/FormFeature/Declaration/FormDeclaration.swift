import FHDeclarations
import FHJSON
import FHKindParts
import FeatureKit

/// Reads the declaration of a form.
package enum FormDeclaration: KindDeclaration {
    private enum Call: String, CaseIterable {
        case insert, update, perform
    }

    package static let kind = FeatureKind.form
    package static let asksForValues = true
    package static let ownParams = ["id", "values", "version"]
    package static let outputsRows = false

    package static func outputs(of feature: JSONValue) -> [String] { ["submit", "cancel"] }

    package static func updatesRow(_ feature: JSONValue) -> Bool { WritingForms.updates(feature) }

    package static func reportWarnings(among features: [(String, WorkspaceNode)], _ sources: DeclaredSources) {
        FieldColumns.report(among: features, sources)
        WritingForms.report(among: features)
        InsertedPatches.report(among: features)
    }

    package static func fields(of feature: JSONValue) -> [JSONValue]? {
        let steps = elements("steps", of: feature)
        let sections = (steps.isEmpty ? [feature] : steps).flatMap { elements("sections", of: $0) }
        return sections.flatMap { elements("fields", of: $0) }
    }

    package static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(
            keys: FeatureDeclaration.commonKeys + [
                "sections", "steps", "showMessages", "showMessagesAgain", "rules", "submit", "onSuccess", "draft",
                "empty",
            ])
        var configuration = form(title, node, context)
        if let mode = node.oneOf("showMessages", FormConfiguration.ShowMessages.self) {
            configuration.showMessages = mode
        }
        configuration.showMessagesAgain = node.oneOf("showMessagesAgain", FormConfiguration.ShowMessagesAgain.self)
        configuration.rules = RuleDeclaration.rules(node)
        if let submit = node.member("submit") { read(submit, into: &configuration, context) }
        if let success = node.oneOf("onSuccess", FormConfiguration.OnSuccess.self) { configuration.onSuccess = success }
        if let empty = node.oneOf("empty", FormConfiguration.EmptyValues.self) { configuration.empty = empty }
        if let draft = node.member("draft") { configuration.draft = context.draft(draft, of: name) }
        // A field that could not be read keeps its place in the array, so the pointers of its siblings are correct.
        for mistake in configuration.mistakes { node.report(mistake.message, below: mistake.pointer) }
        let final = configuration
        let shown = ShownParams(values: shownValues(final.sections.flatMap(\.fields)))
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { shown.text(of: $0) },
            opening: OpeningParams(["values", "id", "version"]) { final.unknownNames(inOpening: $0) },
            params: { params, _ throws(ActionRefusal) in try Form(final, params: params) })
    }

    /// The values that a snapshot of another feature may show: all values except values of secret fields.
    private static func shownValues(_ fields: [FieldConfiguration]) -> ShownParams.Visibility? {
        if fields.isEmpty { return nil }
        var members: [String: ShownParams.Visibility] = [:]
        for field in fields where field.type != .secure {
            let hasFields = field.type == .group || field.type == .repeated
            members[field.name] = hasFields ? shownValues(field.fields) ?? .members([:]) : .all
        }
        return .members(members)
    }

    // MARK: Steps and sections

    private static func form(_ title: String, _ node: WorkspaceNode, _ context: WorkspaceContext) -> FormConfiguration {
        let fields = FieldDeclaration(context: context)
        guard let steps = node.member("steps") else {
            if node.value["sections"] == nil { node.report("lacks sections, an array of them; or steps") }
            return FormConfiguration(title: title, sections: sections(node, fields), ids: context.ids)
        }
        if node.value["sections"] != nil { node.report("belong to the steps if there are steps", at: "sections") }
        let read = steps.elements.map { step($0, fields) }
        // A value that is not an array is already reported, and "too few steps" would be a second error about it.
        if !steps.value.isArray { return FormConfiguration(title: title, sections: [], ids: context.ids) }
        return FormConfiguration(title: title, steps: read, ids: context.ids)
    }

    private static func step(_ node: WorkspaceNode, _ fields: FieldDeclaration) -> FormStep {
        node.expect(keys: ["id", "title", "visibleWhen", "sections"])
        if node.value.isObject, node.value["sections"] == nil { node.report("lacks sections, an array of them") }
        var id = node.requiredString("id") ?? node.pointer.description
        if id.isEmpty {
            node.report("a step's id is not empty", at: "id")
            // Any unique id is sufficient, because it only distinguishes the step from the others.
            id = node.pointer.description
        }
        return FormStep(
            id: id, title: node.requiredString("title") ?? "",
            visibleWhen: ConditionReader.fields.condition(node, "visibleWhen"), sections: sections(node, fields))
    }

    private static func sections(_ node: WorkspaceNode, _ fields: FieldDeclaration) -> [FormSection] {
        (node.member("sections")?.elements ?? []).map { node in
            node.expect(keys: ["header", "footer", "fields"])
            if node.value.isObject, node.value["fields"] == nil { node.report("lacks fields, an array of them") }
            return FormSection(
                header: node.string("header"), footer: node.string("footer"), fields: fields.fields(node))
        }
    }

    // MARK: Submit

    private static func read(
        _ node: WorkspaceNode, into configuration: inout FormConfiguration, _ context: WorkspaceContext
    ) {
        node.expect(keys: ["source", "call", "operation", "timeoutMs"])
        configuration.submitTimeout = node.timeoutMs
        let source = context.source(node)
        if node.value.isObject, node.value["call"] == nil { node.report("lacks call: insert, update or perform") }
        switch node.oneOf("call", Call.self) {
        case .perform:
            if let operation = node.requiredString("operation") {
                configuration.submit = .perform(source, operation: operation)
            }
        case .update:
            if node.value["operation"] != nil { node.report("is for the call perform", at: "operation") }
            configuration.submit = .update(source)
        case .insert:
            if node.value["operation"] != nil { node.report("is for the call perform", at: "operation") }
            configuration.submit = .insert(source)
        case nil: break
        }
    }
}
