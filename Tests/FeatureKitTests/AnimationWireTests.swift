import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// The wire form of hints, and invalid hints.
@Suite struct AnimationWireTests {
    private func wire(_ hint: Animation, reducesMotion: Bool = false) throws -> String? {
        let probe = ProbeStore(["a": .animation(hint)])
        try probe.run("a")
        return probe.store.snapshot(reducesMotion: reducesMotion)["animation"].map { JSONText($0).description }
    }

    @Test func everyKind() throws {
        let jump = Animation.Keyframe(0.5, durationMs: 0)
        let swing = Animation.Keyframe(1, durationMs: 20, curve: .spring)
        let jumpText = #"{"value":0.5,"durationMs":0,"curve":"linear"}"#
        let swingText = #"{"value":1.0,"durationMs":20,"curve":"spring"}"#
        let wanted: [(Animation, String)] = [
            (.default, #"{"kind":"default"}"#),
            (.spring(response: 0.3, damping: 1), #"{"kind":"spring","response":0.3,"damping":1.0}"#),
            (.phase("b", of: ["a", "b"]), #"{"kind":"phase","phases":["a","b"],"phase":"b"}"#),
            (
                .keyframe([.init("scale", [jump, swing]), .init("y", [jump])], repeats: 3),
                #"{"kind":"keyframe","tracks":[{"key":"scale","keyframes":[\#(jumpText),\#(swingText)]},"#
                    + #"{"key":"y","keyframes":[\#(jumpText)]}],"repeats":3}"#
            ),
            (.matchedGeometry(id: "a"), #"{"kind":"matchedGeometry","id":"a"}"#),
            (.matchedGeometry(id: "a", durationMs: 200), #"{"kind":"matchedGeometry","id":"a","durationMs":200}"#),
            (
                .matchedGeometry(id: "a", spring: .init(response: 0.4, damping: 0.8)),
                #"{"kind":"matchedGeometry","id":"a","response":0.4,"damping":0.8}"#
            ),
        ]
        for (hint, text) in wanted {
            let found = try wire(hint)
            #expect(found == text)
        }
    }

    @Test func whoeverWantsLessMotionIsToldNothing() throws {
        let found = try wire(.default, reducesMotion: true)
        #expect(found == "null")
    }

    @Test func aSpringComesToRest() async {
        await #expect(processExitsWith: .failure) { _ = Animation.spring(response: 0, damping: 1) }
        await #expect(processExitsWith: .failure) { _ = Animation.spring(response: .infinity, damping: 1) }
        await #expect(processExitsWith: .failure) { _ = Animation.spring(response: 1, damping: 0) }
        await #expect(processExitsWith: .failure) { _ = Animation.spring(response: 1, damping: .nan) }
    }

    @Test func keyframesComeToAnEnd() async {
        await #expect(processExitsWith: .failure) { _ = Animation.keyframe([]) }
        await #expect(processExitsWith: .failure) { _ = Animation.Track("x", []) }
        await #expect(processExitsWith: .failure) { _ = Animation.Keyframe(.nan, durationMs: 1) }
        await #expect(processExitsWith: .failure) { _ = Animation.Keyframe(1, durationMs: -1) }
        await #expect(processExitsWith: .failure) {
            _ = Animation.keyframe([.init("x", [.init(1, durationMs: 1)])], repeats: 0)
        }
    }

    @Test func aPhaseIsOneOfThePhasesAndWhatIsMatchedHasAName() async {
        await #expect(processExitsWith: .failure) { _ = Animation.phase("c", of: ["a", "b"]) }
        await #expect(processExitsWith: .failure) { _ = Animation.phase("a", of: ["a", "a"]) }
        await #expect(processExitsWith: .failure) { _ = Animation.matchedGeometry(id: "") }
        await #expect(processExitsWith: .failure) { _ = Animation.matchedGeometry(id: "a", durationMs: -1) }
    }
}
