import FHEventLoop
import FHJSON

/// Formats a line of a log.
///
/// A line is short enough to be written without blocking, and has no control characters that could fake another line or
/// control a terminal.
enum LogLine {
    private static let ellipsis = Array("…".utf8)

    /// Returns the bytes of a line, with a single line break at the end.
    ///
    /// - Parameters:
    ///   - text: the line, with or without a line break. Other control characters are escaped as in JSON, so a line of
    ///     JSON stays valid.
    ///   - limit: the maximum number of bytes; a longer line ends with an ellipsis.
    static func bytes(of text: String, atMost limit: Int = OwnProcess.maxLogBytes) -> [UInt8] {
        var scalars = text.unicodeScalars[...]
        if scalars.last == "\n" { scalars.removeLast() }
        var bytes: [UInt8] = []
        // The last position where the line can be cut and still has space for the ellipsis.
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
