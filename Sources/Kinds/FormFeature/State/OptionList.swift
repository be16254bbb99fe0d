import FeatureKit

/// The options that a picker has loaded from a source.
struct OptionList: Sendable, Equatable {
    enum Status: String, Sendable {
        case idle, loading, failed
    }

    /// The start of the next page of options.
    enum Next: Sendable, Equatable {
        /// The number of rows to skip.
        case offset(Int)
        /// The cursor returned by the source.
        case cursor(String)
    }

    var status = Status.idle
    /// The query for which the options were loaded, or are being loaded.
    var query = ""
    var endReached = false
    /// The start of the next page; nil if there are no more options.
    var next: Next?
    var options: [Option] = []
    /// The titles of all loaded options, including options that don't match the query.
    var titles: [FieldValue: String] = [:]
    /// Values that are missing from the source, according to a lookup.
    var absent: Set<FieldValue> = []
    /// Values whose lookup is in progress.
    var asked: Set<FieldValue> = []

    struct Option: Sendable, Equatable {
        let value: FieldValue
        let title: String
    }

    /// True if a load or a lookup has shown that a value is in the source, or that it is not.
    func knows(_ value: FieldValue) -> Bool { titles[value] != nil || absent.contains(value) }

    /// Adds a page of options.
    ///
    /// - Parameters:
    ///   - found: the options of the page.
    ///   - isFirst: true if the page replaces all options.
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
    /// The values that are picked.
    var picked: [FieldValue] {
        switch self {
        case .list(let values): values
        case .null: []
        default: [self]
        }
    }
}
