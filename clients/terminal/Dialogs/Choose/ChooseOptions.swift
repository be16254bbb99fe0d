/// An item of a list: its shown text and its printed text.
public struct ChooseItem: Equatable, Sendable {
    /// The shown text.
    public var label: String
    /// The printed text.
    public var value: String

    /// Makes an item.
    public init(_ label: String, value: String? = nil) {
        self.label = label
        self.value = value ?? label
    }
}

/// The texts before the items of a list.
public struct ChoosePrefixes: Equatable, Sendable {
    /// Before the active item.
    public var cursor = "> "
    /// Before the text of the active item if it is not marked, and if several can be chosen.
    public var active = "• "
    /// Before the text of a marked item, if several can be chosen.
    public var selected = "✓ "
    /// Before the text of an item that is neither marked nor active, if several can be chosen.
    public var unselected = "• "

    /// Makes the default texts.
    public init() {}
}

/// Options of the dialog `choose`.
public struct ChooseOptions: Equatable, Sendable {
    /// The header, the line of keys, and the timeout.
    public var settings = DialogSettings(header: "Choose:")
    /// The items.
    public var items: [ChooseItem]
    /// The number of items that can be chosen; nil for any number.
    public var limit: Int? = 1
    /// True to print the items in the order of marking.
    public var ordered = false
    /// The rows of the list.
    public var height = 10
    /// The labels or values of the items that are marked at first; `*` for all.
    public var selected: [String] = []
    /// True to answer at once if there is only one item.
    public var selectIfOne = false
    /// The text between printed items.
    public var outputDelimiter = "\n"
    /// The texts before the items.
    public var prefixes = ChoosePrefixes()

    /// Makes options.
    public init(_ items: [ChooseItem]) { self.items = items }

    /// Makes options for items that are separated in a text, such as standard input.
    ///
    /// Colours are left out.
    ///
    /// - Parameters:
    ///   - inputDelimiter: the text between items. An empty item at the end of the text doesn't count.
    ///   - labelDelimiter: the text between a label and its value; nil if each item is both.
    public init(text: String, inputDelimiter: String = "\n", labelDelimiter: String? = nil) {
        var parts = Self.parts(of: AnsiText.stripped(text), between: inputDelimiter)
        if parts.last?.isEmpty == true { parts.removeLast() }
        if inputDelimiter == "\n" { parts = parts.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 } }
        self.init(texts: parts, labelDelimiter: labelDelimiter)
    }

    /// Makes options for texts, such as arguments.
    ///
    /// Colours are printed, but not shown.
    ///
    /// - Parameter labelDelimiter: the text between a label and its value; nil if each text is both.
    public init(texts: [String], labelDelimiter: String? = nil) {
        self.init(
            texts.map { text in
                guard let labelDelimiter, !labelDelimiter.isEmpty else {
                    return ChooseItem(AnsiText.stripped(text), value: text)
                }
                let parts = Self.parts(of: text, between: labelDelimiter, atMost: 2)
                return ChooseItem(AnsiText.stripped(parts[0]), value: parts.last)
            })
    }

    /// Splits a text at a delimiter.
    ///
    /// Bytes are compared, because as characters a carriage return and a line feed are one.
    static func parts(of text: String, between delimiter: String, atMost most: Int = .max) -> [String] {
        let bytes = Array(text.utf8)
        let mark = Array(delimiter.utf8)
        guard let first = mark.first else { return [text] }
        var parts: [String] = []
        var start = 0
        var place = 0
        while place + mark.count <= bytes.count, parts.count + 1 < most {
            if bytes[place] == first, bytes[place..<place + mark.count].elementsEqual(mark) {
                parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
                place += mark.count
                start = place
            } else {
                place += 1
            }
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}
