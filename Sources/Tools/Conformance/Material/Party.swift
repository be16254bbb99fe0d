/// The role of a tested program.
public enum Party: String, Sendable {
    case host
    case frontEnd = "front end"
    /// A plugin. Another host starts it.
    case plugin
}
