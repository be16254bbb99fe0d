/// The colours of a picture, as `#rrggbb`.
struct PictureColours {
    let background, text, border, bar, dots, title: String
    /// The first 16 colours of the palette, which are those of a terminal's theme.
    private let palette: [String]

    init(isDark: Bool) {
        self = isDark ? Self.dark : Self.light
    }

    private init(
        background: String, text: String, border: String, bar: String, dots: String, title: String, palette: [String]
    ) {
        self.background = background
        self.text = text
        self.border = border
        self.bar = bar
        self.dots = dots
        self.title = title
        self.palette = palette
    }

    private static let dark = PictureColours(
        background: "#15181d", text: "#e3e7ed", border: "#3a414c", bar: "#1e2229", dots: "#4a525e", title: "#a4acb8",
        palette: [
            "#2b313a", "#ff8a80", "#7fd19b", "#f2c063", "#6ca8f5", "#c79bf2", "#5fc9d6", "#c9d0da",
            "#6b7480", "#ffb3ac", "#a6e3ba", "#ffd98f", "#9cc6ff", "#dcbfff", "#94e2ec", "#ffffff",
        ])
    private static let light = PictureColours(
        background: "#ffffff", text: "#1d2229", border: "#cbd1d9", bar: "#f1f3f6", dots: "#c3cad3", title: "#59616c",
        palette: [
            "#1d2229", "#b31d1d", "#1b6e3c", "#805500", "#005fa8", "#7a3aa8", "#00707c", "#626a75",
            "#3f4650", "#d23b3b", "#2a8f52", "#a06c00", "#1f7fd0", "#9a55cc", "#008f9e", "#9aa2ad",
        ])

    /// Returns a colour; nil for the terminal's own colour.
    func text(of colour: Colour) -> String? {
        switch colour {
        case .standard: return nil
        case .palette(let number) where number < 16: return palette[Int(number)]
        case .palette(let number):
            let (red, green, blue) = Colour.parts(of: number)
            return Self.text(red, green, blue)
        case .rgb(let red, let green, let blue): return Self.text(red, green, blue)
        }
    }

    private static func text(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The look of a cell in a picture: its style with the colours of the picture.
struct PictureLook: Hashable {
    /// The colour of the text; nil for the colour of all texts.
    let foreground: String?
    /// The colour behind the text; nil for the colour of the window.
    let background: String?
    let attributes: Style.Attributes

    init(_ style: Style, _ colours: PictureColours) {
        attributes = style.attributes.subtracting(.reverse)
        let (front, back) = (colours.text(of: style.foreground), colours.text(of: style.background))
        if style.attributes.contains(.reverse) {
            foreground = back ?? colours.background
            background = front ?? colours.text
        } else {
            foreground = front
            background = back
        }
    }

    private init(_ foreground: String?, _ attributes: Style.Attributes) {
        self.foreground = foreground
        background = nil
        self.attributes = attributes
    }

    /// The look of the text alone, without its background and without lines under and through it.
    var ofText: PictureLook { PictureLook(foreground, attributes.subtracting([.underline, .strikethrough])) }

    /// The look of a line, which only has a colour and may be dim.
    var ofLine: PictureLook { PictureLook(foreground, attributes.intersection(.dim)) }
}
