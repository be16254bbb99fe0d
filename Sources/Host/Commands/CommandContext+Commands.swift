import FHHosting
import FHJSON

/// The commands of a feature, as its snapshot has them.
extension CommandContext {
    var state: JSONValue { snapshot["state"] ?? .emptyObject }
    var title: String? { state["title"]?.stringValue }

    /// Returns the commands of the feature: the buttons of the question or the sheet over it, otherwise its own actions.
    func commands(_ uses: CommandUses) -> [Command] {
        commands.map { command in
            var counted = command
            counted.uses = uses.count(of: useName(of: command))
            return counted
        }
    }

    private var commands: [Command] {
        if let presentation = snapshot["presentation"], presentation.isObject { return answers(to: presentation) }
        var commands = toolbar + rowActions + layoutButtons
        // A declared button for the same action has a better title.
        let declared = Set(commands.map(\.id))
        let own = FeatureCommands.all + FeatureCommands.filters(of: self)
        commands += own.filter { $0.isOffered(in: self) }.map { own in
            command(own.action, own.params, title: own.title, icon: own.icon, role: own.role)
        }.filter { !declared.contains($0.id) }
        return commands
    }

    // MARK: Parts of a snapshot

    private var toolbar: [Command] {
        snapshot.list("toolbar").map { item in
            var command = command(
                item["action"]?.stringValue ?? "", item["params"], title: item["title"]?.stringValue ?? "",
                icon: item["icon"]?.stringValue, role: item["role"]?.stringValue)
            command.description = item["description"]?.stringValue
            command.key = item["key"]?.stringValue
            return command
        }
    }

    /// The actions on rows without a button in the toolbar.
    private var rowActions: [Command] {
        let sent = Set(
            snapshot.list("toolbar").filter { $0["action"]?.stringValue == "accept" }
                .compactMap { $0["params"]?["action"]?.stringValue })
        return state.list("actions").compactMap { action in
            guard let id = action["id"]?.stringValue, !sent.contains(id) else { return nil }
            var command = command(
                "accept", JSONText.object("action", .string(id)).value, title: action["title"]?.stringValue ?? id,
                icon: action["icon"]?.stringValue, role: action["role"]?.stringValue)
            command.description = action["description"]?.stringValue
            command.key = action["key"]?.stringValue
            return command
        }
    }

    private var layoutButtons: [Command] {
        state.list("layout").compactMap { item in
            guard item["type"]?.stringValue == "button", let action = item["action"]?.stringValue,
                item["when"]?.stringValue.map({ state[$0]?.boolValue == true }) ?? true
            else { return nil }
            return command(
                action, item["params"], title: item["label"]?.stringValue ?? action, role: item["role"]?.stringValue)
        }
    }

    private func answers(to presentation: JSONValue) -> [Command] {
        let key = presentation["key"]?.stringValue ?? ""
        var answers = presentation.list("buttons").map { button in
            let params = JSONText.build { json in
                json.beginObject()
                json.field("key", key)
                json.field("buttonId", button["id"]?.stringValue ?? "")
                json.endObject()
            }
            let role = button["role"]?.stringValue
            var answer = command(
                "pressButton", params.value, title: button["title"]?.stringValue ?? "",
                role: role == "cancel" ? "cancellation" : role)
            if button["enabled"]?.boolValue == false { answer.reason = answer.reason ?? "targetChanged" }
            return answer
        }
        if presentation["dismissible"]?.boolValue == true {
            answers.append(
                command(
                    "dismiss", JSONText.object("key", .string(key)).value, title: "Close", icon: "close",
                    role: "cancellation"))
        }
        return answers
    }

    // MARK: One command

    private func command(
        _ action: String, _ params: JSONValue?, title: String, icon: String? = nil, role: String? = nil
    ) -> Command {
        let request = JSONText.build { json in
            json.beginObject()
            json.field("instance", instance)
            if !path.isEmpty { json.field("path", path) }
            json.field("action", action)
            if let params { json.field("params", JSONText(params)) }
            json.endObject()
        }
        let name = CommandUses.name(sending: action, params, in: rootFeature)
        var command = Command(
            id: (path + [name]).joined(separator: "/"), title: title, icon: icon, group: self.title, role: role,
            request: .init(method: .send, params: request))
        command.reason = reason(against: action, params)
        return command
    }

    /// The name by which the uses of a command are counted.
    private func useName(of command: Command) -> String {
        let request = command.request.params.value
        return CommandUses.name(sending: request["action"]?.stringValue ?? "", request["params"], in: rootFeature)
    }

    /// The reason why the host would refuse an action now; nil if it would not, as far as the snapshot tells.
    private func reason(against action: String, _ params: JSONValue?) -> String? {
        if let reason = snapshot["unavailable"]?[action]?.stringValue { return reason }
        guard action == "accept", let id = params?["action"]?.stringValue else { return nil }
        let declared = state["actions"]?.elements.first { $0["id"]?.stringValue == id }
        if declared?["on"]?.stringValue == "none" { return nil }
        if params?["id"] == nil, params?["ids"] == nil, !hasTarget { return "noTarget" }
        guard let available = state["availableActions"] else { return nil }
        return available.elements.contains { $0.stringValue == id } ? nil : "notApplicable"
    }

    /// True if a row is active or marked.
    private var hasTarget: Bool {
        state["activeId"]?.stringValue != nil || hasMarks
    }
}

extension JSONValue {
    /// The elements of a member; empty if there is no such array.
    func list(_ key: String) -> [JSONValue] { self[key].map { Array($0.elements) } ?? [] }
}
