import JSON

/// What follows from a form's configuration alone, worked out once.
struct FormPlan: Sendable {
    let fields: [Field]
    /// The members of the state that never change: an object.
    let head: JSONText
    private let places: [String: Int]
    private let pathPlaces: [String: Int]

    init(_ configuration: FormConfiguration) {
        let declared = configuration.sections.flatMap(\.fields)
        let places = Dictionary(declared.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        fields = declared.map { field in
            let other = field.equalTo.flatMap { places[$0] }.map { (label: declared[$0].label, index: $0) }
            return Field(field, other: other)
        }
        self.places = places
        pathPlaces = Dictionary(
            fields.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        head = Self.encode(configuration)
    }

    func index(path: String) -> Int? { pathPlaces[path] }
    func index(name: String) -> Int? { places[name] }

    static func path(of name: String) -> String { JSONPointer([name]).description }

    private static func encode(_ configuration: FormConfiguration) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("title", configuration.title)
            json.key("sections")
            json.beginArray()
            for section in configuration.sections {
                json.beginObject()
                if let header = section.header { json.field("header", header) }
                if let footer = section.footer { json.field("footer", footer) }
                json.key("fields")
                json.beginArray()
                for field in section.fields { json.value(path(of: field.name)) }
                json.endArray()
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
    }

    // MARK: Checking

    /// Checks a field, and those that must not differ from it.
    func check(_ index: Int, _ state: inout FormState) {
        for (place, field) in fields.enumerated() where place == index || field.other == index {
            let value = field.handedOn(state.fields[place].value)
            let other = field.other.map { fields[$0].handedOn(state.fields[$0].value) }
            state.fields[place].messages = field.messages(for: value, other: other)
        }
    }

    func checkAll(_ state: inout FormState) {
        for index in fields.indices { check(index, &state) }
    }

    // MARK: Handing on

    /// An object of the values by name, without secrets.
    func encode(_ values: [FieldValue]) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for (field, value) in zip(fields, values) where field.type != .secure {
                json.key(field.name)
                field.handedOn(value).write(to: &json)
            }
            json.endObject()
        }
    }
}

extension FormPlan {
    /// One field.
    ///
    /// A class, so that going over the fields counts one reference each and not one for every member.
    final class Field: Sendable {
        let name: String
        let path: String
        let type: FieldType
        /// Its value where nothing else says one.
        let initial: FieldValue
        /// What it holds where nothing is entered.
        let empty: FieldValue
        let rules: [Rule]
        /// The place of the field that it must not differ from.
        let other: Int?
        /// The members of the field that never change: an object.
        let head: JSONText
        private let trim: Bool

        init(_ field: FieldConfiguration, other: (label: String, index: Int)?) {
            name = field.name
            path = FormPlan.path(of: field.name)
            type = field.type
            trim = field.trim
            empty = Self.empty(field)
            rules = Rule.all(of: field, other: other)
            self.other = other?.index
            head = Self.encode(field)
            let value = field.default.flatMap { field.type.value(of: $0.value) } ?? .null
            initial = value == .null ? empty : value
        }

        private static func empty(_ field: FieldConfiguration) -> FieldValue {
            switch field.type {
            case .text, .multiline, .email, .file: .text("")
            case .secure: .secret(Secret())
            case .toggle: .bool(false)
            case .stepper, .slider: .number(field.limits[.minimum] ?? .integer(0))
            case .multiPicker: .list([])
            case .number, .picker, .date, .time, .dateTime: .null
            }
        }

        /// What the field holds for a JSON value; nil where it can't hold such a one at all.
        func value(of json: JSONValue) -> FieldValue? {
            type.value(of: json).map { $0 == .null ? empty : $0 }
        }

        /// What is checked and handed on of what was entered.
        func handedOn(_ value: FieldValue) -> FieldValue { trim ? value.trimmed : value }

        func messages(for value: FieldValue, other: FieldValue?) -> [MessageCode] {
            if isEmpty(value) { return rules.first?.code == .required ? [.required] : [] }
            return rules.filter { $0.isBroken(by: value, other: other) }.map(\.code)
        }

        private func isEmpty(_ value: FieldValue) -> Bool {
            switch value {
            case .null: true
            // A picked `false` is a value; a toggle that is off is none.
            case .bool(let bool): type == .toggle && !bool
            case .number: false
            case .text(let text): text.isEmpty
            case .list(let items): items.isEmpty
            case .secret(let secret): !secret.isSet
            }
        }

        private static func encode(_ field: FieldConfiguration) -> JSONText {
            JSONText.build { json in
                json.beginObject()
                json.field("type", field.type.rawValue)
                json.field("label", field.label)
                json.key("hints")
                json.beginObject()
                for hint in FieldConfiguration.Hint.allCases {
                    guard let text = field.hints[hint] else { continue }
                    json.key(hint.rawValue)
                    json.value(text)
                }
                json.endObject()
                json.field("required", field.required)
                json.raw(#""validating":false,"visible":true,"enabled":true"#)
                for limit in FieldConfiguration.Limit.allCases {
                    guard let number = field.limits[limit] else { continue }
                    json.key(limit.rawValue)
                    number.write(to: &json)
                }
                if field.type == .stepper || field.type == .slider {
                    json.key("step")
                    (field.step ?? .integer(1)).write(to: &json)
                }
                if field.type == .picker || field.type == .multiPicker { write(field.options, to: &json) }
                json.endObject()
            }
        }

        private static func write(_ options: [FieldOption], to json: inout JSONWriter) {
            json.key("options")
            json.beginArray()
            for option in options {
                json.beginObject()
                json.field("value", option.value)
                json.field("title", option.title)
                json.endObject()
            }
            json.endArray()
        }
    }
}
