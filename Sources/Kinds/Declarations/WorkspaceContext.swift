import FHJSON
import FHKindParts
import FeatureKit
import OrderedCollections
import Synchronization

/// The sources, features and settings that the declarations of a workspace share.
package struct WorkspaceContext: Sendable {
    private let sources: WorkspaceSources
    /// The default source of drafts, for features that name no source of drafts; nil if there is no default.
    package let drafts: (any DataSource)?
    /// The values that the sources of the feature that is read can't take.
    package private(set) var faults = ParamFaults()
    /// The values of the params of the feature that is read; empty for a feature without params.
    package private(set) var values = ParamValues()
    package let featureNames: OrderedSet<String>
    /// The names of the forms that update a row, and so are about exactly one row.
    package let updatingForms: Set<String>
    package let kinds: DeclaredKinds
    /// Makes the list of answers at the end of a wizard.
    ///
    /// The arguments are the list's name, the list's title, and the titles of the steps by step id.
    package let answerList: @Sendable (String, String, [String: String]) -> FeatureLink
    /// The generator of ids, shared by all features.
    ///
    /// So operations of two features on one source have different ids.
    package let ids: IDGenerator
    package let directory = FeatureDirectory()
    /// The name of the default source of drafts, which has its own database.
    ///
    /// No source of the workspace can have this name.
    package static let draftSourceName = "featurehost:drafts"
    package let uses = SourceUses()

    package init(
        sources: WorkspaceSources, drafts: (any DataSource)?, featureNames: OrderedSet<String>,
        updatingForms: Set<String>, kinds: DeclaredKinds,
        answerList: @escaping @Sendable (String, String, [String: String]) -> FeatureLink, ids: IDGenerator
    ) {
        self.sources = sources
        self.drafts = drafts
        self.featureNames = featureNames
        self.updatingForms = updatingForms
        self.kinds = kinds
        self.answerList = answerList
        self.ids = ids
    }

    /// The context in which a feature is read with the values of its params.
    package func binding(_ values: ParamValues) -> WorkspaceContext {
        var context = self
        context.values = values
        context.faults = ParamFaults()
        return context
    }

    /// Resolves the source that a member names, with the values of the feature's params.
    ///
    /// For an unknown name, reports an error and returns a placeholder, so that the rest of the declaration is checked
    /// too.
    package func source(_ node: WorkspaceNode, _ key: String = "source") -> any DataSource {
        guard let name = node.requiredString(key) else { return NoSource() }
        if !sources.names.contains(name) {
            node.report("there is no source \(name); \(Self.list(sources.names.elements))", at: key)
        }
        uses.insert(name)
        do {
            return try sources.source(name, values) ?? NoSource()
        } catch {
            faults.add(error)
            return NoSource()
        }
    }

    /// Reads the member `id` of a reference to a row, and reports an absent or wrong one.
    ///
    /// Without a value, a param leaves out the id; the params have no values when the workspace is read.
    ///
    /// - Parameter feature: the feature that has the reference.
    package func rowID(_ row: WorkspaceNode, in feature: WorkspaceNode) -> String? {
        guard let id = row.member("id") else {
            let isOpen = feature.value["params"] == nil || !values.names.isEmpty
            if isOpen { row.report("lacks id, the id of the row") }
            return nil
        }
        if let text = SourceRow.id(id.value) { return text }
        id.report("must be a string that is not empty, or an integer")
        return nil
    }

    /// A label with the name and the type of the source that a feature names; nil if it names none.
    package func sourceLabel(_ node: WorkspaceNode) -> String? {
        guard let name = node.value["source"]?.stringValue else { return nil }
        return sources.types[name].map { "\(name) (\($0))" } ?? name
    }

    /// The names from a feature of the catalog to the feature that is read, which is declared within it.
    ///
    /// Several features that are declared in place of a name can have the same id, but each has its own draft.
    private var names: [String] = []

    /// The context of a feature that is declared at a node in place of a name.
    func within(_ node: WorkspaceNode) -> WorkspaceContext {
        var context = self
        context.names.append(contentsOf: node.pointer.tokens.suffix(2))
        return context
    }

    /// The context of a feature of the catalog.
    package func within(_ feature: String) -> WorkspaceContext {
        var context = self
        context.names = [feature]
        return context
    }

    /// Reads the reference to the row that contains a feature's drafts; nil for a feature without drafts.
    package func draft(_ node: WorkspaceNode, of feature: String) -> DraftPlace? {
        if let isKept = node.value.boolValue {
            if isKept { uses.insert(Self.draftSourceName) }
            return isKept ? drafts.map { DraftPlace(source: $0, id: draftID(feature)) } : nil
        }
        guard node.value.isObject else {
            node.report("must be true, or an object that names a source")
            return nil
        }
        node.expect(keys: ["source", "id"])
        return DraftPlace(source: source(node), id: node.string("id").map(withValues) ?? draftID(feature))
    }

    /// The id of a draft; each set of values has its own draft.
    private func draftID(_ name: String) -> String {
        withValues(names.count > 1 ? names.joined(separator: "/") : name)
    }

    private func withValues(_ id: String) -> String {
        values.values.isEmpty ? id : "\(id) \(values.object.string)"
    }

    /// Resolves the feature that a member names, or declares in its place.
    ///
    /// Reports an unknown name.
    package func feature(_ node: WorkspaceNode, _ key: String = "feature") -> FeatureLink? {
        if let inner = node.member(key), inner.value.isObject {
            guard let feature = FeatureDeclaration.feature(inlineName(node, key), inner, within(node)) else {
                return nil
            }
            return FeatureLink(feature.id) { params, keys throws(ActionRefusal) in try feature.child(params, keys: keys)
            }
        }
        guard let name = node.string(key) else { return nil }
        if !featureNames.contains(name) {
            node.report("there is no feature \(name); \(Self.list(featureNames.elements))", at: key)
        }
        return directory.link(to: name)
    }

    /// The id of a feature that is declared in place of a name.
    ///
    /// No feature of the catalog has it, because a client takes an id of the catalog for that feature.
    private func inlineName(_ node: WorkspaceNode, _ key: String) -> String {
        let tokens = node.pointer.tokens
        var name = tokens.last ?? key
        if featureNames.contains(name), tokens.count > 2 { name = "\(tokens[1]).\(name)" }
        while featureNames.contains(name) { name += "_" }
        return name
    }

    /// The declared names as a clause for a message.
    ///
    /// A long list is shortened.
    package static func list(_ names: [String]) -> String {
        names.isEmpty ? "none is declared" : "declared are: \(LikelyName.list(names))"
    }
}

/// Collects the refusals of values by sources.
package final class ParamFaults: Sendable {
    private let refused = Mutex<ActionRefusal?>(nil)

    /// The first refusal; nil if there is none.
    package var first: ActionRefusal? { refused.withLock { $0 } }

    func add(_ refusal: ActionRefusal) { refused.withLock { $0 = $0 ?? refusal } }
}

/// Collects the names of the sources that features use.
package final class SourceUses: Sendable {
    private let used = Mutex<Set<String>>([])

    package var names: Set<String> { used.withLock { $0 } }

    func insert(_ name: String) { used.withLock { _ = $0.insert(name) } }
}

/// A placeholder for an invalid source.
///
/// It is never read, because a workspace with errors is not served.
private struct NoSource: DataSource {
    package let capabilities: SourceCapabilities = [.all, .query, .perform]

    package func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        .now(.success(Page(rows: [], endReached: true)))
    }
}
