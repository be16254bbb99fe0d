import FHFormFeature
import FHHosting
import FHJSON

extension ShownParams {
    /// - Parameter fields: the fields whose values the form accepts.
    init(valuesOf fields: [FieldConfiguration]) {
        self.init(fields.isEmpty ? nil : Visibility(fields))
    }
}

extension ShownParams.Visibility {
    /// The visible part of the values of fields: all except the secret ones.
    fileprivate init(_ fields: [FieldConfiguration]) {
        var members: [String: Self] = [:]
        for field in fields where field.type != .secure {
            members[field.name] = field.type == .group || field.type == .repeated ? Self(field.fields) : .all
        }
        self = .members(members)
    }
}
