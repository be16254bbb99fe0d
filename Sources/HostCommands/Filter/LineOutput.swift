import FuzzyMatch
import JSON
import SystemPackage

/// Prints lines.
enum LineOutput {
    /// How many bytes are written at once.
    private static let capacity = 1 << 18

    /// Writes the lines that match to standard output.
    ///
    /// - Throws: `Errno`, except where the reader has gone, as `head` does when it has enough.
    static func write(_ matches: some Collection<LineMatch>, of texts: [LineText], delimiter: UInt8) throws {
        var filter = StandardOutput.isTerminal ? TerminalFilter() : nil
        // A person sees where a line ends, whatever ends it.
        let ending = filter == nil ? delimiter : UInt8(ascii: "\n")
        var buffer: [UInt8] = []
        buffer.reserveCapacity(2 * capacity)
        do {
            for match in matches {
                buffer.append(contentsOf: line(match, of: texts, delimiter: delimiter))
                buffer.append(ending)
                if buffer.count >= capacity {
                    try StandardOutput.write(buffer, &filter)
                    buffer.removeAll(keepingCapacity: true)
                }
            }
            try StandardOutput.write(buffer, &filter)
        } catch Errno.brokenPipe {
            return
        }
    }

    private static func line(
        _ match: LineMatch, of texts: [LineText], delimiter: UInt8
    ) -> UnsafeBufferPointer<UInt8> {
        let rest = UnsafeBufferPointer(rebasing: texts[Int(match.text)].bytes[Int(match.start)...])
        return UnsafeBufferPointer(rebasing: rest.prefix(LineScan.length(of: rest, delimiter: delimiter)))
    }
}
