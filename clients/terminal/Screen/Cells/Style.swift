/// A colour of a cell's text or background.
public enum Colour: Hashable, Sendable {
    /// The terminal's own colour.
    case standard
    /// A colour of the terminal's palette: 0 to 15 are the colours of its theme, 16 to 255 are the colours of xterm.
    case palette(UInt8)
    /// A colour by its red, green and blue parts, each from 0 to 255.
    case rgb(UInt8, UInt8, UInt8)
}

/// The style of a cell.
///
/// ```swift
/// let error = Style(foreground: .palette(1), [.bold])
/// ```
public struct Style: Hashable, Sendable {
    /// Attributes of text.
    ///
    /// If a terminal can't show an attribute, the text is shown without the attribute.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bold text.
        public static let bold = Attributes(rawValue: 1)
        /// Text with less contrast.
        public static let dim = Attributes(rawValue: 2)
        /// Italic text.
        public static let italic = Attributes(rawValue: 4)
        /// Underlined text.
        public static let underline = Attributes(rawValue: 8)
        /// Text and background with exchanged colours.
        public static let reverse = Attributes(rawValue: 16)
        /// Struck out text.
        public static let strikethrough = Attributes(rawValue: 32)
    }

    /// The colour of the text.
    public var foreground: Colour
    /// The colour behind the text.
    public var background: Colour
    /// The attributes.
    public var attributes: Attributes
    /// The address that a click on the text opens (OSC 8); nil for none.
    public var link: String?

    /// Makes a style.
    public init(
        foreground: Colour = .standard, background: Colour = .standard, _ attributes: Attributes = [],
        link: String? = nil
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.link = link
    }

    /// The terminal's own style.
    public static let plain = Style()

    /// Returns the style with further attributes.
    public func adding(_ attributes: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(attributes)
        return style
    }

    /// Returns the style with another background.
    public func on(_ background: Colour) -> Style {
        var style = self
        style.background = background
        return style
    }
}
