import FHJSON

/// The texts of numbers.
extension CellFormat {
    /// The symbols of currencies that no other currency has.
    private static let symbols = [
        "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "BRL": "R$", "ILS": "₪",
        "VND": "₫", "UAH": "₴", "PLN": "zł", "CZK": "Kč",
    ]
    /// The currencies without a minor unit, and those with a thousand of them.
    private static let wholeCurrencies: Set<String> = ["JPY", "KRW", "VND", "CLP", "ISK", "XAF", "XOF", "PYG", "UGX"]
    private static let fineCurrencies: Set<String> = ["KWD", "BHD", "OMR", "JOD", "TND", "IQD", "LYD"]

    /// The largest number of decimals of a format.
    static let mostDecimals = 9

    func numericText(_ number: Decimal, _ locale: FormatLocale) -> String? {
        switch kind {
        case .bytes: bytes(number, locale)
        case .percent: percent(number, locale)
        case .progress: bar(number, locale)
        case .duration: duration(number)
        case .currency: amount(number, locale)
        default: plainNumber(number, locale)
        }
    }

    private func plainNumber(_ number: Decimal, _ locale: FormatLocale) -> String {
        let rounded = details.decimals.map { number.rounded(to: $0) } ?? number.shortest
        let text = rounded.text(in: locale, isGrouped: details.isGrouped)
        return details.unit.map { "\(text) \($0)" } ?? text
    }

    private func percent(_ number: Decimal, _ locale: FormatLocale) -> String? {
        let decimals = details.decimals ?? 0
        guard let part = number.scaled(by: 100, over: UInt128(details.whole), decimals: decimals) else { return nil }
        return part.text(in: locale) + locale.percentSpace + "%"
    }

    /// A bar, such as `████░░░░░░  42%`.
    private func bar(_ number: Decimal, _ locale: FormatLocale) -> String? {
        let width = details.drawing.width ?? 10
        let thousandths = number.scaled(by: 1_000, over: UInt128(details.whole), decimals: 0, isCut: true)?.whole
        guard let thousandths, let percent = percent(number, locale) else { return nil }
        let filled = number.isNegative ? 0 : min(thousandths, 1_000) * width / 1_000
        let space = String(repeating: " ", count: max(0, 4 + locale.percentSpace.count - percent.count))
        return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled) + " " + space
            + percent
    }

    // MARK: Bytes

    /// The units of an amount of bytes, with their sizes.
    static let byteUnits: [String: UInt128] = [
        "B": 1, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000,
        "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
    ]

    private func bytes(_ number: Decimal, _ locale: FormatLocale) -> String? {
        let unit = Self.byteUnits[details.unit ?? "B"] ?? 1
        let (base, names) =
            details.isBinary
            ? (UInt128(1_024), ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])
            : (UInt128(1_000), ["B", "kB", "MB", "GB", "TB", "PB", "EB"])
        var size: UInt128 = 1
        for (step, name) in names.enumerated() {
            let decimals = step == 0 ? 0 : details.decimals ?? 1
            guard let part = number.scaled(by: unit, over: size, decimals: decimals) else { return nil }
            // A text such as `1000.0 kB` is shown in the next unit.
            if part.whole.map({ $0 < Int(base) }) == true || step == names.count - 1 {
                return part.text(in: locale) + " " + name
            }
            size *= base
        }
        return nil
    }

    // MARK: Durations

    /// The units of a duration, with the divisor of their milliseconds.
    static let durationUnits: [String: UInt128] = [
        "ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]

    private func duration(_ number: Decimal) -> String? {
        guard let unit = Self.durationUnits[details.unit ?? "s"],
            let milliseconds = number.scaled(by: unit, decimals: 0, isCut: true)?.whole
        else { return nil }
        let isShown = details.isClock ? milliseconds >= 1_000 : milliseconds > 0
        let sign = number.isNegative && isShown ? "-" : ""
        let seconds = milliseconds / 1_000
        if details.isClock {
            let hours = seconds / 3_600 > 0 ? "\(seconds / 3_600):" : ""
            let minutes = seconds / 60 % 60
            return sign + hours + (hours.isEmpty ? "\(minutes)" : Self.padded(minutes)) + ":"
                + Self.padded(seconds % 60)
        }
        if milliseconds < 1_000 { return milliseconds == 0 ? "0s" : "\(sign)\(milliseconds)ms" }
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s"),
        ]
        let start = parts.firstIndex { $0.0 > 0 } ?? 3
        // Two units are enough, and the second one only if it isn't zero.
        return sign + parts[start...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
    }

    /// A number of at least two digits.
    static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    // MARK: Currencies

    private func amount(_ number: Decimal, _ locale: FormatLocale) -> String? {
        let code = details.currency
        let minor = Self.wholeCurrencies.contains(code) ? 0 : Self.fineCurrencies.contains(code) ? 3 : 2
        let divisor = details.isMinor ? (0..<minor).reduce(UInt128(1)) { size, _ in size * 10 } : 1
        guard let amount = number.scaled(over: divisor, decimals: details.decimals ?? minor) else { return nil }
        var text = amount.text(in: locale)
        let sign = text.hasPrefix("-") ? "-" : ""
        text.removeFirst(sign.count)
        guard let symbol = Self.symbols[code] else {
            return locale.currency == .after ? "\(sign)\(text)\u{A0}\(code)" : "\(sign)\(code)\u{A0}\(text)"
        }
        return switch locale.currency {
        case .after: "\(sign)\(text)\u{A0}\(symbol)"
        case .before: "\(sign)\(symbol)\(text)"
        case .beforeSpace: "\(sign)\(symbol)\u{A0}\(text)"
        }
    }
}
