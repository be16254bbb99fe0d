import FHHosting
import FHJSON
import FeatureKit

/// A kind of feature that a workspace can declare.
///
/// The type reads declarations of that kind.
///
/// The requirements that take a `JSONValue` read what other declarations can refer to. They read what they can, because
/// errors are reported elsewhere.
protocol KindDeclaration {
    /// The noun for several features of the kind, for messages.
    static var plural: String { get }

    /// True if features of the kind show rows, so that their outputs have the id of a row.
    static var showsRows: Bool { get }

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

    /// The write of the feature to a source; nil if it has none.
    static func write(of feature: JSONValue) -> DeclaredWrite?

    /// Reports the errors of the kind that only all declarations together show.
    ///
    /// - Parameter features: the declarations of all features of all kinds.
    static func reportMistakes(among features: [(String, WorkspaceNode)])
}

/// A write to a source that a feature does with what was entered.
struct DeclaredWrite {
    let call: String
    let source: String
}

extension KindDeclaration {
    static var showsRows: Bool { false }
    static var showsFeatures: Bool { false }
    static func filters(of feature: JSONValue) -> [String]? { nil }
    static func fields(of feature: JSONValue) -> [JSONValue]? { nil }
    static func routes(of feature: JSONValue) -> [String]? { nil }
    static func hasOutputBySteps(_ feature: JSONValue) -> Bool { false }
    static func write(of feature: JSONValue) -> DeclaredWrite? { nil }
    static func reportMistakes(among features: [(String, WorkspaceNode)]) {}

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
