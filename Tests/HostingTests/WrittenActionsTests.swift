import FHJSON
import Foundation
import Testing

@testable import FHFeatureValues
@testable import FHFlowFeature
@testable import FHFormFeature
@testable import FHListFeature
@testable import FHRows
@testable import FHSearchFeature
@testable import FHTextFeature
@testable import FeatureKit

/// The stored actions of the kinds equal the derived ones; `UPDATE_CATALOG=1` rewrites them.
@Suite struct WrittenActionsTests {
    private typealias Written = [(name: String, schema: StaticString?)]

    private let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Kinds")

    @Test func ofLists() throws { try check(ListAction.examples, ListAction.written, "List") }
    @Test func ofForms() throws { try check(FormAction.examples, FormAction.written, "Form") }
    @Test func ofSearches() throws { try check(SearchAction.examples, SearchAction.written, "Search") }
    @Test func ofFlows() throws { try check(FlowAction.examples, FlowAction.written, "Flow") }
    @Test func ofTexts() throws { try check(TextAction.examples, TextAction.written, "Text") }

    private func check<Wire: Codable & Sendable>(_ examples: [Wire], _ written: Written, _ kind: String) throws {
        let derived = ActionSet<Wire>(examples).descriptions
        if ProcessInfo.processInfo.environment["UPDATE_CATALOG"] != nil { return try write(derived, kind) }
        try #require(written.map(\.name) == derived.map(\.name), "UPDATE_CATALOG=1 writes the actions anew")
        let known = ActionSet<Wire>(examples, written: written) { $0 }.descriptions
        #expect(known == derived, "UPDATE_CATALOG=1 writes the actions anew")
        // Actions that decode without params have no schema.
        let bare = try zip(examples, written).filter { try JSONEncoding.action($0.0).1 == .emptyObject }.map(\.1.name)
        #expect(written.filter { $0.schema == nil }.map(\.name) == bare)
    }

    private func write(_ derived: [ActionDescription], _ kind: String) throws {
        let file = sources.appendingPathComponent("\(kind)Feature/\(kind)Action+Written.swift")
        let old = try String(contentsOf: file, encoding: .utf8)
        let head = old.components(separatedBy: " = [")[0] + " = [\n"
        let lines = derived.map { action in
            let schema =
                action.params.string == #"{"type":"object","additionalProperties":false}"#
                ? "nil" : "##\"\(action.params.string)\"##"
            return "        (\"\(action.name)\", \(schema)),\n"
        }
        try (head + lines.joined() + "    ]\n}\n").write(to: file, atomically: true, encoding: .utf8)
    }
}
