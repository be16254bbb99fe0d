import FHJSON
import FeatureKit
import Testing

@Suite struct CompositionTests {
    private let a = ["kids", "a"]

    // MARK: Optional children

    @Test func anOptionalChildStartsWhenItComes() throws {
        let family = StoreDriver(Family())
        #expect(family.state()?["pet"]?.isNull == true)
        family.expectGone("poke", at: ["pet"])
        try family.send("togglePet")
        #expect(family.log(["pet"]) == ["began"])
        #expect(family.cause == "pet/began")
        try family.send("poke", at: ["pet"])
        #expect(family.state()?["pet"]?["state"]?["log"]?.description == #"["began","poked"]"#)
        #expect(family.state()?["seen"]?.description == #"["pet"]"#)
    }

    @Test func whatAnOptionalChildRunsIsCancelledInTheSnapshotThatTakesItAway() throws {
        let family = StoreDriver(Family())
        try family.send("togglePet")
        try family.send("wait", #"{"text":"late","ms":10}"#, at: ["pet"])
        try family.send("hang", at: ["pet"])
        #expect(family.store.activity.count == 2)
        try family.send("togglePet")
        #expect(family.cause == "togglePet" && family.cancelled == ["delay-1", "hang-2"])
        #expect(family.store.activity.count == 0 && family.store.isSettled)
        family.expectGone("poke", at: ["pet"])
        try family.send("togglePet")
        family.clock.advance(by: 100)
        #expect(family.log(["pet"]) == ["began"])
    }

    @Test func aChildsChildGoesWithWhatTheParentTakes() throws {
        let family = StoreDriver(Family())
        try family.send("togglePet")
        try family.send("giveToy", at: ["pet"])
        try family.send("squeakLater", at: ["pet", "toy"])
        try family.send("giveToy", at: ["pet"])
        #expect(family.cancelled == ["delay-1"])
        try family.send("giveToy", at: ["pet"])
        try family.send("squeakLater", at: ["pet", "toy"])
        try family.send("togglePet")
        #expect(family.cancelled == ["delay-2"])
        family.expectGone("squeak", at: ["pet", "toy"])
    }

    @Test func aChildWithAnotherIdThatTakesItsPlaceInOneActionIsAnother() throws {
        let family = StoreDriver(Family())
        try family.send("togglePet")
        try family.send("wait", #"{"text":"old","ms":10}"#, at: ["pet"])
        let old = family.store.place(at: ["pet"])
        var cancelled: [[String]] = []
        family.store.onRevision = { [unowned family] in cancelled.append(family.cancelled) }
        try family.send("replacePet", #"{"id":"rex"}"#)
        // The new child starts with the next revision.
        #expect(cancelled == [["delay-1"], []] && family.cause == "pet/began")
        #expect(family.store.place(at: ["pet"]) !== old)
        family.clock.advance(by: 100)
        #expect(family.log(["pet"]) == ["began"] && family.store.isSettled)
    }

    @Test func aChildWithTheSameIdThatTakesItsPlaceIsTheSameChanged() throws {
        let family = StoreDriver(Family())
        try family.send("replacePet", #"{"id":"rex"}"#)
        try family.send("wait", #"{"text":"late","ms":10}"#, at: ["pet"])
        let place = family.store.place(at: ["pet"])
        try family.send("replacePet", #"{"id":"rex"}"#)
        #expect(family.cancelled == [] && family.log(["pet"]) == [])
        #expect(family.store.place(at: ["pet"]) === place)
        family.clock.advance(by: 10)
        #expect(family.log(["pet"]) == ["late"])
    }

    @Test func aChildWithoutAnIdThatTakesAnothersPlaceIsTheSameChanged() throws {
        let family = StoreDriver(Family())
        try family.send("togglePet")
        try family.send("giveToy", at: ["pet"])
        try family.send("squeakLater", at: ["pet", "toy"])
        try family.send("swapToy", at: ["pet"])
        #expect(family.cancelled == [])
        family.clock.advance(by: 10)
        #expect(family.state(["pet", "toy"])?["squeaks"]?.intValue == 8)
    }

    @Test func whatABindingTakesAwayIsCancelled() throws {
        let family = StoreDriver(Family())
        try family.send("togglePet")
        try family.send("giveToy", at: ["pet"])
        try family.send("squeakLater", at: ["pet", "toy"])
        try family.send("setNick", #"{"value":"toyless"}"#, at: ["pet"])
        #expect(family.log(["pet"]) == ["began", "named"] && family.store.activity.count == 0)
        family.expectGone("squeak", at: ["pet", "toy"])
    }

    @Test func aChildIsOnlyResetToAStateOfItsOwnId() throws {
        let family = StoreDriver(Family(["a"]))
        try family.send("togglePet")
        try family.send("poke", at: ["pet"])
        try family.send("reset", at: ["pet"])
        #expect(family.log(["pet"]) == ["began"])
        try family.send("replacePet", #"{"id":"rex"}"#)
        let revision = family.store.revision
        for path in [a, ["pet"]] {
            #expect(throws: ActionRefusal.unavailable("notResettable")) { try family.send("reset", at: path) }
        }
        #expect(family.store.revision == revision)
        try family.send("reset")
        #expect(family.log(a) == ["began"] && family.state()?["pet"]?.isNull == true)
    }

    // MARK: Children by id

    @Test func childrenAreReachedByTheirIds() throws {
        let family = StoreDriver(Family(["a", "b"]))
        try family.send("poke", at: ["kids", "b"])
        #expect(family.log(["kids", "b"]) == ["began", "poked"] && family.log(a) == ["began"])
        #expect(family.state()?["seen"]?.description == #"["b"]"#)
        #expect(family.state()?["kids"]?.elements.compactMap { $0["id"]?.stringValue } == ["a", "b"])
        #expect(family.state()?["kids"]?.elements.last?["child"]?["feature"]?.stringValue == "kid")
        family.expectGone("poke", at: ["kids", "c"])
        family.expectGone("poke", at: ["kids"])
    }

    @Test func aChildThatAFilterHidesIsReachedAndGoesOn() throws {
        let family = StoreDriver(Family(["a", "b"]))
        try family.send("wait", #"{"text":"done","ms":10}"#, at: a)
        try family.send("hide", #"{"ids":["a"]}"#)
        #expect(family.state()?["kids"]?.elements.compactMap { $0["id"]?.stringValue } == ["b"])
        #expect(family.cancelled == [])
        try family.send("poke", at: a)
        family.clock.advance(by: 10)
        #expect(family.log(a) == ["began", "poked", "done"])
    }

    @Test func aChildThatComesBackUnderItsIdGetsNothingOfTheOldOne() throws {
        let family = StoreDriver(Family(["a"]))
        try family.send("wait", #"{"text":"old","ms":10}"#, at: a)
        let old = family.store.place(at: a)
        try family.send("remove", #"{"id":"a"}"#)
        #expect(family.cancelled == ["delay-1"])
        family.expectGone("poke", at: a)
        try family.send("add", #"{"id":"a"}"#)
        family.clock.advance(by: 100)
        #expect(family.log(a) == ["began"])
        #expect(family.store.place(at: a) !== old)
    }

    /// A child that is removed and created again by one action is a new child.
    @Test func aChildThatIsSwappedInOneActionGetsNothingOfTheOldOne() throws {
        let family = StoreDriver(Family(["a", "b"]))
        try family.send("wait", #"{"text":"old","ms":10}"#, at: a)
        try family.send("poke", at: a)
        let old = family.store.place(at: a)
        try family.send("swap", #"{"id":"a"}"#)
        family.clock.advance(by: 100)
        #expect(family.log(a) == ["began"])
        #expect(family.store.place(at: a) !== old)
        #expect(family.state()?["kids"]?.elements.compactMap { $0["id"]?.stringValue } == ["b", "a"])
    }

    @Test func anotherChildsActionLeavesAChildAsItIs() throws {
        let family = StoreDriver(Family(["a", "b"]))
        let place = family.store.place(at: a)
        try family.send("wait", #"{"text":"done","ms":10}"#, at: a)
        try family.send("poke", at: ["kids", "b"])
        try family.send("add", #"{"id":"c"}"#)
        #expect(family.store.place(at: a) === place)
        family.clock.advance(by: 10)
        #expect(family.log(a) == ["began", "done"])
    }

    @Test func theCauseNamesTheChildAndItsAction() throws {
        let family = StoreDriver(Family(["a"]))
        try family.send("wait", #"{"text":"done","ms":10}"#, at: a)
        #expect(family.cause == "kids/a/wait")
        family.clock.advance(by: 10)
        #expect(family.cause == "kids/a/note")
    }

    // MARK: Cases

    @Test func theCaseThatIsLeftTakesItsEffectsAlong() throws {
        let door = StoreDriver(Door())
        #expect(door.log(["outside"]) == ["began"] && door.state()?["inside"]?.isNull == true)
        try door.send("wait", #"{"text":"late","ms":10}"#, at: ["outside"])
        try door.send("enter")
        #expect(door.cancelled == ["delay-1"])
        #expect(door.state()?["outside"]?.isNull == true)
        door.expectGone("poke", at: ["outside"])
        try door.send("squeak", at: ["inside"])
        #expect(door.state(["inside"])?["squeaks"]?.intValue == 1)
    }

    @Test func anotherIdInTheSameCaseIsAnotherChild() throws {
        let door = StoreDriver(Door())
        try door.send("wait", #"{"text":"old","ms":10}"#, at: ["outside"])
        try door.send("relieve", #"{"id":"rex"}"#)
        door.clock.advance(by: 10)
        #expect(door.log(["outside"]) == ["began"])
        try door.send("wait", #"{"text":"own","ms":10}"#, at: ["outside"])
        try door.send("relieve", #"{"id":"rex"}"#)
        door.clock.advance(by: 10)
        #expect(door.log(["outside"]) == ["own"])
    }
}
