import FHJSON
import FeatureKit

/// A reader of a simulation's params that collects all errors.
struct SimulationParams {
    private let params: JSONValue
    private var mistakes: [ActionRefusal.Field] = []
    /// The names of the params that were read.
    ///
    /// All other params are unknown.
    private var names: [String] = []

    init(_ params: JSONValue) {
        self.params = params
    }

    /// Reads a case of an enum by its raw value.
    ///
    /// Returns `absent` if the param is missing or invalid.
    mutating func outcome<Outcome>(_ name: String, or absent: Outcome) -> Outcome
    where Outcome: RawRepresentable<String> & CaseIterable {
        names.append(name)
        guard let value = params[name] else { return absent }
        if let outcome = value.stringValue.flatMap(Outcome.init) { return outcome }
        let known = Outcome.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let code = value.kind == .string ? "invalid" : "type"
        mistakes.append(.init(path: "/\(name)", code: code, message: "must be one of \(known)"))
        return absent
    }

    /// Reads the param `delayMs`, the delay of an answer in milliseconds; returns `absent` if it is missing or invalid.
    mutating func delay(or absent: Int) -> Int {
        names.append("delayMs")
        guard let value = params["delayMs"] else { return absent }
        if let number = value.intValue, (0...60_000).contains(number) { return number }
        let code = value.intValue == nil ? "type" : "invalid"
        mistakes.append(.init(path: "/delayMs", code: code, message: "must be an integer from 0 to 60000"))
        return absent
    }

    /// Refuses params with errors and params that are unknown.
    ///
    /// - Parameter others: the names of params that are read elsewhere.
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` with all errors.
    func finish(beside others: [String] = []) throws(ActionRefusal) {
        let mistakes = ActionRefusal.Field.unknown(in: params, known: names + others) + mistakes
        if !mistakes.isEmpty { throw .invalidParams(mistakes) }
    }
}
