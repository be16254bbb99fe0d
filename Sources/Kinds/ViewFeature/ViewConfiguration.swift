import FHJSON
import FHKindParts
import FeatureKit

/// The configuration of a view.
public struct ViewConfiguration: Sendable {
    /// The row that a view shows.
    public struct Row: Sendable {
        /// The source of the row.
        public let source: any DataSource
        /// The id of the row.
        public let id: String

        /// Makes a reference to a row.
        public init(_ source: any DataSource, id: String) {
            self.source = source
            self.id = id
        }
    }

    /// The title shown to users, which can have places for members of the row.
    public var title: RowTemplate
    /// The row; nil for a view that only arranges other features.
    public var row: Row?
    /// The lines that are drawn.
    public var layout: [ViewLine] = []
    /// The features in the view by name, in the order in which they are declared.
    public var panes: [(name: String, source: PaneSource)] = []
    /// The arrangement of the features, as JSON; nil if they are drawn by the lines of the layout.
    public var arrangement: JSONText?
    /// The debounce, in milliseconds, between the last change of the source and the reload.
    public var reloadDebounceMs = 200

    /// Makes the configuration of an empty view.
    public init(title: String) { self.title = RowTemplate(title) }
}

/// A line of a view's layout.
public struct ViewLine: Sendable {
    /// The content of a line beside its label.
    public enum Content: Sendable, Equatable {
        /// A member of the row.
        case member(RowMember)
        /// The feature in the pane with this name.
        case pane(String)
    }

    /// The content; nil if the line shows only its label.
    public var content: Content?
    /// The label shown to users.
    public var label: String
    /// The way in which the line is drawn.
    public var type: LayoutItem.Kind
    /// The action that is sent when the user presses the line; nil for none.
    public var action: String?
    /// The params of the action.
    public var params: JSONText?
    /// The meaning of the line, such as `primary`; nil for no special meaning.
    public var role: String?
    /// The format and the tones of the member; nil if the client draws the value by the line's type.
    public var look: CellLook?
    /// The condition of the row under which the line is drawn; nil to draw it always.
    public var condition: Condition?

    /// Makes a line.
    public init(_ type: LayoutItem.Kind, label: String, _ content: Content? = nil) {
        self.type = type
        self.label = label
        self.content = content
    }
}
