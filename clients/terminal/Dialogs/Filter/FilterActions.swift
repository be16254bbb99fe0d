public import FHTerminalScreen

/// An action of a filter; the names are those of fzf.
public enum FilterAction: Equatable, Sendable {
    /// An action without an argument.
    public enum Simple: String, CaseIterable, Sendable {
        case accept, abort, cancel, up, down, first, last, toggle, select, deselect, ignore
        case acceptNonEmpty = "accept-non-empty"
        case acceptOrPrintQuery = "accept-or-print-query"
        case clearQuery = "clear-query"
        case clearSelection = "clear-selection"
        case deleteCharOrEnd = "delete-char/eof"
        case deselectAll = "deselect-all"
        case halfPageDown = "half-page-down"
        case halfPageUp = "half-page-up"
        case pageDown = "page-down"
        case pageUp = "page-up"
        case previewDown = "preview-down"
        case previewHalfPageDown = "preview-half-page-down"
        case previewHalfPageUp = "preview-half-page-up"
        case previewPageDown = "preview-page-down"
        case previewPageUp = "preview-page-up"
        case previewTop = "preview-top"
        case previewUp = "preview-up"
        case printQuery = "print-query"
        case refreshPreview = "refresh-preview"
        case replaceQuery = "replace-query"
        case selectAll = "select-all"
        case toggleAll = "toggle-all"
        case toggleDown = "toggle-down"
        case toggleIn = "toggle-in"
        case toggleOut = "toggle-out"
        case togglePreview = "toggle-preview"
        case toggleSort = "toggle-sort"
        case toggleUp = "toggle-up"
    }

    /// An action with a text, such as `change-prompt(text)`.
    public enum Texted: String, CaseIterable, Sendable {
        case become, execute, pos, put, reload
        case changeHeader = "change-header"
        case changePrompt = "change-prompt"
        case changeQuery = "change-query"
        case changePreview = "change-preview"
        case executeSilent = "execute-silent"
        case reloadSync = "reload-sync"
    }

    case simple(Simple)
    case texted(Texted, String)
    /// The action that a key has in the editor of the query.
    case edit(Key)

    private static let edits: [String: Key] = [
        "backward-char": Key(.left), "backward-delete-char": Key(.backspace), "backward-word": Key(.left, .alt),
        "backward-kill-word": Key(.backspace, .alt), "beginning-of-line": Key(.home), "delete-char": Key(.delete),
        "end-of-line": Key(.end), "forward-char": Key(.right), "forward-word": Key(.right, .alt),
        "kill-line": .control("k"), "kill-word": Key(.character("d"), .alt), "unix-line-discard": .control("u"),
        "unix-word-rubout": .control("w"), "yank": .control("y"),
    ]
    private static let otherNames: [String: Simple] = [
        "top": .first, "clear-multi": .clearSelection, "clear-screen": .ignore, "bell": .ignore,
    ]

    /// Makes the action with a name and the text in its parentheses; nil if there is no such action.
    init?(_ name: String, _ text: String?) {
        if let text {
            guard let action = Texted(rawValue: name) else { return nil }
            self = .texted(action, text)
        } else if let action = Simple(rawValue: name) ?? Self.otherNames[name] {
            self = .simple(action)
        } else if let key = Self.edits[name] {
            self = .edit(key)
        } else {
            return nil
        }
    }
}

/// The actions of keys and events.
public struct FilterBindings: Equatable, Sendable {
    /// An event of a filter.
    public enum Event: String, CaseIterable, Sendable {
        /// The dialog is open.
        case start
        /// All lines have been read.
        case load
        /// The query has changed.
        case change
        /// Exactly one line matches.
        case one
        /// No line matches.
        case zero
    }

    /// An error in the text of bindings.
    public struct Failure: Error {
        /// A message for users.
        public let message: String
    }

    private(set) var keys: [Key: [FilterAction]] = Self.usual
    private(set) var events: [Event: [FilterAction]] = [:]

    /// Makes the default bindings.
    public init() {}

    private static let usual: [Key: [FilterAction]] = {
        let simple: [(FilterAction.Simple, [Key])] = [
            (.accept, [Key(.enter)]), (.abort, [Key(.escape), .control("c"), .control("g"), .control("q")]),
            (.up, [Key(.up), .control("k"), .control("p")]), (.down, [Key(.down), .control("n")]),
            (.pageUp, [Key(.pageUp)]), (.pageDown, [Key(.pageDown)]),
            (.deleteCharOrEnd, [.control("d")]), (.ignore, [.control("l")]),
            (.previewUp, [Key(.up, .shift)]), (.previewDown, [Key(.down, .shift)]),
            (.toggleDown, [Key(.tab)]), (.toggleUp, [Key(.tab, .shift)]),
        ]
        var keys: [Key: [FilterAction]] = [:]
        for (action, bound) in simple { for key in bound { keys[key] = [.simple(action)] } }
        keys[.control("f")] = [.edit(Key(.right))]
        return keys
    }()

