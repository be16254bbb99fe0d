import FHTerminalScreen
import FHTerminalUI

extension UIConfiguration {
    /// The text of a file with the default configuration, and with comments.
    ///
    /// The file changes nothing until one of its values is changed. There is no line break at the end.
    public static var text: String { String(([introduction, theme] + keys).joined(separator: "\n").dropLast()) }

    private static let introduction = """
        # The colours and keys of `featurehost ui`.
        #
        # This file has the default values. Save it as ~/.config/featurehost/ui.toml ($XDG_CONFIG_HOME is used
        # instead of ~/.config if it is set), keep the lines that you change, and remove the others.
        # `featurehost ui --check-config` reports faults.

        """

    // MARK: Colours

    private static var theme: String {
        """
        [theme]
        # "auto" fits the background of the terminal; "dark" and "light" do not depend on it.
        mode = "auto"

        # A colour is "#rrggbb", a number of the terminal's palette from 0 to 255, "default" for the terminal's own
        # colour, or a name of the palette's first colours: black, red, green, yellow, blue, magenta, cyan, white,
        # and each with bright- before it. The colours below are those of a terminal with 24-bit colours; a terminal
        # with fewer has similar ones. A colour that is the same as here changes nothing. NO_COLOR switches off all
        # colours.

        \(colours("dark", isDark: true))
        \(colours("light", isDark: false))
        """
    }

    private static func colours(_ name: String, isDark: Bool) -> String {
        let lines = ThemeRole.allCases.map { role in
            "\(role.rawValue) = \(ThemeConfiguration.text(of: role.colour(isDark: isDark)))"
        }
        return (["[theme.\(name)]"] + lines).map { $0 + "\n" }.joined()
    }

    // MARK: Keys

    private static var keys: [String] {
        let introduction = """
            # A key is a text, or several keys are an array of texts; [] removes all keys of an action. Keys are
            # characters such as "x" and "?", and enter, escape, tab, backspace, delete, insert, space, up, down, left,
            # right, home, end, pageup, pagedown, and f1 to f24. ctrl+, alt+ and shift+ can be before a key.
            # Within a table, a key can have only one action. These keys are fixed: ctrl+c quits, ctrl+z stops the
            # program, digits press the buttons of toolbars and menus, and the keys of a text edit it.

            """
        var scopes: [Substring] = []
        for action in KeyAction.allCases where !scopes.contains(action.scope) { scopes.append(action.scope) }
        return [introduction] + scopes.map(table)
    }

    private static func table(_ scope: Substring) -> String {
        let lines = KeyAction.allCases.filter { $0.scope == scope }.map { action in
            let names = action.defaultKeys.map { string(PlayedKeys.name(of: $0)) }
            let value = names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
            return "# \(action.meaning)\n\(action.name) = \(value)\n"
        }
        return "# \(KeyAction.place(of: scope))\n[keys.\(scope)]\n\(lines.joined())"
    }

    private static func string(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
