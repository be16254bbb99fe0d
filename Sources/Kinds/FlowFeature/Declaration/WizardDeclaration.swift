import FHDeclarations
import FHJSON
import FHKindParts
import FeatureKit

/// Reads the steps of a flow.
enum WizardDeclaration {
    /// The members of a flow with steps, which replace `root` and `routes`.
    static let keys = ["steps", "summary", "output", "submit", "draft"]

    private static let summaryID = "summary"
    private static let summaryTitle = "Summary"

    static func wizard(_ name: String, _ node: WorkspaceNode, _ context: WorkspaceContext) -> Wizard? {
        for key in ["root", "routes"] where node.value[key] != nil {
            node.report("is for a flow without steps; a step names its feature itself", at: key)
        }
        if node.value["outputSchema"] != nil {
            node.report("is for a flow without steps; here it follows from the steps", at: "outputSchema")
        }
        guard let member = node.member("steps") else { return nil }
        var steps = member.elements.map { step($0, context) }
        if !member.value.isArray { return nil }
        if let summary = summary(name, node, steps, context) { steps.append(summary) }
        var wizard = Wizard(steps: steps.compactMap(\.self), ids: context.ids)
        if let output = node.oneOf("output", Wizard.OutputShape.self) { wizard.output = output }
        if let submit = node.member("submit") { wizard.submit = self.submit(submit, context) }
        if let draft = node.member("draft") { wizard.draft = context.draft(draft, of: name) }
        // The pointers of errors contain indices, which are correct only if every step was read.
        if steps.count == wizard.steps.count {
            for mistake in wizard.mistakes { node.report(mistake.message, below: mistake.pointer) }
        }
        return wizard
    }

    /// Reads the operation that receives the answers after the last step.
    private static func submit(_ node: WorkspaceNode, _ context: WorkspaceContext) -> Wizard.Submit? {
        node.expect(keys: ["source", "call", "operation", "timeoutMs"])
        let source = context.source(node)
        let timeoutMs = node.timeoutMs
        if node.value.isObject, node.value["call"]?.stringValue != "perform" {
            node.report("must be perform: a flow has a source do an operation with its answers", at: "call")
        }
        guard let operation = node.requiredString("operation") else { return nil }
        return Wizard.Submit(source: source, operation: operation, timeoutMs: timeoutMs)
    }

    private static func step(_ node: WorkspaceNode, _ context: WorkspaceContext) -> Wizard.Step? {
        node.expect(keys: ["id", "title", "feature", "params", "when", "canSkip", "canGoBack", "next"])
        if node.value.isObject, node.value["feature"] == nil { node.report("lacks feature, the name of one") }
        let id = node.requiredString("id")
        let title = node.string("title")
        let params = node.object("params") ?? .emptyObject
        let feature = context.feature(node)
        let when = ConditionReader.fields.condition(node, "when")
        let canSkip = node.bool("canSkip") ?? false
        let canGoBack = node.bool("canGoBack") ?? true
        let next = (node.member("next")?.elements ?? []).map { branch($0) }
        guard let id, let feature else { return nil }
        var step = Wizard.Step(
            id: id, title: title ?? NameLabel.label(of: id), feature: feature, params: params)
        step.when = when
        step.canSkip = canSkip
        step.canGoBack = canGoBack
        step.next = next
        return step
    }

    private static func branch(_ node: WorkspaceNode) -> Wizard.Branch {
        node.expect(keys: ["when", "step"])
        // A missing name is already reported. With the placeholder, the indices of the other branches stay correct.
        return Wizard.Branch(
            when: ConditionReader.fields.condition(node, "when"), to: node.requiredString("step") ?? "")
    }

    // MARK: The summary

    /// Reads the summary step.
    ///
    /// The member is `true` for a list of the answers, or the name of a feature that is opened with the answers.
    private static func summary(
        _ name: String, _ node: WorkspaceNode, _ steps: [Wizard.Step?], _ context: WorkspaceContext
    ) -> Wizard.Step? {
        guard let member = node.member("summary") else { return nil }
        if member.value.boolValue == false { return nil }
        let titles = Dictionary(steps.compactMap { $0.map { ($0.id, $0.title) } }) { first, _ in first }
        let feature: FeatureLink?
        if member.value.boolValue == true {
            feature = context.answerList("\(name):\(summaryID)", summaryTitle, titles)
        } else if member.value.stringValue != nil {
            feature = context.feature(node, "summary")
        } else {
            member.report("must be true or false, or the name of a feature")
            feature = nil
        }
        return feature.map {
            var step = Wizard.Step(id: summaryID, title: summaryTitle, feature: $0)
            step.isSummary = true
            step.takesLines = member.value.boolValue == true
            return step
        }
    }
}
