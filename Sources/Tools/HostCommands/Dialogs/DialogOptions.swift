import ArgumentParser
import FHTerminalDialogs

/// Options of all interactive dialogs.
struct DialogOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Show the keys in a line below the dialog.")
    var showHelp = true

    @Option(help: ArgumentHelp("Time after which the dialog ends, such as 30s or 1m30s.", valueName: "duration"))
    var timeout: DialogDuration?

    /// Returns the settings of a dialog with a header.
    func settings(_ header: String) -> DialogSettings {
        DialogSettings(header: header, showHelp: showHelp, timeoutMs: timeout?.milliseconds)
    }
}

/// Options of dialogs that have a header.
struct HeadedOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Text above the dialog.", valueName: "text"))
    var header: String?

    @OptionGroup var dialog: DialogOptions

    /// Returns the settings of a dialog.
    ///
    /// - Parameter standard: the header if none is given.
    func settings(_ standard: String = "") -> DialogSettings { dialog.settings(header ?? standard) }
}

/// A duration such as `30s`, `500ms` or `1h30m`, as Go's `time.ParseDuration` reads it.
struct DialogDuration: ExpressibleByArgument {
    private static let units: [(name: String, milliseconds: Double)] = [
        ("ns", 1e-6), ("us", 1e-3), ("µs", 1e-3), ("μs", 1e-3), ("ms", 1), ("s", 1e3), ("m", 6e4), ("h", 3.6e6),
    ]

    let milliseconds: Int

    init?(argument: String) {
        if argument == "0" {
            milliseconds = 0
            return
        }
        var rest = argument[...]
        var sum = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...]
            let name = rest.prefix { $0.isLetter }
            rest = rest[name.endIndex...]
            guard let number = Double(digits), let unit = Self.units.first(where: { $0.name == name }) else {
                return nil
            }
            sum += number * unit.milliseconds
        }
        guard !argument.isEmpty, sum < Double(Int32.max) else { return nil }
        // A time of less than a millisecond must not become 0, which means no timeout.
        milliseconds = sum > 0 ? max(1, Int(sum)) : 0
    }
}

/// Texts with commas between them; `\,` is a comma within a text.
struct CommaSeparated: ExpressibleByArgument {
    var parts: [String] = [""]

    init?(argument: String) {
        var isEscaped = false
        for character in argument {
            if character == ",", !isEscaped {
                parts.append("")
            } else if isEscaped || character != "\\" {
                if isEscaped, character != "," { parts[parts.count - 1].append("\\") }
                parts[parts.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        if isEscaped { parts[parts.count - 1].append("\\") }
    }
}

extension Spinner: ExpressibleByArgument {}
extension TableOptions.Border: ExpressibleByArgument {}
extension FormatOptions.Kind: ExpressibleByArgument {}
