import FHJSON
import Testing

@testable import FHFeatureValues
@testable import FHRows
@testable import FeatureKit

@Suite struct ActionSetTests {
    @Test func theCommonActionsSchemasAreThoseThatTheTypeGives() {
        let derived = ActionSet<CommonAction>(
            [
                .retry(id: "e1"), .dismissError(id: "e1"), .cancelEffect(id: "perform-1"), .undoNotice(id: "n1"),
                .dismissNotice(id: "n1"), .setTaskId(id: "42"), .reset,
            ] as [CommonAction])
        #expect(CommonAction.set.descriptions.map(\.name) == derived.descriptions.map(\.name))
        for (written, derived) in zip(CommonAction.set.descriptions, derived.descriptions) {
            #expect(written.params.value == derived.params.value)
        }
    }

    @Test func aShortcutThatDoesNotFitLeavesTheErrorToTheType() {
        let set = ActionSet<CommonAction>(
            [.dismissError(id: "e1")], shortcuts: ["dismissError": { _ in nil }], embed: { $0 })
        #expect(throws: ActionRefusal.self) { try set.decode("dismissError", .emptyObject) }
        #expect(throws: Never.self) {
            try set.decode("dismissError", JSONText.object(["id": .string("e2")]).value)
        }
    }
}
