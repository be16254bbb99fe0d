import FHHosting
import FHJSON

/// Something that a user can do: an action to send, or a feature to open.
struct Command {
    /// The request that does a command.
    struct Request {
        enum Method: String {
            case send = "feature/send"
            case open = "feature/open"
        }

        let method: Method
        let params: JSONText
    }

    /// An id that differs from the ids of the other commands.
    var id: String
    let title: String
    var description: String?
    var icon: String?
    /// The heading under which the command is listed; nil for none.
    var group: String?
    /// Further words by which users find the command.
    var keywords: [String] = []
    /// The key that the workspace declares; nil for none.
    var key: String?
    /// The role, by which clients draw the command; nil for no special role.
    var role: String?
    /// The request that does the command.
    let request: Request
    /// The reason why the host would refuse the request now; nil if it would not.
    var reason: String?
    /// The number of times that the command was done.
    var uses = 0
    /// The parts of the title that the query matches, in Unicode scalars.
    var matches: [Range<Int>] = []

    private static let roles: Set = ["primary", "destructive", "cancellation", "confirmation"]

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("title", title)
        if let description { json.field("description", description) }
        if let icon { json.field("icon", icon) }
        if let group { json.field("group", group) }
        if let key { json.field("key", key) }
        if let role, Self.roles.contains(role) { json.field("role", role) }
        json.field("method", request.method.rawValue)
        json.field("params", request.params)
        json.field("available", reason == nil)
        if let reason {
            json.field("reason", reason)
            json.field("message", CommandContext.words(for: reason))
        }
        json.field("uses", uses)
        if !matches.isEmpty {
            json.key("matches")
            json.beginArray()
            for range in matches {
                json.beginArray()
                json.value(range.lowerBound)
                json.value(range.upperBound)
                json.endArray()
            }
            json.endArray()
        }
        json.endObject()
    }
}
