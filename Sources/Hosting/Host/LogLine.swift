import EventLoop

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
            bytes += isControl(scalar) ? escape(scalar) : Array(scalar.utf8)
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

    /// Whether it is a control character, or one that some take for the end of a line.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> [UInt8] {
        let digits = String(scalar.value, radix: 16)
        return Array(("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
    }
}
