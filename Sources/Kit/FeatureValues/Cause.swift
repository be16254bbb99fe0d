import FHJSON

/// The cause of a revision: the action, its sender, and the effects that the action cancelled.
public struct Cause: Sendable, Equatable {
    /// The sender of an action.
    public enum Origin: Sendable, Equatable {
        /// A client.
        case front(Sender)
        /// An effect.
        case effect
        /// A timer of the clock.
        case clock
        /// The host, which starts a feature.
        case host
    }

    /// The action's name.
    public var action: String
    /// The path of the child that received the action; empty for the instance's root feature.
    public var path: [String]
    /// The sender.
    public var origin: Origin
    /// The wire ids of the effects that the action cancelled.
    public var cancelled: [String] = []

    /// Makes a cause.
    public init(action: String, path: [String], origin: Origin, cancelled: [String] = []) {
        self.action = action
        self.path = path
        self.origin = origin
        self.cancelled = cancelled
    }

    /// Writes the cause as an object for the session with the number `viewer`.
    public func write(to json: inout JSONWriter, viewer: Int) {
        json.beginObject()
        writeMembers(to: &json, viewer: viewer)
        json.endObject()
    }

    package func writeMembers(to json: inout JSONWriter, viewer: Int) {
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

    /// The id of the request in which the session `viewer` sent the action.
    ///
    /// Nil if this session did not send the action, or sent it in a notification.
    package func request(of viewer: Int) -> Sender.Request? {
        guard case .front(let sender) = origin, sender.session == viewer, sender.request != .none else { return nil }
        return sender.request
    }
}

/// The sender of a client's action: the session of the client and, if the action came in a request, the request's id.
public struct Sender: Sendable, Equatable {
    /// The id of a request.
    public enum Request: Sendable, Equatable {
        /// A notification, which has no id.
        case none
        /// The id is null.
        case null
        /// A number.
        case integer(Int)
        /// A string.
        case string(String)

        /// True if both ids are equal; strings are compared code point by code point.
        package func isSame(as other: Request) -> Bool {
            if case (.string(let id), .string(let otherID)) = (self, other) { return isSameText(id, otherID) }
            return self == other
        }

        package func write(to json: inout JSONWriter) {
            switch self {
            case .none, .null: json.null()
            case .integer(let id): json.value(id)
            case .string(let id): json.value(id)
            }
        }
    }

    /// The number of the session.
    ///
    /// A snapshot uses it to distinguish the actions of its recipient from the actions of other sessions.
    public let session: Int
    /// The id of the request; ``Request/none`` for a notification.
    public let request: Request

    /// Makes a sender.
    public init(session: Int, request: Request) {
        self.session = session
        self.request = request
    }

    /// The same session, for an action that came in a notification.
    package var withoutRequest: Sender { Sender(session: session, request: .none) }
}
