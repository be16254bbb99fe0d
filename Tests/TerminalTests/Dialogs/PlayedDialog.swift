import FHTerminalScreen
import FHTerminalUI
import Testing

@testable import FHTerminalDialogs
@testable import FHTerminalProgram

/// A dialog that has got keys, with its frames and its result.
struct PlayedDialog {
    let result: DialogResult
    /// The texts of the frames: before the first key, and after each.
    let frames: [String]

    /// Plays a dialog.
    ///
    /// - Parameter keys: names of keys; a text after `=` is typed, and a text after `paste=` is pasted.
    init(_ dialog: some Dialog, _ keys: String..., width: Int = 60, height: Int = 12) {
        var frames: [String] = []
        let runner = DialogRunner(DialogStreams(output: -1, error: -1))
        result = runner.play(dialog, keys.flatMap(Self.events), size: Size(width, height)) { canvas in
            frames.append(DialogFrames.text(of: canvas))
        }
        self.frames = frames
    }

    /// The last frame.
    var screen: String { frames.last ?? "" }

    private static func events(_ name: String) -> [InputEvent] {
        if name.hasPrefix("="), name.count > 1 { return name.dropFirst().map { .key(PlayedKeys.key(typing: $0)) } }
        if name.hasPrefix("paste=") { return [.paste(String(name.dropFirst(6)))] }
        guard let key = PlayedKeys.key(name) else {
            Issue.record("there is no key \(name)")
            return []
        }
        return [.key(key)]
    }
}

extension DialogSettings {
    /// Returns the settings of a dialog that ends after half a second.
    static func brief(_ header: String) -> DialogSettings { DialogSettings(header: header, timeoutMs: 500) }
}

/// Frames of dialogs whose time the test sets.
enum DialogFrames {
    /// Draws a dialog, and returns the text of the frame without blank rows at the end.
    static func text(of dialog: some Dialog, _ size: Size) -> String {
        text(Size(size.width, min(size.height, dialog.height(width: size.width)))) { painter, area in
            dialog.draw(&painter, in: area)
        }
    }

    /// Draws something, and returns the text of the frame without blank rows at the end.
    static func text(_ size: Size, _ draw: (inout Painter, Rect) -> Void) -> String {
        var painter = Painter(Canvas(size), theme: .dialogs(.sixteen), memory: Memory(), focus: nil) { _ in }
        draw(&painter, painter.canvas.bounds)
        return text(of: painter.canvas)
    }

    /// Returns the text of a frame without blank rows at the end.
    static func text(of canvas: Canvas) -> String {
        var rows = (0..<canvas.size.height).map(canvas.text(ofRow:))
        while rows.last?.isEmpty == true { rows.removeLast() }
        return rows.joined(separator: "\n")
    }
}
