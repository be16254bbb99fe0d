import FHJSON

/// A feature or a question over an instance's feature, such as a sheet or a confirmation.
public struct Overlay {
    /// A name that stays the same as long as the same feature or question is shown.
    public let key: String
    /// The question; for a feature, its title, its text and its buttons.
    public let question: Question
    /// The presentation style, such as `sheet`; empty for a question that is no presentation.
    public let style: String

    /// Returns the overlays of an instance, the lowest first.
    public static func all(over root: Node) -> [Overlay] {
        var overlays = over(root)
        if let blocked = root.snapshot.json.value("blocked") {
            let key = (["blocked", blocked.text("action")] + blocked.texts("path")).joined(separator: "\u{1F}")
            overlays.append(Overlay(key: key, question: .unsaved(root, blocked), style: ""))
        }
        return overlays
    }

    /// Returns the presentations and alerts over a feature and the features drawn within it.
    private static func over(_ drawn: Node) -> [Overlay] {
        drawn.parts.flatMap { node -> [Overlay] in
            let place = node.snapshot.path.joined(separator: "\u{1F}")
            var overlays: [Overlay] = []
            if let json = node.snapshot.json.value("presentation") {
                let key = "presentation\u{1F}\(place)\u{1F}\(json.text("key"))"
                let question = Question.presented(by: node)
                overlays.append(Overlay(key: key, question: question, style: json.text("style")))
                if let shown = question.node { overlays += over(shown) }
            }
            return overlays
                + node.errors("alert").map { error in
                    let key = "alert\u{1F}\(place)\u{1F}\(error.text("id"))"
                    return Overlay(key: key, question: .alert(node, error), style: "")
                }
        }
    }
}
