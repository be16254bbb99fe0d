import FeatureKit

/// What can be picked, where a source says so.
struct OptionList: Sendable, Equatable {
    enum Status: String, Sendable {
        case idle, loading, failed
    }

    var status = Status.idle
    /// What was looked for.
    var query = ""
    var endReached = false
    var options: [Option] = []
    /// The titles that are known, also of options that another query left out.
    var titles: [FieldValue: String] = [:]

    struct Option: Sendable, Equatable {
        let value: FieldValue
        let title: String
    }
}
