import FHJSON
import FeatureKit

extension FormConfiguration {
    /// Returns a validation error for each member of the param `values` that matches no field or a secure field.
    ///
    /// There are no errors if the param `id` is given: the values are then the members of a row, which may have members
    /// without a field.
    public func unknownNames(inOpening params: JSONValue) -> [ActionRefusal.Field] {
        if let id = params["id"], !id.isNull { return [] }
        guard let values = params["values"] else { return [] }
        return Self.unknownNames(in: values, sections.flatMap(\.fields), JSONPointer(["values"]))
    }

    private static func unknownNames(
        in values: JSONValue, _ fields: [FieldConfiguration], _ place: JSONPointer
    ) -> [ActionRefusal.Field] {
        guard values.isObject else { return [] }
        let byName = Dictionary(fields.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        return values.members.flatMap { name, value -> [ActionRefusal.Field] in
            let inner = place.appending(name)
            guard let field = byName[ExactText(name)] else {
                return [.init(UnknownMember(pointer: inner, name: name, known: fields.map(\.name)))]
            }
            switch field.type {
            case .secure:
                let message = "is a secure field; its value is set by setSecret"
                return [.init(path: inner.description, code: "invalid", message: message)]
            case .group: return unknownNames(in: value, field.fields, inner)
            case .repeated:
                return value.elements.enumerated().flatMap { index, item in
                    unknownNames(in: item, field.fields, inner.appending("\(index)"))
                }
            default: return []
            }
        }
    }
}
