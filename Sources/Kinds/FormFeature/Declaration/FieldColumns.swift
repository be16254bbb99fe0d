import FHDeclarations
import FHJSON
import FHKindParts
import FeatureKit

/// Finds form fields whose type is incompatible with a column of the rows that the form edits.
struct FieldColumns {
    private let forms: [String: WorkspaceNode]
    private let sources: [String: WorkspaceNode]
    private let flatRows: (JSONValue) -> String?

    /// Warns of each incompatible field.
    static func report(among features: [(String, WorkspaceNode)], _ sources: DeclaredSources) {
        let forms = features.filter { FormDeclaration.declares($0.1.value) }
        let columns = FieldColumns(
            forms: Dictionary(forms) { first, _ in first }, sources: Dictionary(sources.nodes) { first, _ in first },
            flatRows: sources.flatRows)
        for (name, node) in features where node.value["source"] != nil { columns.report(list: name, node) }
    }

    /// Checks the forms that a list presents as modals, and whose output inserts or updates a row.
    private func report(list: String, _ node: WorkspaceNode) {
        guard let source = node.value["source"]?.stringValue.flatMap({ sources[$0] }) else { return }
        let columns = (node.value["columns"] ?? .null).elements.compactMap { column in
            column["key"]?.stringValue.map { ($0, column["type"]?.stringValue) }
        }
        let types = Dictionary(columns) { first, _ in first }.compactMapValues(\.self)
        var seen: Set<String> = []
        for (_, modal) in node.objects("modals") {
            let output = modal.value["onOutput"]
            let action = output?.stringValue ?? output?["action"]?.stringValue
            guard ["insertItem", "updateItem"].contains(action), let name = modal.value["feature"]?.stringValue,
                let form = forms[name]
            else { continue }
            guard seen.insert(name).inserted else { continue }
            for field in fields(of: form) { report(field, list, types, source) }
        }
    }

    private func fields(of form: WorkspaceNode) -> [WorkspaceNode] {
        let holders = [form] + (form.member("steps")?.elementsIfAny ?? [])
        let sections = holders.flatMap { $0.member("sections")?.elementsIfAny ?? [] }
        return sections.flatMap { $0.member("fields")?.elementsIfAny ?? [] }
    }

    private func report(_ field: WorkspaceNode, _ list: String, _ types: [String: String], _ source: WorkspaceNode) {
        guard let name = field.value["name"]?.stringValue, let type = field.value["type"]?.stringValue else { return }
        let values = FieldValueClass(ofFieldType: type)
        if values?.isTree == true, let kind = flatRows(source.value) {
            field.report("can't edit the rows of the list \(list): \(kind) keeps no arrays and objects; \(Self.advice)")
            return
        }
        if let declared = types[name], let values, FieldValueClass.unfit[declared]?.contains(values) == true {
            field.report("can't edit the column \(name) of the list \(list), whose type is \(declared); \(Self.advice)")
            return
        }
        guard source.value["type"]?.stringValue == "inline" else { return }
        for row in (source.value["rows"] ?? .null).elements {
            guard let value = row[name], !Self.fits(value, values) else { continue }
            field.report("can't hold \(JSONText(value)), which a row of the list \(list) has; \(Self.advice)")
            return
        }
    }

    private static let advice = "choose another type, or let the form show the value unchanged"

    /// True if a field can hold the value of a row's member.
    ///
    /// - Parameter values: the class of the field's values; nil for an unknown field type, which counts as text.
    private static func fits(_ value: JSONValue, _ values: FieldValueClass?) -> Bool {
        if value.isNull { return true }
        switch values {
        case .boolean: return BooleanSpelling.read(value) != nil
        case .quantity:
            guard let text = value.stringValue else { return value.doubleValue != nil }
            if text.allSatisfy(\.isWhitespace) { return true }
            return (try? JSONValue(parsing: text))?.doubleValue != nil
        case .list, .rows: return value.isArray
        case .object: return value.isObject
        case .string, .address, .moment, nil: return !(value.isArray || value.isObject)
        }
    }
}

extension FieldValueClass {
    /// True if the values are arrays or objects.
    fileprivate var isTree: Bool { self == .list || self == .object || self == .rows }
}
