import JSON

/// Why there is a new revision: which action, sent by whom, and which effects it cancelled.
public struct Cause: Sendable, Equatable {
    /// Who sent an action.
    public enum Origin: Sendable, Equatable {
        /// A front end.
        case front(Sender)
        /// An effect brought it.
        case effect
        /// A timer of the clock fell due.
        case clock
        /// The host itself: the start of a feature.
        case host
    }

    /// The action's name.
    public var action: String
    /// The child that it went to; empty for the instance itself.
    public var path: [String]
    /// Who sent it.
    public var origin: Origin
    /// The wire ids of the effects that it ended.
    public var cancelled: [String] = []

    /// Names a cause.
    public init(action: String, path: [String], origin: Origin, cancelled: [String] = []) {
        self.action = action
        self.path = path
        self.origin = origin
        self.cancelled = cancelled
    }

    /// Writes it as an object, for the session of this number.
    public func write(to json: inout JSONWriter, viewer: Int) {
        json.beginObject()
        writeMembers(to: &json, viewer: viewer)
        json.endObject()
    }

    func writeMembers(to json: inout JSONWriter, viewer: Int) {
        json.field("action", action)
        json.field("path", path)
        switch origin {
        case .front(let sender) where sender.session == viewer:
            json.raw(#""origin":"client""#)
            if let request = request(of: viewer) {
                json.key("request")
                request.write(to: &json)
            }
        case .front: json.raw(#""origin":"peer""#)
        case .effect: json.raw(#""origin":"effect""#)
        case .clock: json.raw(#""origin":"clock""#)
        case .host: json.raw(#""origin":"host""#)
        }
        if !cancelled.isEmpty { json.field("cancelled", cancelled) }
    }

    /// The request with which a session sent the action; nil where it is another's, or came in a notification.
    func request(of viewer: Int) -> Sender.Request? {
        guard case .front(let sender) = origin, sender.session == viewer, sender.request != .none else { return nil }
        return sender.request
    }
}

/// A front end's session and, where the action came in a request, that request's id.
public struct Sender: Sendable, Equatable {
    /// A request's id.
    public enum Request: Sendable, Equatable {
        /// It was a notification.
        case none
        /// The id null.
        case null
        /// A number.
        case integer(Int)
        /// A string.
        case string(String)

        /// Whether both have the same text.
        func isSame(as other: Request) -> Bool {
            if case (.string(let id), .string(let otherID)) = (self, other) { return isSameText(id, otherID) }
            return self == other
        }

        /// Writes the id.
        func write(to json: inout JSONWriter) {
            switch self {
            case .none, .null: json.null()
            case .integer(let id): json.value(id)
            case .string(let id): json.value(id)
            }
        }
    }

    /// The session's number; each snapshot is written for one session.
    public let session: Int
    /// The request.
    public let request: Request

    /// Names who sent an action.
    public init(session: Int, request: Request) {
        self.session = session
        self.request = request
    }
}
