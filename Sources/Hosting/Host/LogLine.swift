import EventLoop
import JSON

/// A line as it stands in a log: at most as long as can be written without waiting, and without what could pass for
/// another line or change a terminal.
enum LogLine {
    private static let ellipsis = Array("…".utf8)

    /// The bytes of a line, with the one line break at its end.
    ///
    /// - Parameters:
    ///   - text: the line, with or without its break. Other control characters in it are escaped as in JSON, so that
    ///     a line of JSON is still one.
    ///   - limit: how many bytes it may have; what is longer ends with an ellipsis.
    static func bytes(of text: String, atMost limit: Int = OwnProcess.maxLogBytes) -> [UInt8] {
        var scalars = text.unicodeScalars[...]
        if scalars.last == "\n" { scalars.removeLast() }
        var bytes: [UInt8] = []
        // Where it can be cut so that there is room for the ellipsis.
        var end = 0
        for scalar in scalars {
            if TerminalText.isControl(scalar) {
                TerminalText.appendEscape(of: scalar, to: &bytes)
            } else {
                bytes += Array(scalar.utf8)
            }
            if bytes.count + ellipsis.count < limit { end = bytes.count }
            if bytes.count >= limit {
                bytes.removeSubrange(end...)
                bytes += ellipsis
                break
            }
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