    /// Adds bindings such as `ctrl-a:select-all,enter:accept+abort`.
    public mutating func add(_ text: String) throws(Failure) {
        var rest = text[...]
        while !rest.isEmpty {
            guard let end = rest.dropFirst().firstIndex(of: ":") else {
                throw Failure(message: "“\(rest)” is no KEY:ACTION")
            }
            let name = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
            let actions = try Self.actions(&rest)
            if let event = Event(rawValue: name) {
                events[event] = actions
            } else if let key = FilterKey.key(name) {
                keys[key] = actions
            } else {
                throw Failure(message: "“\(name)” is no key that terminals send, such as ctrl-a, alt-x or f2")
            }
        }
    }

    /// Reads actions with `+` between them, until a comma or the end.
    private static func actions(_ rest: inout Substring) throws(Failure) -> [FilterAction] {
        var actions: [FilterAction] = []
        while true {
            let name = rest.prefix { $0.isLetter || $0 == "-" || $0 == "/" }
            rest = rest[name.endIndex...]
            let text = try argument(&rest, of: name)
            guard let action = FilterAction(String(name), text) else {
                let shown = text == nil ? String(name) : "\(name)(…)"
                throw Failure(message: "“\(shown)” is no action of this program")
            }
            actions.append(action)
            let next = rest.popFirst()
            if next == nil || next == "," { return actions }
            if next != "+" { throw Failure(message: "after the action “\(name)”, + or a comma is missing") }
        }
    }

    /// Reads the text of an action, in parentheses or between other marks; nil if no text follows.
    private static func argument(_ rest: inout Substring, of name: Substring) throws(Failure) -> String? {
        guard let mark = rest.first, mark != ",", mark != "+" else { return nil }
        let ends: [Character: Character] = ["(": ")", "[": "]", "{": "}", "<": ">"]
        if mark == ":" {
            // A text after a colon has no end mark, so it contains all that follows.
            let text = String(rest.dropFirst())
            rest = rest[rest.endIndex...]
            return text
        }
        let close = ends[mark] ?? mark
        let body = rest.dropFirst()
        var place = body.startIndex
        while place < body.endIndex {
            let after = body.index(after: place)
            if body[place] == close, after == body.endIndex || body[after] == "," || body[after] == "+" {
                rest = body[after...]
                return String(body[..<place])
            }
            place = after
        }
        throw Failure(message: "the text of the action “\(name)” has no end “\(close)”")
    }
}

/// Names of keys in the syntax of fzf.
public enum FilterKey {
    private static let names: [String: Key] = [
        "enter": Key(.enter), "return": Key(.enter), "space": .character(" "), "tab": Key(.tab),
        "btab": Key(.tab, .shift), "shift-tab": Key(.tab, .shift), "esc": Key(.escape), "bspace": Key(.backspace),
        "bs": Key(.backspace), "backspace": Key(.backspace), "del": Key(.delete), "delete": Key(.delete),
        "insert": Key(.insert), "up": Key(.up), "down": Key(.down), "left": Key(.left), "right": Key(.right),
        "home": Key(.home), "end": Key(.end), "pgup": Key(.pageUp), "page-up": Key(.pageUp),
        "pgdn": Key(.pageDown), "page-down": Key(.pageDown),
    ]

    /// Returns the key with a name; nil if no key has this name.
    public static func key(_ name: String) -> Key? {
        if name.count == 1 { return name.first.map { .character($0) } }
        if let key = names[name.lowercased()] { return key }
        if name.first == "f", let number = Int(name.dropFirst()), (1...12).contains(number) {
            return Key(.function(number))
        }
        let modifiers: [(String, Key.Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
        for (prefix, modifier) in modifiers where name.lowercased().hasPrefix(prefix) {
            guard var key = key(String(name.dropFirst(prefix.count))) else { return nil }
            if case .character(let character) = key.code, modifier != .alt {
                if modifier == .shift { return nil }
                key.code = .character(Character(character.lowercased()))
            }
            key.modifiers.insert(modifier)
            return asSent(key)
        }
        return nil
    }

    /// Returns the key that is read when a key is pressed: terminals send the same byte for some keys.
    private static func asSent(_ key: Key) -> Key {
        switch key {
        case .control("m"), .control("j"): Key(.enter)
        case .control("i"): Key(.tab)
        case .control("h"): Key(.backspace)
        case .control("/"): .control("_")
        default: key
        }
    }
}
