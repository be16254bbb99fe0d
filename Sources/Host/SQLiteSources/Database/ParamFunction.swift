import FHDataSources
import FHJSON
import FeatureKit
import GRDB
import Synchronization

/// The SQL function `featurehost_param(name)`, which returns the value of a feature's param.
///
/// It takes the place of `:name` in a query. So the query can be a part of other statements, which have arguments of
/// their own.
final class ParamFunction: Sendable {
    private static let name = "featurehost_param"

    private let params = Mutex<JSONText?>(nil)

    /// The query with calls of the function in place of its parameters.
    static func prepared(_ query: String) -> String {
        SQLParams.replaced(in: query) { "\(name)('\($0)')" }
    }

    /// Sets the values for the next statements of the connection; nil for no values.
    func use(_ values: JSONText?) { params.withLock { $0 = values } }

    /// Adds the function to a connection.
    func add(to db: Database) {
        // In one statement, a param always has the same value.
        let function = DatabaseFunction(Self.name, argumentCount: 1, pure: true) { [self] arguments in
            let name = String.fromDatabaseValue(arguments[0]) ?? ""
            return try value(of: name)
        }
        db.add(function: function)
    }

    /// Returns a value: null for an absent value, and JSON for an array.
    ///
    /// - Throws: a database error if the feature has no such param.
    private func value(of name: String) throws -> DatabaseValue {
        guard let value = params.withLock({ $0 })?.value[name] else {
            throw DatabaseError(message: "the query has :\(name), and the feature has no param of this name")
        }
        switch value.kind {
        case .null: return .null
        case .string: return (value.stringValue ?? "").databaseValue
        default: break
        }
        if let flag = value.boolValue { return flag.databaseValue }
        if let integer = value.intValue { return integer.databaseValue }
        if let number = value.doubleValue { return number.databaseValue }
        return JSONText(value).string.databaseValue
    }
}
