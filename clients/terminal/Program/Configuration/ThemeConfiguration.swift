import FHTerminalScreen
import FHTerminalUI

/// The colours of the user interface: the choice between the dark and the light theme, and changed colours.
public struct ThemeConfiguration: Equatable, Sendable {
    /// The choice between the themes.
    public enum Mode: String, CaseIterable, Sendable {
        /// The theme that fits the background of the terminal.
        case auto
        case dark, light
    }

    /// The choice between the themes.
    public private(set) var mode = Mode.auto
    private var dark: [ThemeRole: Colour] = [:]
    private var light: [ThemeRole: Colour] = [:]

    /// Makes the default configuration.
    public init() {}

    /// Returns the changed colours of a theme.
    func changes(isDark: Bool) -> [ThemeRole: Colour] { isDark ? dark : light }

    /// Reads the mode or the colour of a role.
    mutating func read(_ entry: TOMLDocument.Entry) throws(ConfigurationFault) {
        let path = entry.path.dropFirst()
        if Array(path) == ["mode"] {
            let text = try entry.string("\"auto\"")
            guard let mode = Mode(rawValue: text) else {
                throw entry.place.fault("there is no mode \(text); write auto, dark or light")
            }
            return self.mode = mode
        }
        guard path.count == 2, let name = path.last, path.first == "dark" || path.first == "light" else {
            throw entry.key.fault("[theme] has the key mode, and the tables [theme.dark] and [theme.light]")
        }
        guard let role = ThemeRole(rawValue: name) else {
            let names = ThemeRole.allCases.map(\.rawValue).joined(separator: ", ")
            throw entry.key.fault("there is no part \(name); the parts with a colour are \(names)")
        }
        let colour = try Self.colour(entry)
        let isDark = path.first == "dark"
        // A default colour is no change, because a terminal with fewer colours has other defaults.
        let change = colour == role.colour(isDark: isDark) ? nil : colour
        if isDark { dark[role] = change } else { light[role] = change }
    }

    // MARK: Colours

    /// The names of the first colours of the palette.
    private static let names: [String] = {
        let plain = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
        return plain + plain.map { "bright-\($0)" }
    }()

    private static func colour(_ entry: TOMLDocument.Entry) throws(ConfigurationFault) -> Colour {
        switch entry.value {
        case .integer(let number) where (0...255).contains(number): return .palette(UInt8(number))
        case .string("default"): return .standard
        case .string(let text):
            if let number = names.firstIndex(of: text) { return .palette(UInt8(number)) }
            let digits = text.dropFirst()
            if text.first == "#", digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                let number = UInt32(digits, radix: 16)
            {
                return .rgb(UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
            }
        default: break
        }
        throw entry.place.fault(
            "a colour is \"#rrggbb\", a number from 0 to 255, \"default\", or a name such as \"bright-red\"")
    }

    /// Returns a colour as a configuration writes it.
    static func text(of colour: Colour) -> String {
        switch colour {
        case .standard: return "\"default\""
        case .palette(let number): return String(number)
        case .rgb(let red, let green, let blue):
            let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\"#\(digits)\""
        }
    }
}
