/// Splits the output of a program into lines, and limits their rate and length for the log.
package struct LogLines {
    /// The maximum number of lines per second.
    static let linesPerSecond = 20
    /// The maximum length of a line.
    ///
    /// The rest of a longer line is cut off.
    static let maxLineBytes = 1_000

    private var line: [UInt8] = []
    private var isCut = false
    private var second = Int.min
    private var count = 0
    private var leftOut = 0

    /// Returns the lines that these bytes complete.
    ///
    /// If lines of an earlier second were dropped, the first returned line gives their number.
    ///
    /// - Parameter milliseconds: the current time.
    package mutating func take(_ bytes: UnsafeRawBufferPointer, at milliseconds: Int) -> [String] {
        var found: [String] = []
        if milliseconds / 1_000 != second {
            second = milliseconds / 1_000
            if leftOut > 0 { found.append("… \(leftOut) more lines") }
            count = 0
            leftOut = 0
        }
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                end(&found)
            } else if line.count < Self.maxLineBytes {
                line.append(byte)
            } else {
                isCut = true
            }
        }
        return found
    }

    /// Returns the last line, if it has no line break.
    mutating func finish() -> [String] {
        var found: [String] = []
        end(&found)
        return found
    }

    private mutating func end(_ found: inout [String]) {
        defer {
            line.removeAll(keepingCapacity: true)
            isCut = false
        }
        if line.isEmpty { return }
        count += 1
        if count > Self.linesPerSecond {
            leftOut += 1
        } else {
            found.append(String(decoding: line, as: UTF8.self) + (isCut ? "…" : ""))
        }
    }
}
