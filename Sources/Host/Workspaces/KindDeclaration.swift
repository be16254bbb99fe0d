import FHHosting
import FHJSON
import FeatureKit

/// A kind of feature that a workspace can declare.
///
/// The type reads declarations of that kind.
///
/// All requirements except ``feature(_:_:_:_:_:)`` read the names to which other declarations can refer. They read what
/// they can, because errors are reported elsewhere.
protocol KindDeclaration {
    /// True if features of the kind show other features. Then they also receive the outputs of those features.
    static var showsFeatures: Bool { get }

    /// Reads a declaration and reports its errors. Returns nil if it declares no feature.
    static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration?

    /// The names of the outputs that the feature itself emits; empty if the names can be any.
    static func outputs(of feature: JSONValue) -> [String]

    /// The ids of the filters; nil if the kind has none.
    static func filters(of feature: JSONValue) -> [String]?

    /// The declarations of the top-level fields; nil if the kind has none.
    static func fields(of feature: JSONValue) -> [JSONValue]?

    /// The names of the routes that can be pushed; nil if the kind has none.
    static func routes(of feature: JSONValue) -> [String]?

    /// True if the output contains the entered values grouped by step.
    static func hasOutputBySteps(_ feature: JSONValue) -> Bool
}

extension KindDeclaration {
    static var showsFeatures: Bool { false }
    static func filters(of feature: JSONValue) -> [String]? { nil }
    static func fields(of feature: JSONValue) -> [JSONValue]? { nil }
    static func routes(of feature: JSONValue) -> [String]? { nil }
    static func hasOutputBySteps(_ feature: JSONValue) -> Bool { false }

    /// The elements of a member; empty if there is no such array.
    static func elements(_ key: String, of value: JSONValue) -> [JSONValue] {
        value[key].map { Array($0.elements) } ?? []
    }

    /// The ids of the objects in a member.
    static func ids(_ key: String, of feature: JSONValue) -> [String] {
        elements(key, of: feature).compactMap { $0["id"]?.stringValue }
    }
}

extension WorkspaceKind {
    /// The functions that read declarations of the kind.
    var declaration: any KindDeclaration.Type {
        switch self {
        case .list: ListDeclaration.self
        case .form: FormDeclaration.self
        case .search: SearchDeclaration.self
        case .flow: FlowDeclaration.self
        }
    }
}
