/// The style with which a terminal writes the next characters, and the bytes that change it.
struct Pen {
    private let capabilities: Capabilities
    /// The style; nil if it is unknown.
    private(set) var style: Style?

    init(_ capabilities: Capabilities) { self.capabilities = capabilities }

    /// Forgets the style, because other programs have written.
    mutating func forget() { style = nil }

    /// Returns a style reduced to the colours, attributes and links that the terminal supports.
    func shown(_ style: Style) -> Style {
        var shown = style
        shown.foreground = style.foreground.reduced(to: capabilities.colours)
        shown.background = style.background.reduced(to: capabilities.colours, isBackground: true)
        // A text must not vanish because its colour and its background are reduced to the same colour.
        if shown.foreground == shown.background, style.foreground != style.background,
            case .palette(let number) = shown.background
        {
            shown.foreground = .palette(number == 0 ? 7 : 0)
        }
        shown.attributes = capabilities.attributes.reduce(into: []) { known, entry in
            if style.attributes.contains(entry.attribute) { known.insert(entry.attribute) }
        }
        if !capabilities.isXterm { shown.link = nil }
        return shown
    }

    /// Changes the style.
    mutating func change(to wanted: Style, _ output: inout ControlBytes) {
        let wanted = shown(wanted)
        if wanted == style { return }
        if wanted.link != style?.link || style == nil { link(wanted.link, isKnown: style != nil, &output) }
        let current = style
        style = wanted
        guard let current, current.attributes.isSubset(of: wanted.attributes) else {
            return begin(wanted, &output)
        }
        if !colour(from: current, to: wanted, &output) { return begin(wanted, &output) }
        for (attribute, start) in capabilities.attributes
        where wanted.attributes.contains(attribute) && !current.attributes.contains(attribute) {
            output.append(start)
        }
    }

    /// Resets the terminal's style, and sets the wanted one.
    private func begin(_ wanted: Style, _ output: inout ControlBytes) {
        output.append(capabilities.reset)
        var plain = wanted
        plain.foreground = .standard
        plain.background = .standard
        _ = colour(from: plain, to: wanted, &output)
        for (attribute, start) in capabilities.attributes where wanted.attributes.contains(attribute) {
            output.append(start)
        }
    }

    /// Changes the colours in one sequence.
    ///
    /// - Returns: false if the colours differ and the terminal has no sequence for colours.
    private func colour(from current: Style, to wanted: Style, _ output: inout ControlBytes) -> Bool {
        var parameters: [Int] = []
        if current.foreground != wanted.foreground { parameters += wanted.foreground.parameters(base: 30) }
        if current.background != wanted.background { parameters += wanted.background.parameters(base: 40) }
        if parameters.isEmpty { return true }
        if capabilities.colours == .none { return false }
        output.append("\u{1B}[".utf8)
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ";")) }
            output.number(parameter)
        }
        output.append(UInt8(ascii: "m"))
        return true
    }

    /// Begins or ends a link (OSC 8).
    private func link(_ link: String?, isKnown: Bool, _ output: inout ControlBytes) {
        guard capabilities.isXterm, isKnown || link != nil else { return }
        output.append("\u{1B}]8;;".utf8)
        // The address must not end the sequence early.
        output.append((link ?? "").utf8.filter { $0 > 0x20 && $0 < 0x7F })
        output.append("\u{1B}\\".utf8)
    }
}

extension Colour {
    /// Returns the most similar colour of a terminal that has these colours.
    func reduced(to colours: Capabilities.Colours, isBackground: Bool = false) -> Colour {
        switch (self, colours) {
        case (.standard, _), (_, .direct): return self
        case (_, .none): return .standard
        case (.palette(let number), .indexed): return .palette(number)
        case (.rgb(let red, let green, let blue), .indexed): return .palette(Self.cube(red, green, blue))
        case (.palette(let number), .sixteen) where number < 16: return self
        case (.palette(let number), .eight) where number < 8: return self
        // Bright black is a grey. As a text it becomes white, because black can't be read on a dark terminal.
        case (.palette(8), .eight): return .palette(isBackground ? 0 : 7)
        case (.palette(let number), .eight) where number < 16: return .palette(number - 8)
        case (.palette(let number), _):
            let (red, green, blue) = Self.parts(of: number)
            return .palette(Self.theme(red, green, blue, colours))
        case (.rgb(let red, let green, let blue), _): return .palette(Self.theme(red, green, blue, colours))
        }
    }

    /// Returns the parameters of `SGR` that set the colour.
    ///
    /// - Parameter base: 30 for text, 40 for the background.
    fileprivate func parameters(base: Int) -> [Int] {
        switch self {
        case .standard: return [base + 9]
        case .palette(let number) where number < 8: return [base + Int(number)]
        case .palette(let number) where number < 16: return [base + 60 + Int(number) - 8]
        case .palette(let number): return [base + 8, 5, Int(number)]
        case .rgb(let red, let green, let blue): return [base + 8, 2, Int(red), Int(green), Int(blue)]
        }
    }

    /// The levels of the 6 × 6 × 6 colours of xterm's palette.
    private static let levels: [Int] = [0, 95, 135, 175, 215, 255]

    /// Returns the number of the most similar colour among the colours 16 to 255 of xterm's palette.
    private static func cube(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        func level(_ part: UInt8) -> Int {
            levels.indices.min { abs(levels[$0] - Int(part)) < abs(levels[$1] - Int(part)) } ?? 0
        }
        let (r, g, b) = (level(red), level(green), level(blue))
        let grey = min(23, max(0, (Int(red) + Int(green) + Int(blue) - 9) / 30))
        let greyLevel = 8 + 10 * grey
        let parts = [Int(red), Int(green), Int(blue)]
        func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        if distance([greyLevel, greyLevel, greyLevel]) < distance([levels[r], levels[g], levels[b]]) {
            return UInt8(232 + grey)
        }
        return UInt8(16 + 36 * r + 6 * g + b)
    }

    /// Returns the red, green and blue parts of a colour of xterm's palette.
    ///
    /// The colours 0 to 15 depend on the terminal's theme; for them, similar colours are returned.
    static func parts(of number: UInt8) -> (UInt8, UInt8, UInt8) {
        let number = Int(number)
        switch number {
        case ..<16:
            let full: UInt8 = number < 8 ? 205 : 255
            return (number & 1 != 0 ? full : 0, number & 2 != 0 ? full : 0, number & 4 != 0 ? full : 0)
        case ..<232:
            let place = number - 16
            return (UInt8(levels[place / 36]), UInt8(levels[place / 6 % 6]), UInt8(levels[place % 6]))
        default:
            let grey = UInt8(8 + 10 * (number - 232))
            return (grey, grey, grey)
        }
    }

    /// Returns the number of the most similar colour of a theme with eight or sixteen colours.
    private static func theme(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ colours: Capabilities.Colours) -> UInt8 {
        let brightest = max(red, green, blue)
        if brightest < 64 { return colours == .sixteen && brightest > 40 ? 8 : 0 }
        let half = brightest / 2
        let hue: UInt8 = (red > half ? 1 : 0) | (green > half ? 2 : 0) | (blue > half ? 4 : 0)
        if colours == .sixteen {
            if hue == 7 { return brightest > 220 ? 15 : brightest > 140 ? 7 : 8 }
            return brightest > 220 ? hue + 8 : hue
        }
        return hue
    }
}
