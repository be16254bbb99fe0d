import FHJSON

extension Session {
    /// Continues over another connection, after the host has ended.
    ///
    /// The instances are opened again under their names, and the values that the user has entered are entered again.
    /// Values that can't be entered are added to ``lost``. Until the new host has answered, the last states stay.
    public func replace(connection: any HostConnection) {
        let entered = open.compactMap(node).flatMap { Entered.all(in: $0, unanswered) }
        let kept = unanswered
        self.connection = connection
        host = .emptyObject
        unanswered = []
        changes += 1
        begin { [unowned self] answer in
            if case .result = answer { generation += 1 }
        }
        for instance in instances {
            let values = entered.filter { isSameText($0.instance, instance.name) }
            requestOpening(instance.snapshot.feature, instance.params, name: instance.name) { [unowned self] answer in
                switch answer {
                case .result(let result):
                    store(result, instance.params)
                    for value in values { enterAgain(value) }
                case .error:
                    // If the new host has ended too, the next one gets the values of the earlier host.
                    guard end == nil else {
                        unanswered += kept.filter { isSameText($0.instance, instance.name) }
                        return
                    }
                    instances.removeAll { isSameText($0.name, instance.name) }
                    recordLost(values)
                }
            }
        }
    }

    /// Forgets the lost values, because the user has read them.
    public func forgetLost() { lost = [] }

    private func enterAgain(_ entered: Entered) {
        guard let again = entered.again,
            let node = node(entered.instance)?.descendant(at: entered.place),
            isSameText(node.snapshot.feature, entered.feature)
        else { return recordLost([entered]) }
        node.send(again.action, isQuiet: true, again.params) { [unowned self] revision in
            // If the new host has ended before its answer, the value is kept for the next one.
            if revision == nil, end == nil { recordLost([entered]) }
        }
    }

    private func recordLost(_ entered: [Entered]) { lost += entered.filter { !$0.label.isEmpty } }
}
