import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHFormFeature

@Suite struct FormPropertyTests {
    private static let fields = [
        field("t") {
            $0.required = true
            $0.trim = true
            $0.limits[.maxLength] = .integer(2)
        },
        field("n", .number) { $0.limits = [.minimum: .integer(0), .multipleOf: .real(0.5)] },
        field("u") { $0.constraints.equalTo = "t" }, field("b", .toggle),
        field("m", .multiPicker) {
            $0.options = options("1", "2")
            $0.constraints.uniqueItems = true
        }, field("s", .secure), field("r", .secure) { $0.constraints.equalTo = "s" },
    ]

    private static let values: [String: [String]] = [
        "t": [#""""#, #""a""#, #"" a ""#, #""abc""#], "n": ["null", "1", "0.5", "-1", "0.3", #""x""#, #""2""#],
        "u": [#""""#, #""a""#, #""b""#], "b": ["true", "false"], "m": ["[]", "[1]", "[1,1]", "[3]"],
    ]

    /// Sends a random action; a refused one changes nothing.
    private func step(_ form: inout FormDriver, _ random: inout SeededGenerator) {
        let name = ["t", "n", "u", "b", "m"].randomElement(using: &random)!
        let value = Self.values[name]!.randomElement(using: &random)!
        let before = form.state
        let refusal: ActionRefusal?
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: refusal = form.refusal("setValue", #"{"path":"/\#(name)","value":\#(value)}"#)
        case 8, 9:
            let path = ["s", "r"].randomElement(using: &random)!
            let secret = ["", "one", "two"].randomElement(using: &random)!
            refusal = form.refusal("setSecret", #"{"path":"/\#(path)","value":"\#(secret)"}"#)
        case 10: refusal = form.refusal("rebase", #"{"values":{"\#(name)":\#(value)}}"#)
        case 11: refusal = form.refusal("reset")
        case 12: refusal = form.refusal("blur", #"{"path":"/\#(name)"}"#)
        case 13: refusal = form.refusal("focus", #"{"path":"/\#(name)"}"#)
        case 14: refusal = form.refusal("cancelSubmit")
        case 15: refusal = form.refusal("setValues", #"{"values":{"t":"a","u":"a","n":1,"m":[1]}}"#)
        case 16, 17: refusal = form.refusal("submit", #"{"requestId":"r"}"#)
        default:
            refusal = nil
            if let opID = form.state.submission?.attempt.opID {
                let fails = Bool.random(using: &random)
                form.apply(.submitted(opID: opID, fails ? .failure(Failure("timeout", "late")) : .success(.null)))
            }
        }
        if refusal != nil { #expect(form.state == before) }
    }

    private func check(_ form: FormDriver, _ seed: UInt64) {
        let shown = form.shown
        let fields = shown["fields"].map { $0.members.map(\.value) } ?? []
        #expect(fields.count == Self.fields.count)
        let isWrong = fields.contains { $0["messages"]?.count != 0 }
        #expect(shown["isValid"]?.boolValue == !isWrong, "seed \(seed)")
        let isDirty = fields.contains { $0["dirty"]?.boolValue == true }
        #expect(shown["isDirty"]?.boolValue == isDirty, "seed \(seed)")
        for (field, address) in zip(fields, form.state.addresses) {
            let state = form.state[address]
            #expect(field["dirty"]?.boolValue == (state.value != state.baseline), "seed \(seed)")
        }
        // Messages depend only on the values, not on the order of the actions.
        var fresh = form.state
        for address in fresh.addresses { fresh.note(address, .changed) }
        form.form.plan.finish(&fresh)
        #expect(fresh == form.state, "seed \(seed)")
        #expect((shown["status"]?.stringValue == "submitting") == form.form.isSaving(form.state), "seed \(seed)")
    }

    @Test func whateverIsDoneWhatIsShownHoldsTogether() {
        forEachSeed(30) { seed, random in
            let submit: FormConfiguration.Submit =
                Bool.random(using: &random) ? .none : .insert(SimulatedSource())
            var form = FormDriver(Self.fields, submit: submit)
            for _ in 0..<60 {
                let frozen = form.state.submission?.frozen[0] ?? form.state.containers[0]!.fields.map(\.value)
                let outputs = form.outputs.count
                step(&form, &random)
                check(form, seed)
                guard form.outputs.count > outputs else { continue }
                // The output has the values at the time of the submit, trimmed, without secrets and empty fields.
                let expected = zip(Self.fields, frozen).filter { $0.0.type != .secure }
                    .map { ($0.0.name, $0.0.trim ? $0.1.trimmed : $0.1) }
                    .filter { ![.null, .text(""), .list([])].contains($0.1) }
                let values = JSONText.build { json in
                    json.beginObject()
                    for (name, value) in expected {
                        json.key(name)
                        value.write(to: &json)
                    }
                    json.endObject()
                }
                // The secrets for the flow's operation are not part of the values.
                let output = form.outputs.last
                #expect(output?.name == "submit" && output?.outcome == .completed, "seed \(seed)")
                #expect(output?.value == values && output?.ids == [], "seed \(seed)")
                #expect(form["result"] == values.value, "seed \(seed)")
            }
        }
    }
}
