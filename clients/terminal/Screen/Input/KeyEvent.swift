/// An event that a terminal reports.
public enum InputEvent: Equatable, Sendable {
    /// A key.
    case key(Key)
    /// Text from the clipboard, between the marks of a paste.
    case paste(String)
    /// The mouse.
    case mouse(MouseEvent)
    /// The background colour of the terminal, as an answer to ``TerminalRequests/background``.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// True if the terminal supports synchronized output, as an answer to ``TerminalRequests/synchronization``.
    case synchronization(Bool)
    /// The place of the cursor, counted from 0, as an answer to ``TerminalRequests/cursor``.
    case cursor(Point)
}

/// A key, with the modifiers that were held.
public struct Key: Hashable, Sendable {
    /// The key without modifiers.
    public enum Code: Hashable, Sendable {
        /// A character; with `ctrl`, a letter is in lower case.
        case character(Character)
        case enter, escape, tab, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// A function key; the first has the number 1.
        case function(Int)
    }

    /// Modifiers.
    ///
    /// `shift` is reported only for keys that are not characters.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// The bits, as xterm reports them.
        public let rawValue: Int

        /// Makes a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The shift key.
        public static let shift = Modifiers(rawValue: 1)
        /// The alt key, which some keyboards call meta or option.
        public static let alt = Modifiers(rawValue: 2)
        /// The control key.
        public static let control = Modifiers(rawValue: 4)
    }

    /// The key without modifiers.
    public var code: Code
    /// The modifiers.
    public var modifiers: Modifiers

    /// Makes a key.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// Returns the key of a character.
    public static func character(_ character: Character) -> Key { Key(.character(character)) }

    /// Returns a key that is held with `ctrl`.
    public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
}

/// An event of the mouse.
public struct MouseEvent: Equatable, Sendable {
    /// The kind of an event.
    public enum Kind: Equatable, Sendable {
        case press, release, drag, wheelUp, wheelDown
    }

    /// The kind of the event.
    public let kind: Kind
    /// The cell, counted from 0.
    public let point: Point
    /// The button: 0 for the left one, 1 for the middle one, 2 for the right one; 0 for the wheel.
    public let button: Int
    /// The modifiers.
    public let modifiers: Key.Modifiers

    /// Makes an event.
    public init(_ kind: Kind, at point: Point, button: Int = 0, modifiers: Key.Modifiers = []) {
        self.kind = kind
        self.point = point
        self.button = button
        self.modifiers = modifiers
    }
}
