import FHJSON

/// A value that the user has entered in a host that has ended, to be entered again in the next host.
public struct Entered {
    /// The action that enters the value.
    struct Again {
        let action: String
        let params: Params
    }

    /// The name of the instance.
    let instance: String
    /// The path of the feature, with nil in place of each key of a flow's stack.
    ///
    /// Each host generates the keys anew.
    let place: [String?]
    /// The id of the feature.
    let feature: String
    /// The title of the feature.
    public let title: String
    /// The label of the value.
    ///
    /// The user is not informed about the loss of a value without a label.
    public let label: String
    /// The value as text for users.
    public let text: String
    /// The action that enters the value again; nil if no action can.
    let again: Again?

    /// Returns the values in an instance, in the features drawn within it and in the features presented over it.
    ///
    /// - Parameter unanswered: the actions that entered values and were not answered when the host ended, so that the
    ///   snapshot lacks the values.
    static func all(in root: Node, _ unanswered: [Session.Sent]) -> [Entered] {
        shown(root).flatMap { node in
            let sent = unanswered.filter {
                isSameText($0.instance, node.snapshot.instance) && isSameText($0.path, node.snapshot.path)
            }
            return EnteredValues(node, sent.map { ($0.action, JSONValue($0.params)) }).all.map { value in
                Entered(
                    instance: node.snapshot.instance, place: place(of: node.snapshot.path),
                    feature: node.snapshot.feature, title: node.title, label: value.label, text: value.text,
                    again: value.again)
            }
        }
    }

    private static func shown(_ drawn: Node) -> [Node] {
        drawn.parts.flatMap { node in [node] + (node.presented.map(shown) ?? []) }
    }

    private static func place(of path: [String]) -> [String?] {
        path.indices.map { $0 > 0 && path[$0 - 1] == "stack" ? nil : path[$0] }
    }
}

extension Node {
    /// Returns the descendant at the ``Entered/place`` of a value from an earlier host; nil if there is none.
    func descendant(at place: [String?]) -> Node? {
        var path: [String] = []
        for name in place {
            // If the name is nil, the path ends with `stack`. Without that, it is the path of the flow.
            let key = name ?? child(Array(path.dropLast()))?.state.objects("stack").last?.text("key")
            guard let key else { return nil }
            path.append(key)
        }
        return child(path)
    }
}
