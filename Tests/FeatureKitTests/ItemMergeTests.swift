import FHJSON
import FeatureKit
import Testing

@testable import FHRowCollections

/// Arrays that both sides have changed, merged item by item.
@Suite struct ItemMergeTests {
    private func json(_ text: String) -> JSONValue { try! JSONValue(parsing: text) }

    /// Returns the merged array; nil for a conflict.
    private func merged(_ base: String, _ mine: String, _ theirs: String) -> JSONValue? {
        ItemMerge.array("", json(base), json(mine), json(theirs))?.value
    }

    @Test(arguments: [
        // Both add an item.
        ("[]", "[1]", "[2]", "[1,2]"), ("[1]", "[1,2]", "[1,3]", "[1,2,3]"), ("[1]", "[2,1]", "[1,3]", "[2,1,3]"),
        (#"["leaks"]"#, #"["leaks","painted"]"#, #"["leaks","sold"]"#, #"["leaks","painted","sold"]"#),
        // Equal scalars are the same item.
        ("[1]", "[1,2]", "[1,2]", "[1,2]"), ("[1]", "[1,2,3]", "[1,2]", "[1,2,3]"),
        // An item that one side removes is removed.
        ("[1,2,3]", "[1,3]", "[1,2,3,4]", "[1,3,4]"), ("[1,2,3]", "[1,2,3]", "[2]", "[2]"), ("[1]", "[]", "[]", "[]"),
        // A changed scalar is a removal and an addition.
        ("[1]", "[2]", "[3]", "[2,3]"),
        // If one side has moved items, its order is used.
        ("[1,2,3]", "[3,1,2]", "[1,2,3,4]", "[3,4,1,2]"), ("[1,2]", "[1,2]", "[2,1]", "[2,1]"),
        // A new item whose neighbours are all removed keeps its index.
        ("[1]", "[1,2]", "[3,4]", "[3,4,2]"), ("[1,9]", "[1,2,9]", "[3,9]", "[3,2,9]"),
        ("[1]", "[2,1]", "[3]", "[2,3]"),
        // Equal items are matched one to one.
        ("[1,1]", "[1]", "[1,1,1]", "[1,1]"),
    ])
    func scalars(base: String, mine: String, theirs: String, expected: String) {
        #expect(merged(base, mine, theirs) == json(expected))
    }

    @Test(arguments: [
        // Different members of one item.
        (
            #"[{"id":1,"a":1,"b":1}]"#, #"[{"id":1,"a":2,"b":1}]"#, #"[{"id":1,"a":1,"b":2}]"#,
            #"[{"id":1,"a":2,"b":2}]"#
        ),
        // One side changes an item that the other side moves.
        (
            #"[{"id":1,"a":1},{"id":2}]"#, #"[{"id":1,"a":2},{"id":2}]"#, #"[{"id":2},{"id":1,"a":1}]"#,
            #"[{"id":2},{"id":1,"a":2}]"#
        ),
        // Items without ids at the same index.
        (
            #"[{"a":1,"b":1},{"a":9}]"#, #"[{"a":2,"b":1},{"a":9}]"#, #"[{"a":1,"b":2},{"a":9}]"#,
            #"[{"a":2,"b":2},{"a":9}]"#
        ),
        // Two equal items without ids are two items.
        ("[]", #"[{"a":1}]"#, #"[{"a":1}]"#, #"[{"a":1},{"a":1}]"#),
        // The same new item on both sides is one item.
        ("[]", #"[{"id":"x","a":1}]"#, #"[{"id":"x","a":1}]"#, #"[{"id":"x","a":1}]"#),
        // One side removes a member.
        (#"[{"id":1,"a":1,"b":1}]"#, #"[{"id":1,"b":1}]"#, #"[{"id":1,"a":1,"b":2}]"#, #"[{"id":1,"b":2}]"#),
        // Arrays in items.
        (#"[{"id":1,"t":[1]}]"#, #"[{"id":1,"t":[1,2]}]"#, #"[{"id":1,"t":[1,3]}]"#, #"[{"id":1,"t":[1,2,3]}]"#),
    ])
    func objects(base: String, mine: String, theirs: String, expected: String) {
        #expect(merged(base, mine, theirs) == json(expected))
    }

    @Test(arguments: [
        // Both sides change the same member.
        (#"[{"id":1,"a":1}]"#, #"[{"id":1,"a":2}]"#, #"[{"id":1,"a":3}]"#),
        (#"[{"a":1}]"#, #"[{"a":2}]"#, #"[{"a":3}]"#),
        // One side changes an item that the other side removes.
        (#"[{"id":1,"a":1}]"#, "[]", #"[{"id":1,"a":3}]"#), (#"[{"id":1,"a":1}]"#, #"[{"id":1,"a":2}]"#, "[]"),
        // Both sides add an item with the same id.
        ("[]", #"[{"id":1,"a":1}]"#, #"[{"id":1,"a":2}]"#),
    ])
    func contradictions(base: String, mine: String, theirs: String) {
        #expect(merged(base, mine, theirs) == nil)
    }
}
