/// The delimiting of messages in a stream of bytes.
///
/// The first byte from the client determines the framing in both directions.
public enum Framing: Sendable, Hashable {
    /// Each line is one JSON text and ends with `\n`. A `\r` before the `\n` is dropped, and blank lines are skipped.
    case lines

    /// `Content-Length` headers before each body, as in the LSP base protocol.
    case contentLength

    /// Detects the framing from the first byte of a connection.
    ///
    /// `{`, `[` or white space means lines; any other byte means headers.
    public init(firstByte: UInt8) {
        switch firstByte {
        case ASCII.openBrace, ASCII.openBracket: self = .lines
        default: self = ASCII.isWhiteSpace(firstByte) ? .lines : .contentLength
        }
    }
}
