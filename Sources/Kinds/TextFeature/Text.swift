import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// A document in lines, such as the output of a command, a log or the text of a row.
///
/// The lines are the rows of a source. Only the lines near the window are in memory, with the spans by which clients
/// draw them.
public struct Text: Feature {
    /// The id of the kind.
    ///
    /// Each text in a catalog has the id that its workspace gives to it.
    public static let id = "text"
    /// The kind `text`.
    public static let kind = FeatureKind.text
    /// A reference to the published schema of a text's state.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:text-state")
        json.endObject()
    }
    /// The actions of ``TextAction``.
    public static let actions = ActionSet(
        TextAction.examples, written: TextAction.written, shortcuts: TextAction.shortcuts
    ) { Action.wire($0) }

    /// The actions of a text, including the internal ones.
    public enum Action: Sendable {
        /// An action sent by a client.
        case wire(TextAction)
        /// The first load, at the start of the feature.
        case load
        /// Repeats a failed load or search.
        case again(operation: String)
        /// The source has changed.
        case sourceChanged(SourceChange)
        /// Loads the lines again after the source has changed.
        case reload
        /// The result of a load.
        case fetched(LoadTicket, Result<LoadedLines, Failure>)
        /// The result of searching some of the lines.
        case searched(SearchTicket, Result<SearchedLines, Failure>)
        /// The matches in the loaded lines.
        case marked(MarkedLines)
        /// The result of looking for a heading or a hunk.
        case sought(SeekTicket, Result<SoughtLine, Failure>)
        /// The lines to copy were read.
        case copied(Result<CopiedText, Failure>)
        /// The hunk to accept was read.
        case accepted(Result<Output, Failure>)
    }

    /// The name of an action's case.
    public static func name(of action: Action) -> String? {
        switch action {
        case .wire(let action): ActionName.of(action)
        case .load: "load"
        case .again: "again"
        case .sourceChanged: "sourceChanged"
        case .reload: "reload"
        case .fetched: "fetched"
        case .searched: "searched"
        case .marked: "marked"
        case .sought: "sought"
        case .copied: "copied"
        case .accepted: "accepted"
        }
    }

    let configuration: TextConfiguration

    /// Creates a text.
    public init(_ configuration: TextConfiguration) { self.configuration = configuration }

    /// The state before the first load.
    public var initialState: TextState { TextState(configuration) }

    /// Loads the first lines when the first subscriber arrives.
    public func start(in state: TextState, taskID: String?) -> Action? { .load }

    /// The key path of the errors.
    public var errors: SendableKeyPath<TextState, ErrorList>? { \TextState.faults }

    /// The action that repeats a failed load or search.
    public func retry(_ error: PresentedError, in state: TextState) -> Action? { .again(operation: error.operation) }

    /// True if the first lines have arrived, or could not be loaded.
    public func hasContent(in state: TextState) -> Bool { state.loading.isLoaded || state.loading.refresh.hasFailed }

    /// True if no lines are being loaded or searched.
    public func isAtRest(_ state: TextState) -> Bool {
        let loading = state.loading
        return loading.refresh != .loading && loading.window != .loading && !loading.isReloadDue
            && !loading.production.isGrowing && state.find?.status != .searching
    }

    /// Clears the copied lines of the previous revision.
    public var forgetHints: (@Sendable (inout TextState) -> Void)? { { $0.copied = nil } }

    /// Applies an action to the state.
    public func reduce(into state: inout TextState, _ action: Action) -> Effect<Action> {
        switch action {
        case .wire(let action): reduce(action, &state)
        case .load: .merge(changeWatch.listen(to: configuration.source) { .sourceChanged($0) }, refresh(&state))
        case .again(let operation): again(operation, &state)
        case .sourceChanged(let change): note(change, &state)
        case .reload: refresh(&state)
        case .fetched(let ticket, let result): fetched(ticket, result, &state)
        case .searched(let ticket, let result): searched(ticket, result, &state)
        case .marked(let marked): self.marked(marked, &state)
        case .sought(let ticket, let result): sought(ticket, result, &state)
        case .copied(let result): copied(result, &state)
        case .accepted(let result): accepted(result, &state)
        }
    }

    private func reduce(_ action: TextAction, _ state: inout TextState) -> Effect<Action> {
        switch action {
        case .refresh:
            state.loading.isFreshWanted = true
            return refresh(&state)
        case .setWindow(let window):
            state.setWindow(window, follows: configuration.follows)
            return loadNearWindow(&state)
        case .setWrap(let wrap):
            state.wrap = wrap
            return .none
        case .find(let text, let regex, let direction):
            return find(text, isRegex: regex ?? false, direction ?? .next, &state)
        case .goTo(let line, let steps, let place): return go(line: line, by: steps, to: place, &state)
        case .copy(let from, let to): return copy(from, to, &state)
        case .acceptSpan(let line, let start): return acceptSpan(line, start, &state)
        }
    }
}
