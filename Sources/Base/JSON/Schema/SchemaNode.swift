/// The schema of one value, while it is being derived.
final class SchemaNode {
    struct Member {
        let name: String
        let node: SchemaNode
        var isRequired: Bool
    }

    enum Form {
        case any
        case primitive(any JSONPrimitive.Type)
        case enumeration([JSONText])
        case array(SchemaNode, isUnique: Bool)
        case map(SchemaNode)
        case object([Member])
        /// The schema that a type provides itself.
        case given(StaticString)
    }

    var form: Form
    /// The name of the action if the type has accepted it as a key; otherwise nil.
    var action: String?
    /// True for an object that allows any members.
    var isFree = false

    init(_ form: Form = .any) { self.form = form }

    /// Returns the node of a member, which is added if it is new.
    func member(_ name: String, isRequired: Bool) -> SchemaNode {
        var members: [Member] = []
        if case .object(let known) = form { members = known }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].isRequired = members[index].isRequired || isRequired
            form = .object(members)
            return members[index].node
        }
        let node = SchemaNode()
        form = .object(members + [Member(name: name, node: node, isRequired: isRequired)])
        return node
    }

    /// Marks the value as an object, even if no member is decoded.
    func makeObject() {
        if case .object = form { return }
        form = .object([])
    }

    /// Marks the value as an array and returns the node of its elements.
    func makeArray() -> SchemaNode {
        if case .array(let element, _) = form { return element }
        let element = SchemaNode()
        form = .array(element, isUnique: false)
        return element
    }

    /// The node of the payload, if the payload is single and unlabelled and may be an object; otherwise this node.
    var flattened: SchemaNode {
        guard case .object(let members) = form, members.count == 1, members[0].name == "_0" else { return self }
        switch members[0].node.form {
        case .any, .map, .object: return members[0].node
        case .primitive, .enumeration, .array, .given: return self
        }
    }

    var text: JSONText { .build { write(into: &$0, isClosed: false) } }

    /// The schema with closed objects, which allow only the named members.
    ///
    /// A nested object without named members allows any members.
    var closedText: JSONText {
        if case .object(let members) = form, members.isEmpty, !isFree { return .build { $0.raw(Self.noMembers) } }
        return .build { write(into: &$0, isClosed: true) }
    }

    private static let noMembers: StaticString = #"{"type":"object","additionalProperties":false}"#

    private func write(into writer: inout JSONWriter, isClosed: Bool) {
        if case .given(let schema) = form { return writer.raw(schema) }
        writer.beginObject()
        switch form {
        case .any, .given:
            break
        case .primitive(let type):
            type.writeSchema(into: &writer)
        case .enumeration(let values):
            writer.key("enum")
            writer.beginArray()
            for value in values { writer.value(value) }
            writer.endArray()
        case .array(let element, let isUnique):
            writer.field("type", "array")
            writer.key("items")
            element.write(into: &writer, isClosed: isClosed)
            if isUnique { writer.field("uniqueItems", true) }
        case .map(let value):
            writer.field("type", "object")
            writer.key("additionalProperties")
            value.write(into: &writer, isClosed: isClosed)
        case .object(let members):
            writer.field("type", "object")
            Self.write(members, into: &writer, isClosed: isClosed)
            if isClosed, !members.isEmpty { writer.field("additionalProperties", false) }
        }
        writer.endObject()
    }

    private static func write(_ members: [Member], into writer: inout JSONWriter, isClosed: Bool) {
        if !members.isEmpty {
            writer.key("properties")
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                member.node.write(into: &writer, isClosed: isClosed)
            }
            writer.endObject()
        }
        let required = members.filter(\.isRequired)
        if !required.isEmpty {
            writer.key("required")
            writer.beginArray()
            for member in required { writer.value(member.name) }
            writer.endArray()
        }
    }
}
