/// The role of a tested program.
public enum Party: String, Sendable {
    case host
    case frontEnd = "front end"
    /// A plugin, which a host starts.
    case plugin

    /// The folder with the scenarios that are played to programs in this role.
    var folder: String {
        switch self {
        case .host: "conformance"
        case .frontEnd: "conformance/front-ends"
        case .plugin: "conformance/plugins"
        }
    }
}
