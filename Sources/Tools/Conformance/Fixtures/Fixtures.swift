import CFHConformance
import FHJSON

/// The fixtures of the conformance kit: requirements, scenarios and schemas.
public struct Fixtures {
    /// All requirements, in the order of the specification.
    public let requirements: [Requirement]
    /// The scenarios that were read.
    public private(set) var scenarios: [Scenario]
    let schemas: SchemaSet

    /// Reads the fixtures that are embedded in the executable.
    ///
    /// The scenarios can be selected, because reading all of them takes longer than playing one.
    ///
    /// - Parameters:
    ///   - party: the role of the programs whose scenarios are read; nil for all roles.
    ///   - names: parts of the names of the scenarios to read; empty for all scenarios.
    /// - Throws: `ScenarioError` for an invalid scenario. The tests of this project ensure that there is none.
    public init(for party: Party? = nil, scenarios names: [String] = []) throws(ScenarioError) {
        try self.init(isTrusted: true) { path in
            let name = Self.name(ofFile: path)
            let isOfParty = party.map { path == "\($0.folder)/\(name).jsonl" } ?? true
            return isOfParty && (names.isEmpty || names.contains { name.contains($0) })
        }
    }

    /// Reads scenarios from files, and the embedded requirements and schemas.
    ///
    /// - Parameter files: the paths and contents of scenario files.
    /// - Throws: `ScenarioError` for an invalid scenario.
    public init(scenarioFiles files: [(path: String, bytes: [UInt8])]) throws(ScenarioError) {
        try self.init(isTrusted: true) { _ in false }
        for file in files { scenarios.append(try Self.scenario(at: file.path, file.bytes)) }
    }

    /// Reads the fixtures that are embedded in the executable.
    ///
    /// - Parameters:
    ///   - isTrusted: true to skip the validation of scenarios, because it takes longer than reading them.
    ///   - isWanted: returns true if the scenario file at a path is read.
    init(isTrusted: Bool, isWanted: (String) -> Bool = { _ in true }) throws(ScenarioError) {
        var requirements: [Requirement] = []
        var scenarios: [Scenario] = []
        var schemas: [JSONValue] = []
        for index in 0..<conformance_file_count() {
            let file = conformance_files()![index]
            let path = String(cString: file.path)
            let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.length)
            if path == "requirements.jsonl" {
                requirements = Self.lines(bytes).map { Requirement(JSONValue(JSONText.trusted($0))) }
            } else if path.hasPrefix("conformance/") {
                guard isWanted(path) else { continue }
                scenarios.append(try Self.scenario(at: path, Array(bytes), isTrusted: isTrusted))
            } else {
                schemas.append(JSONValue(JSONText.trusted(bytes)))
            }
        }
        self.requirements = requirements
        self.scenarios = scenarios
        self.schemas = SchemaSet(schemas)
    }

    private static func scenario(
        at path: String, _ bytes: [UInt8], isTrusted: Bool = false
    ) throws(ScenarioError) -> Scenario {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        return try Scenario(name: name(ofFile: path), lines: lines, isTrusted: isTrusted)
    }

    private static func name(ofFile path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.split(separator: ".").first ?? "")
    }

    private static func lines(_ bytes: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
        bytes.split(separator: UInt8(ascii: "\n")).map { UnsafeRawBufferPointer(rebasing: $0) }
    }
}

extension JSONText {
    /// Creates a text from bytes that are embedded in the executable.
    ///
    /// Tests of this project have validated these bytes.
    fileprivate static func trusted(_ bytes: UnsafeRawBufferPointer) -> JSONText {
        (try? JSONText(parsing: bytes)) ?? .null
    }
}
