import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The state of a text.
///
/// `Text+Wire.swift` writes it as JSON.
public struct TextState: Sendable, Equatable {
    /// The progress of loading.
    struct Loading: Sendable, Equatable {
        var refresh = LoadStatus.idle
        /// The load of lines to which the window has moved.
        var window = LoadStatus.idle
        /// The number of refreshes; the results of earlier loads are dropped.
        var generation = 0
        /// The places that are being loaded; nil if there are none.
        var wanted: Range<Int>?
        /// True if the source must not answer the next refresh from its cache.
        var isFreshWanted = false
        var isReloadDue = false
        /// True if a refresh has failed, so that the lines may be outdated.
        var isOutdated = false
        /// True after the first page.
        var isLoaded = false
        var production = Production()
        var order = Order()
    }

    /// The progress of a source that is still producing its lines.
    struct Production: Sendable, Equatable {
        var growth: Page.Growth?
        var edition: Int?
        var failure: Failure?
        /// True while lines behind the last known one are requested.
        var isGrowing = false
        /// True if further lines were announced during a load.
        var isGrowthDue = false
    }

    /// The progress of a text that has to be read in order.
    struct Order: Sendable, Equatable {
        /// True if the source has to be read in order.
        var isSequential = false
        /// The start of the next page; nil at the end.
        var next: FetchRequest.Start?
        /// True if the source gives fewer lines than are requested.
        var hasShortPages = false
        /// The length of the lines in bytes.
        var length = 0
    }

    /// The properties that come from the declaration.
    struct Head: Sendable, Equatable {
        let title: String
        let format: TextFormat
    }

    /// The shown part of the text.
    struct Position: Sendable, Equatable {
        /// The window that was requested last.
        var wanted: Window
        /// The window that is shown.
        var shown: Window
        /// The number of lines before the active one.
        var active = 0
        /// True if the text stays at the end while lines are added.
        var isFollowing: Bool
    }

    let head: Head
    var wrap: Bool
    var position: Position
    var segment = Segment()
    /// The number of known lines.
    var count = 0
    /// True if ``count`` is the number of all lines.
    var isWhole = false
    var loading = Loading()
    var find: FindState?
    /// The number of searches so far.
    var searchCount = 0
    var faults = ErrorList()
    /// The problems that the source has found; nil if there are none.
    var problems: RowProblems?
    /// The lines that were copied in the newest revision; nil if none were.
    var copied: CopiedLines?

    init(_ configuration: TextConfiguration) {
        head = Head(title: configuration.title, format: configuration.format)
        wrap = configuration.wrap
        let window = Window(offset: 0, limit: configuration.pageSize)
        position = Position(wanted: window, shown: window, isFollowing: configuration.follows)
    }

    /// The place behind which no line is looked for, of a text whose length is unknown.
    static let farthest = 1 << 40

    /// The requested window, as it is when its lines are loaded.
    var target: Window { isWhole ? position.wanted.clamped(to: count) : position.wanted }

    /// The places of the shown lines that are loaded.
    var shownPlaces: Range<Int> { places(of: position.shown).clamped(to: segment.places) }

    /// True if the shown window ends with the last known line.
    var isAtEnd: Bool { places(of: position.wanted).upperBound >= count }

    func places(of window: Window) -> Range<Int> {
        let (end, isTooFar) = window.offset.addingReportingOverflow(window.limit)
        return window.offset..<(isTooFar ? .max : end)
    }

    /// Moves the window, and the active line into it.
    mutating func setWindow(_ window: Window, follows: Bool) {
        position.wanted = Window(offset: min(window.offset, Self.farthest), limit: window.limit)
        position.isFollowing = follows && isAtEnd
        let places = places(of: target).clamped(to: 0..<max(count, 1))
        if !places.isEmpty { position.active = min(max(position.active, places.lowerBound), places.upperBound - 1) }
        showWanted()
    }

    /// The place within the window to which a line is moved that is outside of it.
    enum Alignment {
        case nearest, top, middle
    }

    /// Makes a line active, and moves the window to it.
    mutating func activate(_ place: Int, _ alignment: Alignment, follows: Bool) {
        position.active =
            isWhole || loading.production.growth != nil
            ? max(0, min(place, count - 1)) : max(0, min(place, Self.farthest))
        let window = target
        if !places(of: window).contains(position.active) {
            let offset =
                switch alignment {
                case .nearest: position.active < window.offset ? position.active : position.active - window.limit + 1
                case .top: position.active
                case .middle: position.active - window.limit / 2
                }
            position.wanted = Window(offset: max(0, offset), limit: window.limit)
        } else {
            position.wanted = window
        }
        position.isFollowing = follows && isAtEnd && position.active >= count - 1
        showWanted()
    }

    /// Shows the requested window if its lines are loaded.
    mutating func showWanted() {
        let window = target
        let places = places(of: window).clamped(to: 0..<max(count, 0))
        // A window behind the known lines is shown when it is known where they end.
        if places.isEmpty, count > 0, !isWhole { return }
        if places.isEmpty || segment.places.clamped(to: places) == places { position.shown = window }
    }
}

/// Lines that a client has copied.
struct CopiedLines: Sendable, Equatable {
    /// The number of the first line, from 1.
    let from: Int
    let to: Int
    let text: String
}
