import FHJSON
import FHKindParts
import FeatureKit

/// The state of a view.
public struct ViewState: Sendable, Equatable {
    /// The progress of loading the row.
    struct Loading: Sendable, Equatable {
        var refresh = LoadStatus.idle
        /// The number of loads; the results of earlier loads are dropped.
        var number = 0
        var isReloadDue = false
    }

    /// The features in panes by name.
    struct Panes: Sendable, Equatable {
        private var byName: [String: Pane] = [:]

        subscript(name: String) -> Pane {
            get { byName[name] ?? Pane() }
            _modify { yield &byName[name, default: Pane()] }
        }
    }

    /// The row as it was last loaded; nil before the first load, and if the view has no row.
    var row: SourceRow?
    var loading = Loading()
    var panes = Panes()
    var faults = ErrorList()
    private let hasRow: Bool

    init(_ configuration: ViewConfiguration) { hasRow = configuration.row != nil }

    /// The member `phase`: `loaded` if there is a row or the view needs none, otherwise `idle`, `loading` or `failed`.
    var phase: String {
        loading.refresh.phase(hasContent: row != nil || !hasRow)
    }

    /// True if the row may have changed since it was loaded.
    var isStale: Bool { row != nil && (loading.isReloadDue || loading.refresh.hasFailed) }
}
