import FHFormFeature
import FHJSON
import FeatureKit

/// A form that is used like by a client, with named actions and params; its effects don't run.
struct FormDriver {
    let form: Form
    var state: FormState
    /// The outputs so far.
    var outputs: [Output] = []

    init(
        _ fields: [FieldConfiguration], showMessages: FormConfiguration.ShowMessages = .onTouched,
        submit: FormConfiguration.Submit = .none, values: String = "{}"
    ) {
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: fields)], submit: submit, ids: IDGenerator(seed: 1))
        configuration.showMessages = showMessages
        configuration.values = text(values)
        self.init(configuration)
    }

    init(_ configuration: FormConfiguration, rowID: String? = nil) {
        form = Form(configuration, rowID: rowID)
        state = form.initialState
    }

    mutating func send(_ name: String, _ params: String = "{}") throws(ActionRefusal) {
        for entry in form.unavailable(in: state) where entry.action == name { throw .unavailable(entry.reason) }
        guard let action = try Form.actions.decode(name, json(params)) else { throw .unknown(known: []) }
        if let refusal = form.refusal(of: action, in: state) { throw refusal }
        apply(action)
    }

    mutating func apply(_ action: Form.Action) {
        var effect = form.reduce(into: &state, action)
        outputs += effect.takeOutputs()
    }

    /// Enters a value at the path of a field.
    mutating func enter(_ name: String, _ value: String) throws(ActionRefusal) {
        try send("setValue", #"{"path":"/\#(name)","value":\#(value)}"#)
    }

    /// Sends an action and returns the refusal; nil if it was applied.
    mutating func refusal(_ name: String, _ params: String = "{}") -> ActionRefusal? {
        do {
            try send(name, params)
            return nil
        } catch {
            return error
        }
    }

    // MARK: The shown state

    /// The state as in a snapshot.
    var encoded: JSONText { JSONText.build { form.write(state, to: &$0) } }
    var shown: JSONValue { encoded.value }
    subscript(_ member: String) -> JSONValue { shown[member] ?? .null }

    func field(_ name: String) -> JSONValue { self["fields"]["/" + name] ?? .null }
    func value(_ name: String) -> JSONValue { field(name)["value"] ?? .null }

    /// Returns the codes of a field's messages, in order.
    func codes(_ name: String) -> [String] {
        field(name)["messages"].map { $0.elements.compactMap { $0["code"]?.stringValue } } ?? []
    }

    /// Returns the texts of a field's messages, in order.
    func texts(_ name: String) -> [String] {
        field(name)["messages"].map { $0.elements.compactMap { $0["text"]?.stringValue } } ?? []
    }

    func isShown(_ name: String) -> Bool { field(name)["showMessages"]?.boolValue == true }
}

/// Makes a field as in a declaration.
func field(
    _ name: String, _ type: FieldType = .text, _ configure: (inout FieldConfiguration) -> Void = { _ in }
) -> FieldConfiguration {
    var field = FieldConfiguration(name: name, type: type)
    configure(&field)
    return field
}

/// Makes options without titles.
func options(_ values: String...) -> [FieldOption] { values.map { FieldOption(value: text($0)) } }

func text(_ string: String) -> JSONText { JSONText(json(string)) }

func json(_ string: String) -> JSONValue {
    guard let value = try? JSONValue(parsing: string) else { preconditionFailure("not JSON: \(string)") }
    return value
}

extension FieldConfiguration {
    /// The limits that are numbers.
    var limits: [FieldConstraints.Limit: FieldNumber] {
        get { constraints.limits.compactMapValues { if case .number(let number) = $0 { number } else { nil } } }
        set { constraints.limits = newValue.mapValues { .number($0) } }
    }
}
