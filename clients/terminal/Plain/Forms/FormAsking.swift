import FHJSON
import FHTerminalClient

/// The state of the questions about the fields of a form.
final class FormAsking {
    /// The fields that the user is asked for.
    enum Scope: Equatable {
        /// All fields, except those that are done.
        case all
        /// Some fields, in this order.
        case some([String])
        /// None: the fields are listed, and the next line is a command.
        case none
    }

    /// The fields that the user is asked for.
    var scope = Scope.all
    /// The paths of the fields about which the user has been asked, while all are asked.
    var done: Set<ExactText> = []
    /// The path of a field for which the user has entered a value; nil if the value has been accepted.
    ///
    /// If the value turns out to be wrong, the user is asked again.
    var entered: String?
    /// The paths of the fields whose values the user has just entered, so that they are not said again.
    var quiet: Set<ExactText> = []
    /// The path of the field that has the focus on the host; nil if none has.
    var focused: String?
    /// The lines of a text that are typed so far; nil if no such text is being typed.
    var paragraph: [String]?
    /// The number of times that the host has moved the focus, as of the last look; nil before the first look.
    var focusCount: Int?
    /// The paths of the fields whose conflicts the user has left undecided.
    var undecided: Set<ExactText> = []

    /// Returns the field that is asked next; nil if there is none.
    func next(in order: FormOrder) -> PlainField? {
        let fields = order.all.filter(\.isAsked)
        if scope != .none, let field = fields.first(where: isInConflict) { return field }
        switch scope {
        case .none: return nil
        case .all: return fields.first { !done.contains($0.path) }
        case .some(let paths):
            return paths.lazy.compactMap { path in fields.first { isSameText($0.path, path) } }.first
        }
    }

    /// Returns true if the user has to choose between the entered value and that of others.
    func isInConflict(_ field: PlainField) -> Bool { field.theirs != nil && !undecided.contains(field.path) }

    /// Records that the user is not asked for a field any more.
    func finish(_ path: String) {
        paragraph = nil
        done.insert(path)
        if case .some(let paths) = scope { scope = .some(paths.filter { !isSameText($0, path) }) }
    }

    /// Asks for some fields only.
    func ask(_ paths: [String]) {
        paragraph = nil
        entered = nil
        undecided.subtract(Set(texts: paths))
        scope = .some(paths)
    }

    /// Asks for the fields of an item that the user has added to a repeated field, and then for the repeated field.
    func askForNewItem(of field: PlainField, in order: FormOrder) {
        done = Set(texts: order.all.map(\.path))
        if case .some(let paths) = scope { done.subtract(Set(texts: paths)) }
        done.remove(field.path)
        scope = .all
    }
}
