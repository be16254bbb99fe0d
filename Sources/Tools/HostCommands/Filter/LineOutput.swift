import FHFuzzyMatch
import FHJSON
import SystemPackage

/// Prints matching lines.
enum LineOutput {
    /// The number of buffered bytes at which the buffer is written.
    private static let capacity = 1 << 18

    /// Writes the matching lines to standard output.
    ///
    /// - Parameters:
    ///   - delimiter: the byte that ends a line in the texts.
    ///   - ending: the byte that ends a printed line.
    /// - Throws: `Errno` if writing fails. A reader that has exited, such as `head`, is not an error.
    static func write(
        _ matches: some Collection<LineMatch>, of texts: [LineText], delimiter: UInt8, ending: UInt8
    ) throws {
        var filter = StandardOutput.isTerminal ? TerminalFilter() : nil
        // On a terminal, each line ends with a line break, regardless of the option.
        let ending = filter == nil ? ending : UInt8(ascii: "\n")
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
