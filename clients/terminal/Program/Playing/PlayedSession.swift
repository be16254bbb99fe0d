import FHEventLoop
import FHJSON
import FHTerminalClient
public import FHTerminalScreen
import SystemPackage

/// A step of a played session.
enum PlayedStep: Equatable {
    /// Presses keys, one after the other.
    case press([Key])
    /// Clicks the first place that shows a text.
    case click(String)
    /// Gives the screen another size.
    case resize(Size)
    /// Waits until the instances have settled.
    case settle
    /// Prints the screen under a title.
    case frame(String)
}

/// Keys and other steps to play without a terminal, from a JSON file.
///
/// ```json
/// [
///   {"press": "down"},
///   {"press": ["tab", "ctrl+s"]},
///   {"type": "milk"},
///   {"click": "Submit"},
///   {"resize": [120, 40]},
///   {"settle": true},
///   {"frame": "A title"}
/// ]
/// ```
public struct PlayedSession: Sendable {
    /// The reason why a session can't be played, for users.
    public struct Failure: Error {
        /// The reason.
        public let reason: String
    }

    /// The maximum length of a file in bytes.
    private static let longest = 16 << 20

    let steps: [PlayedStep]

    /// Reads a file.
    public init(_ path: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(path, upTo: Self.longest + 1)
        } catch {
            throw Failure(reason: "\(path): can't be read: \(error)")
        }
        let json: JSONValue
        do throws(JSONParseError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw Failure(reason: "\(path):\(error.line): \(error.fault)")
        }
        guard json.isArray else { throw Failure(reason: "\(path): a session is an array of steps") }
        var steps: [PlayedStep] = []
        for element in json.elements { steps.append(try Self.step(element)) }
        self.steps = steps
    }

    private static func step(_ json: JSONValue) throws(Failure) -> PlayedStep {
        guard json.count == 1, let member = json.members.first(where: { _ in true }) else { throw unknown(json) }
        let value = member.value
        switch member.key {
        case "press":
            let names = value.isArray ? value.elements.map(\.stringValue) : [value.stringValue]
            return .press(try names.map { name throws(Failure) in try key(name, of: json) })
        case "type": return .press(try text(value, of: json).map(PlayedKeys.key(typing:)))
        case "click": return .click(try text(value, of: json))
        case "resize":
            let numbers = value.elements.compactMap(\.intValue)
            guard numbers.count == 2, let size = ScreenSize.size(numbers[0], numbers[1]) else { throw unknown(json) }
            return .resize(size)
        case "settle": return .settle
        case "frame": return .frame(try text(value, of: json))
        default: throw unknown(json)
        }
    }

    private static func key(_ name: String?, of step: JSONValue) throws(Failure) -> Key {
        guard let name else { throw unknown(step) }
        guard let key = PlayedKeys.key(name) else { throw Failure(reason: "there is no key \(name)") }
        return key
    }

    private static func text(_ value: JSONValue, of step: JSONValue) throws(Failure) -> String {
        guard let text = value.stringValue else { throw unknown(step) }
        return text
    }

    private static func unknown(_ step: JSONValue) -> Failure {
        Failure(reason: "a step is press, type, click, resize, settle or frame, not \(JSONText(step))")
    }
}

/// Sizes of a screen without a terminal.
public enum ScreenSize {
    /// The default size.
    public static let usual = Size(80, 24)
    /// The largest number of columns or rows.
    private static let most = 1_000

    /// Parses a size such as `120x40`; nil if the text is no valid size.
    public static func parse(_ text: String) -> Size? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1] else { return nil }
        return size(width, height)
    }

    static func size(_ width: Int, _ height: Int) -> Size? {
        (1...most).contains(width) && (1...most).contains(height) ? Size(width, height) : nil
    }
}
