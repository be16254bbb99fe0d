import FHEventLoop
import SystemPackage

/// Reads the values of arguments that refer to standard input, a file or a variable.
///
/// Unlike arguments, such values are not visible to other users of the machine. Each value is read once.
final class GivenTexts {
    /// The maximum length of a value, in bytes.
    static let longest = 1 << 20

    /// The values read so far.
    ///
    /// The key is the reference to the value: `-`, `env:NAME` or a path.
    private var known: [String: String] = [:]
    /// True if values are read; false to check only the arguments.
    let areRead: Bool
    /// The action and the param for which standard input is read; nil before it is read.
    ///
    /// Standard input can be read for only one param.
    private var inputUse: String?

    init(areRead: Bool) {
        self.areRead = areRead
    }

    /// The value to which a reference refers, without a line break at its end.
    ///
    /// - Parameters:
    ///   - place: `-`, `env:NAME` or the path of a file.
    ///   - use: the action and the param, for messages.
    func text(at place: String, for use: String) throws(CallMistake) -> String {
        if place.isEmpty { throw CallMistake("\(use)@ names no file; - is standard input, env:NAME a variable") }
        if place == "-" {
            if let inputUse, inputUse != use {
                throw CallMistake("\(use)@- can't be read: standard input is read once")
            }
            inputUse = use
        }
        guard areRead else { return "" }
        if let text = known[place] { return text }
        let bytes = try bytes(at: place, for: use)
        if bytes.count > Self.longest { throw CallMistake("\(use)@\(place) is longer than \(Self.longest) bytes") }
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw CallMistake("\(use)@\(place) is not UTF-8")
        }
        if text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
        if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
        known[place] = text
        return text
    }

    private func bytes(at place: String, for use: String) throws(CallMistake) -> [UInt8] {
        let prefix = "env:"
        if place.hasPrefix(prefix) {
            let name = String(place.dropFirst(prefix.count))
            guard let value = OwnProcess.takeVariable(name) else {
                throw CallMistake("\(use)@\(place) can't be read: there is no such variable")
            }
            return Array(value.utf8)
        }
        if place == "-", OwnProcess.isTerminal(.standardInput) {
            throw CallMistake("\(use)@- is not read from a terminal, which shows what is typed; use a pipe")
        }
        do throws(Errno) {
            return place == "-"
                ? try WholeFile.read(.standardInput, upTo: Self.longest + 1)
                : try WholeFile.read(place, upTo: Self.longest + 1)
        } catch {
            throw CallMistake("\(use)@\(place) can't be read: \(error)")
        }
    }
}
