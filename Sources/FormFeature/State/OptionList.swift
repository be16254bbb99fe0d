import FeatureKit

/// What can be picked, where a source says so.
struct OptionList: Sendable, Equatable {
    enum Status: String, Sendable {
        case idle, loading, failed
    }

    /// Where the next options begin.
    enum Next: Sendable, Equatable {
        /// At this many rows from the first.
        case offset(Int)
        /// Where the source said that it goes on.
        case cursor(String)
    }

    var status = Status.idle
    /// What was looked for.
    var query = ""
    var endReached = false
    /// Nil where there are no more.
    var next: Next?
    var options: [Option] = []
    /// The titles that are known, also of options that another query left out.
    var titles: [FieldValue: String] = [:]
    /// Values that the source was asked about and does not have.
    var absent: Set<FieldValue> = []
    /// Values that the source is being asked about.
    var asked: Set<FieldValue> = []

    struct Option: Sendable, Equatable {
        let value: FieldValue
        let title: String
    }

    /// Whether it is known that the source has a value, or has it not.
    func knows(_ value: FieldValue) -> Bool { titles[value] != nil || absent.contains(value) }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - found: its options.
    ///   - isFirst: whether it takes the place of all that are there.
    mutating func add(_ found: [Option], isFirst: Bool) {
        if isFirst { options = [] }
        var values = Set(options.map(\.value))
        for option in found {
            titles[option.value] = option.title
            absent.remove(option.value)
            if values.insert(option.value).inserted { options.append(option) }
        }
    }
}

extension FieldValue {
    /// The values that are picked in it.
    var picked: [FieldValue] {
        switch self {
        case .list(let values): values
        case .null: []
        default: [self]
        }
    }
}
