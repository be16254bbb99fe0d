public import FHTerminalScreen

/// A frame that a played session requests.
public struct PlayedFrame {
    /// The title.
    public let title: String
    /// The cells.
    public let frame: Canvas

    init(title: String, frame: Canvas) {
        self.title = title
        self.frame = frame
    }

    /// The lines of the screen below a line with the title.
    public var text: String {
        let rule = String(repeating: "─", count: max(0, frame.size.width - title.count - 4))
        let lines = (0..<frame.size.height).map(frame.text(ofRow:))
        return (["── \(title) \(rule)"] + lines).joined(separator: "\n")
    }
}
