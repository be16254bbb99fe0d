import FHJSON
import FeatureKit

/// The rows that an action specifies: an array of ids, or `{"all": true, "except": […]}`.
public enum RowIDs: Codable, Sendable, Equatable, ExpressibleByArrayLiteral {
    /// The rows with these ids.
    case listed([String])
    /// Every row except the rows with these ids.
    case allExcept([String])

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case all, except
    }

    /// Creates a list of ids.
    public init(arrayLiteral ids: String...) {
        self = .listed(ids)
    }

    /// Decodes the wire form.
    ///
    /// - Throws: `DecodingError` for a value that is neither an array of strings nor an object with `all`;
    ///   `UnknownMember` for an unknown member.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        if value.isObject {
            let known = CodingKeys.allCases.map(\.rawValue)
            if let unknown = UnknownMember.first(in: value, known: known, at: decoder.codingPath) { throw unknown }
            let members = try decoder.container(keyedBy: CodingKeys.self)
            guard try members.decode(Bool.self, forKey: .all) else {
                throw DecodingError.dataCorruptedError(forKey: .all, in: members, debugDescription: "must be true")
            }
            self = .allExcept(try members.decodeIfPresent([String].self, forKey: .except) ?? [])
        } else {
            self = .listed(try [String](from: decoder))
        }
    }

    /// Encodes the wire form.
    ///
    /// - Throws: the encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .listed(let ids): try ids.encode(to: encoder)
        case .allExcept(let except):
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(true, forKey: .all)
            try members.encode(except, forKey: .except)
        }
    }
}

extension RowIDs: SchemaProviding {
    /// The JSON Schema: an array of ids, or an object.
    public static var schema: StaticString {
        #"""
        {"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"object","properties":{"all":{"const":true},\#
        "except":{"type":"array","items":{"type":"string"}}},"required":["all"],"additionalProperties":false}]}
        """#
    }
    /// An empty list of ids.
    public static var sample: RowIDs { [] }
}

extension ListAction {
    /// The target rows of an action on several rows; nil for any other action.
    ///
    /// - Throws: the errors in the params that specify the rows.
    func target() throws(ActionRefusal) -> RowTarget? {
        switch self {
        case .updateItems(let ids, let all, let except, let selection, _),
            .deleteItems(let ids, let all, let except, let selection),
            .accept(_, let ids, let all, let except, let selection, _, _):
            return try Self.target(ids, all, except, selection)
        case .moveItems(let ids, let selection, _):
            return try Self.target(ids.map { .listed($0) }, nil, nil, selection)
        case .toggleItem(let id, let selection, _):
            return try Self.target(id.map { .listed([$0]) }, nil, nil, selection, name: "id")
        default: return nil
        }
    }

    private static func target(
        _ ids: RowIDs?, _ all: Bool?, _ except: [String]?, _ selection: Bool?, name: String = "ids"
    ) throws(ActionRefusal) -> RowTarget {
        let ways = [ids != nil, all == true, selection == true].count { $0 }
        if ways > 1 {
            throw .invalidParams([
                .init(
                    path: "/\(name)", code: "invalid",
                    message: "is given together with all or selection; give only one of them")
            ])
        }
        if except != nil, all != true {
            throw .invalidParams([
                .init(path: "/except", code: "invalid", message: "is only allowed together with \"all\": true")
            ])
        }
        switch ids {
        case .listed(let ids): return .ids(ids.count > 1 ? ids.distinct() : ids)
        case .allExcept(let except): return .allExcept(except)
        case nil where all == true: return .allExcept(except ?? [])
        case nil where selection == true: return .selection
        case nil:
            throw .invalidParams([
                .init(
                    path: "/\(name)", code: "required",
                    message: "is missing; it names the rows, or selection is true, for the marked ones")
            ])
        }
    }

    /// Returns the action with the current ids of its rows.
    func current(_ state: ListState) -> ListAction {
        if state.writing.renamed.isEmpty { return self }
        let now = { (id: String) in state.currentID(id) }
        switch self {
        case .itemAppeared(let id): return .itemAppeared(id: now(id))
        case .insertItem(let value, let before): return .insertItem(value: value, beforeId: before.map(now))
        case .insertItems(let values, let before): return .insertItems(values: values, beforeId: before.map(now))
        case .updateItem(let id, let patch, let ifVersion):
            return .updateItem(id: now(id), patch: patch, ifVersion: ifVersion)
        case .updateItems(let ids, let all, let except, let selection, let patch):
            return .updateItems(
                ids: ids?.map(now), all: all, except: except?.map(now), selection: selection, patch: patch)
        case .toggleItem(let id, let selection, let key):
            return .toggleItem(id: id.map(now), selection: selection, key: key)
        case .deleteItems(let ids, let all, let except, let selection):
            return .deleteItems(ids: ids?.map(now), all: all, except: except?.map(now), selection: selection)
        case .moveItems(let ids, let selection, let before):
            return .moveItems(ids: ids?.map(now), selection: selection, beforeId: before.map(now))
        case .accept(let action, let ids, let all, let except, let selection, let value, let confirmed):
            return .accept(
                action: action, ids: ids?.map(now), all: all, except: except?.map(now), selection: selection,
                value: value, confirmed: confirmed)
        case .select(let id): return .select(id: now(id))
        case .toggleSelection(let id): return .toggleSelection(id: now(id))
        case .selectRange(let from, let to): return .selectRange(from: now(from), to: now(to))
        case .setActive(let id): return .setActive(id: now(id))
        case .openItem(let id): return .openItem(id: now(id))
        case .load, .refresh, .loadMore, .setWindow, .setFilter, .setSort, .undo, .redo, .selectAll, .clearSelection,
            .moveActive, .goTo:
            return self
        }
    }
}

extension RowIDs {
    fileprivate func map(_ transform: (String) -> String) -> RowIDs {
        switch self {
        case .listed(let ids): .listed(ids.map(transform))
        case .allExcept(let ids): .allExcept(ids.map(transform))
        }
    }
}
