/// Who is tried.
public enum Party: String, Sendable {
    case host
    case frontEnd = "front end"
    /// A host that another host starts.
    case plugin
}
