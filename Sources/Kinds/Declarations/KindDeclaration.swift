import FHJSON
import FHKindParts
import FeatureKit

/// A kind of feature that a workspace can declare.
///
/// The type reads declarations of that kind.
///
/// Other declarations can refer to names that a declaration defines. The functions that return such names ignore
/// invalid parts, because ``feature(_:_:_:_:_:)`` reports the errors.
package protocol KindDeclaration: SendableMetatype {
    static var kind: FeatureKind { get }

    /// The plural of the kind's name, for messages.
    static var plural: String { get }

    /// True if features of the kind show other features, and receive the outputs of those features.
    static var showsFeatures: Bool { get }

    /// True if the toolbar of a feature of the kind has a button for each of its actions on rows.
    static var hasActionButtons: Bool { get }

    /// True if features of the kind ask the user for values, which an action can get as its input.
    static var asksForValues: Bool { get }

    /// The names of the opening params that features of the kind have without declaring them.
    static var ownParams: [String] { get }

    /// Reads a declaration and reports its errors; returns nil if no feature can be made from the declaration.
    static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration?

    /// The names of the outputs that the feature itself emits; empty if an output can have any name.
    static func outputs(of feature: JSONValue) -> [String]

    /// The ids of the filters; nil if the kind has none.
    static func filters(of feature: JSONValue) -> [String]?

    /// The declarations of the top-level fields; nil if the kind has none.
    static func fields(of feature: JSONValue) -> [JSONValue]?

    /// The names of the routes that can be pushed; nil if the kind has none.
    static func routes(of feature: JSONValue) -> [String]?

    /// True if the output of the feature contains the answers grouped by step.
    static func hasOutputBySteps(_ feature: JSONValue) -> Bool

    /// True if an output of the feature is about a row, and so has an id.
    static var outputsRows: Bool { get }

    /// True if the user can mark several rows of the feature.
    static func hasMarks(_ feature: JSONValue) -> Bool

    /// True if the feature updates the row that it is opened with, and so is about exactly one row.
    static func updatesRow(_ feature: JSONValue) -> Bool

    /// The names of the features that are opened together with the feature.
    static func opened(with feature: JSONValue) -> [String]

    /// Reports the errors in features of this kind that depend on other features of the workspace.
    ///
    /// This is called after all features are read.
    static func reportMistakes(among features: [(String, WorkspaceNode)])

    /// Reports warnings about features of this kind.
    static func reportWarnings(among features: [(String, WorkspaceNode)], _ sources: DeclaredSources)
}

extension KindDeclaration {
    package static var plural: String { kind.rawValue + "s" }
    package static var showsFeatures: Bool { false }
    package static var hasActionButtons: Bool { false }
    package static var asksForValues: Bool { false }
    package static var ownParams: [String] { [] }
    package static func filters(of feature: JSONValue) -> [String]? { nil }
    package static func fields(of feature: JSONValue) -> [JSONValue]? { nil }
    package static func routes(of feature: JSONValue) -> [String]? { nil }
    package static func hasOutputBySteps(_ feature: JSONValue) -> Bool { false }
    package static var outputsRows: Bool { true }
    package static func hasMarks(_ feature: JSONValue) -> Bool { false }
    package static func updatesRow(_ feature: JSONValue) -> Bool { false }
    package static func opened(with feature: JSONValue) -> [String] { [] }
    package static func reportMistakes(among features: [(String, WorkspaceNode)]) {}
    package static func reportWarnings(among features: [(String, WorkspaceNode)], _ sources: DeclaredSources) {}

    /// True for the declaration of a feature of this kind.
    package static func declares(_ feature: JSONValue) -> Bool { feature["kind"]?.stringValue == kind.rawValue }

    /// The elements of a member; empty if there is no such array.
    package static func elements(_ key: String, of value: JSONValue) -> [JSONValue] {
        value[key].map { Array($0.elements) } ?? []
    }

    /// The ids of the objects in a member.
    package static func ids(_ key: String, of feature: JSONValue) -> [String] {
        elements(key, of: feature).compactMap { $0["id"]?.stringValue }
    }

    /// True if the declaration has the member `selection` with the value `multiple`.
    package static func selectsMultiple(_ feature: JSONValue) -> Bool {
        feature["selection"]?.stringValue == SelectionMode.multiple.rawValue
    }
}
