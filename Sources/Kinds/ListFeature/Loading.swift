import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The progress of loading.
struct Loading: Sendable, Equatable {
    /// The progress of a source whose rows are still being produced.
    struct Production: Sendable, Equatable {
        /// The growth that the newest page has reported; nil if that page was full or the last one.
        var growth: Page.Growth?
        /// The edition of the rows, as in `Page.edition`; nil if the source has no editions.
        var edition: Int?
        /// The failure because of which the source has not produced all rows; nil if there was none.
        var failure: Failure?
        /// True while the rows are loaded again only because it is time to; clients don't show this load.
        var isQuiet = false
        /// A notice that arrived while a page was loading or an edit was pending: there are further rows, or no more
        /// rows.
        var notice: SourceChange?
    }

    /// The part of the source's rows that is loaded.
    struct Segment: Sendable, Equatable {
        /// The number of rows in the source before the first loaded row.
        ///
        /// It is 0 unless the window was moved to rows that were far from the loaded ones.
        var skipped = 0
        /// The positions in the source of the rows that are being loaded instead of the loaded ones; nil if no such
        /// load is in progress.
        var jump: Range<Int>?
        /// The number of all rows, if a page behind the last one has told it, until the last rows are loaded.
        var newTotal: Int?
        /// The window that is shown until rows around the requested window are loaded; nil if the requested window is
        /// shown as far as possible.
        var heldWindow: Window?
        /// The start of the next page.
        var nextPage = FetchRequest.Start.offset(0)
        /// The cursors that the source has returned for this segment.
        ///
        /// A repeated cursor is an error.
        var cursors: Set<ExactText> = []
    }

    /// True if the first page has arrived.
    var isLoaded = false
    var refresh = LoadStatus.idle
    var append = LoadStatus.idle
    /// The number of refreshes.
    ///
    /// Results of loads that were requested before the newest refresh are discarded.
    var generation = 0
    /// The number of confirmed writes.
    ///
    /// If a page was requested before a write, it may not include the write.
    var writes = 0
    var segment = Segment()
    var endReached = false
    var totalCount: Int?
    /// True if the source must not answer the next refresh from its cache.
    var isFreshWanted = true
    /// True if a refresh is due after the last pending write.
    var isRefreshWanted = false
    /// True if the source has announced changes that will be loaded soon.
    var isReloadDue = false
    /// True if the rows are known to be outdated, until new rows are loaded.
    var isOutdated = false
    /// True if a page was dropped because of a write.
    ///
    /// It is loaded again after the last pending write.
    var isAppendWanted = false
    /// The ids of rows that the source has after pages that are not loaded yet.
    ///
    /// An edit, or the sort, has put these rows at the end. A row leaves the tail when the page with the row arrives.
    var tail: Set<ExactText> = []
    var production = Production()
    /// The ids of rows of a sorted list that were changed or restored since the last refresh.
    ///
    /// In the source, such a row may be at another position than in the list.
    var resorted: Set<ExactText> = []

    /// The number of rows in the source before the first loaded row.
    var skipped: Int { segment.skipped }

    /// True if clients show the progress of the refresh.
    var isRefreshShown: Bool { refresh != .loading || !production.isQuiet }

    /// True if all rows of the source are loaded.
    var isAllLoaded: Bool { isLoaded && endReached && skipped == 0 }
}

/// The state of a list when a load began.
///
/// The result of the load is applied only if that state is still current.
public struct LoadTicket: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case refresh, append
        /// Loads rows that are far from the loaded ones, and replaces these.
        case jump
        /// Loads dropped values from the position `place` on, at least up to the position `wanted`.
        case restore(place: Int, wanted: Int)

        /// The name of the load in errors and effects.
        var name: String {
            switch self {
            case .refresh: "refresh"
            case .append, .jump: "append"
            case .restore: "restore"
            }
        }
    }

    let kind: Kind
    let start: FetchRequest.Start
    let limit: Int
    let generation: Int
    let writes: Int
}
