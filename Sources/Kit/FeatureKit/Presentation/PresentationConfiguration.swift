import FHJSON

/// The modals, the toolbar and the output handlers that are declared for a feature.
public struct PresentationConfiguration: Sendable {
    /// The modals by name.
    public var modals: [String: Modal]
    /// The buttons of the toolbar that clients show.
    public var toolbar: [ToolbarItem]
    /// The feature's actions for outputs that it emits itself, by the names of the outputs.
    ///
    /// All other outputs go to the enclosing feature.
    public var outputs: [String: ActionLink]
    /// The text and the button that the state of a list or a search has if its source is empty; nil for none.
    package var whenEmpty: WhenEmpty?

    /// Makes a configuration, by default an empty one.
    public init(
        modals: [String: Modal] = [:], toolbar: [ToolbarItem] = [], outputs: [String: ActionLink] = [:]
    ) {
        self.modals = modals
        self.toolbar = toolbar
        self.outputs = outputs
    }
}

/// A text of the author for an empty source, with or without a button.
package struct WhenEmpty: Sendable {
    package let text: String
    package let button: ToolbarItem?

    package init(text: String, button: ToolbarItem?) {
        self.text = text
        self.button = button
    }

    /// The member `whenEmpty` of a state.
    package var json: JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("text", text)
            if let button {
                json.key("button")
                button.write(to: &json)
            }
            json.endObject()
        }
    }
}
