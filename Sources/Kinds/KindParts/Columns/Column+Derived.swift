import FHJSON
import FeatureKit

extension Column {
    /// The columns that are derived from the members of a row.
    ///
    /// The first string is the title, and the second string is the subtitle. Booleans are toggles, and other strings
    /// and numbers are details. The member `id` is not shown. There are no columns for other values.
    public static func derived(from row: JSONValue) -> [Column] {
        var roles: [Role] = [.title, .subtitle]
        return row.members.compactMap { key, value in
            switch value.kind {
            case .bool: return Column(key: key, type: .toggle, role: .toggle)
            case .integer, .real: return Column(key: key, type: .number, role: key == "id" ? .none : .detail)
            case .string:
                if key == "id" { return Column(key: key, role: .none) }
                return Column(key: key, role: roles.isEmpty ? .detail : roles.removeFirst())
            default: return nil
            }
        }
    }

    /// The columns that are derived from a source's declarations.
    ///
    /// The first member of the type `text` is the title, and the second is the subtitle.
    ///
    /// - Parameters:
    ///   - declared: the source's declarations; nil to derive the columns from the members of the row.
    ///   - row: the first row, which supplies the types that are missing in the declarations; nil if there is no row.
    public static func derived(from declared: [ColumnType]?, _ row: JSONValue?) -> [Column] {
        guard let declared else { return row.map { derived(from: $0) } ?? [] }
        var roles: [Role] = [.title, .subtitle]
        return declared.compactMap { column in
            guard let type = column.type ?? (row?[column.key]).flatMap(kind) else { return nil }
            if column.key == "id" { return Column(key: column.key, type: type, role: .none) }
            var role = type.derivedRole
            if role == .title { role = roles.isEmpty ? .detail : roles.removeFirst() }
            return Column(key: column.key, type: type, role: role)
        }
    }

    /// The column type of a value; nil for null, an array or an object, which no column shows.
    private static func kind(_ value: JSONValue) -> Kind? {
        switch value.kind {
        case .bool: .toggle
        case .integer, .real: .number
        case .string: .text
        case .null, .array, .object: nil
        }
    }
}

extension SearchKey {
    /// The default keys of a search: the columns other than toggles and columns with the role `none`.
    ///
    /// At most ``largestCount`` keys are returned.
    public static func shown(by columns: [Column]) -> [SearchKey] {
        columns.filter { $0.role != .none && $0.role != .toggle && $0.type != .toggle }.prefix(largestCount)
            .map { SearchKey($0.key) }
    }
}
