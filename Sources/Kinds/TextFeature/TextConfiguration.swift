import FHKindParts
import FeatureKit

/// The configuration of a text.
public struct TextConfiguration: Sendable {
    /// The title shown to the user.
    public var title: String
    /// The source whose rows are the lines.
    public var source: any DataSource
    /// The member of a row that contains the text of the line.
    public var key: RowMember
    /// The format of the lines.
    public var format: TextFormat
    /// True to break long lines at first.
    public var wrap = true
    /// True to stay at the end while lines are added.
    public var follows = false
    /// The size of the window until a client sets it.
    public var pageSize = 100
    /// The debounce, in milliseconds, between the last change of the source and the reload.
    public var reloadDebounceMs = 200
    /// The number of lines before the first loaded line that are read for the spans of the loaded lines.
    package var lookBack = 4_000
    /// The number of lines that are searched at a time.
    package var searchChunk = 10_000
    /// The maximum number of lines of a text that is read at once.
    package var longestText = 50_000

    /// Creates a configuration.
    public init(
        title: String, source: any DataSource, key: RowMember = "text", format: TextFormat = .plain
    ) {
        self.title = title
        self.source = source
        self.key = key
        self.format = format
    }
}
