import FHJSON
import FHRows
import FeatureKit

/// The data that follow from a field's declaration alone, computed once.
///
/// This is a class, so that a loop over the fields retains one object per field instead of every member.
final class PlanField: Sendable {
    let node: FieldTree.Node
    let type: FieldType
    let name: String
    /// The end of the field's path within its scope: the names of its groups and its own name.
    let suffix: String
    /// The field's position in the evaluation order.
    let rank: Int
    /// The initial value.
    ///
    /// For a repeated field, it consists of rows.
    let initial: FieldValue
    /// The empty value.
    let empty: FieldValue
    let rules: [Rule]
    let warnings: [Rule]
    let required: Bool
    let requiredMessage: Message
    let conflictMessage: Message
    /// The message about a picked value that is not in the source.
    let absentMessage: Message
    let requiredWhen: PlanCondition?
    let visibleWhen: PlanCondition?
    let enabledWhen: PlanCondition?
    /// The label, for messages about the field.
    let label: String
    /// A description of the condition under which the field is enabled; nil if the field is always enabled.
    let enabledWords: String?
    /// The visibility condition of a top-level field's step; nil for other fields, and if the step is always visible.
    let stepWhen: PlanCondition?
    /// The rules of the field, with their messages.
    let conditions: [(condition: PlanCondition, message: Message)]
    let validation: FieldValidation?
    let optionsSource: OptionsSource?
    /// The constant members of the field's snapshot, as an object.
    let head: JSONText
    /// True if an empty value is kept in the output.
    let keepsEmpty: Bool
    private let trim: Bool

    init(
        _ tree: FieldTree, _ index: Int, rank: Int, stepWhen: PlanCondition?,
        empty handling: FormConfiguration.EmptyValues
    ) {
        let node = tree.nodes[index]
        let field = node.field
        self.node = node
        self.rank = rank
        type = field.type
        name = field.name
        label = field.label
        enabledWords = field.enabledWhen?.words
        suffix = JSONPointer(tree.namesInScope(of: index)).description
        trim = field.trim
        keepsEmpty = (tree.emptyHandling(of: index) ?? handling) == .keep
        empty = tree.empty(index)
        rules = Rule.all(of: field, field.constraints, .error, tree, from: index)
        warnings = Rule.all(of: field, field.warnings, .warning, tree, from: index)
        required = field.required
        let template =
            field.constraints.messages[.required] ?? MessageCode.required.template(for: field, nil, one: false)
        requiredMessage = Message(
            MessageCode.required.rawValue, MessageCode.fill(template, label: field.label, limit: ""))
        conflictMessage = Message("conflict", "\(field.label) was changed by others meanwhile.")
        let absent = field.constraints.messages[.enum] ?? "{label} must be one of the options."
        absentMessage = Message(
            MessageCode.enum.rawValue, MessageCode.fill(absent, label: field.label, limit: ""))
        requiredWhen = field.requiredWhen.map { PlanCondition($0, tree, from: index) }
        visibleWhen = field.visibleWhen.map { PlanCondition($0, tree, from: index) }
        enabledWhen = field.enabledWhen.map { PlanCondition($0, tree, from: index) }
        self.stepWhen = node.parent == nil ? stepWhen : nil
        conditions = field.rules.map {
            (PlanCondition($0.condition, tree, from: index), Message($0.code, $0.message, $0.severity))
        }
        validation = field.validation
        optionsSource = field.optionsSource
        head = Self.encode(field)
        initial = tree.initial(index)
    }

    /// The fields on whose values the field's state depends.
    var reads: [Int] {
        let conditions =
            [requiredWhen, visibleWhen, enabledWhen, stepWhen].compactMap(\.self) + conditions.map(\.condition)
        return conditions.flatMap(\.places)
            + (rules + warnings).flatMap(\.places)
    }

    /// Returns the value to validate and submit: the given value, trimmed if the field is declared with `trim`.
    func handedOn(_ value: FieldValue) -> FieldValue { trim ? value.trimmed : value }

    func isEmpty(_ value: FieldValue) -> Bool {
        switch value {
        case .null: true
        // A picked `false` is a value. But a toggle that is off counts as empty.
        case .bool(let bool): type == .toggle && !bool
        case .number: false
        case .text(let text): text.isEmpty
        case .list(let items): items.isEmpty
        case .secret(let secret): !secret.isSet
        case .items(let items): items.isEmpty
        case .rows(let rows): rows.isEmpty
        }
    }

    private static func encode(_ field: FieldConfiguration) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("type", field.type.rawValue)
            json.field("label", field.label)
            field.caption.writeMembers(to: &json)
            json.key("hints")
            json.beginObject()
            for hint in FieldConfiguration.Hint.allCases {
                guard let text = field.hints[hint] else { continue }
                json.key(hint.rawValue)
                json.value(text)
            }
            json.endObject()
            for limit in FieldConstraints.Limit.allCases {
                guard case .number(let number) = field.constraints.limits[limit] else { continue }
                json.key(limit.rawValue)
                number.write(to: &json)
            }
            if field.type.hasStep {
                json.key("step")
                (field.step ?? .integer(1)).write(to: &json)
            }
            if field.type.hasOptions, field.optionsSource == nil {
                json.key("options")
                FieldOption.write(field.options, to: &json)
            }
            json.endObject()
        }
    }
}

extension FieldOption {
    static func write(_ options: [FieldOption], to json: inout JSONWriter) {
        json.beginArray()
        for option in options {
            json.beginObject()
            json.field("value", option.value)
            json.field("title", option.title)
            option.caption.writeMembers(to: &json)
            json.endObject()
        }
        json.endArray()
    }
}

extension FieldTree {
    /// The declared treatment of empty values, from the field or the closest enclosing field; nil if none declares it.
    fileprivate func emptyHandling(of index: Int) -> FormConfiguration.EmptyValues? {
        nodes[index].field.empty ?? nodes[index].parent.flatMap { emptyHandling(of: $0) }
    }

    /// The names on the path to a field from the form, or from the item that contains it.
    fileprivate func namesInScope(of index: Int) -> [String] {
        let parent = nodes[index].parent
        let outer = parent.flatMap { nodes[$0].type == .repeated ? nil : namesInScope(of: $0) } ?? []
        return outer + [nodes[index].field.name]
    }
}
