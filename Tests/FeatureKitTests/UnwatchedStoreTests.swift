import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A store without observers starts no lifetime tasks.
@Suite struct UnwatchedStoreTests {
    @Test func whatComesStartsWhenSomebodyLooks() throws {
        let family = StoreDriver(Family())
        family.store.setWatched(false)
        try family.send("add", #"{"id":"k1"}"#)
        try family.send("add", #"{"id":"k2"}"#)
        #expect(family.log(["kids", "k1"]).isEmpty && family.store.isSettled)
        try family.send("poke", at: ["kids", "k1"])
        #expect(family.log(["kids", "k1"]) == ["poked"], "what is asked for is done")
        try family.send("remove", #"{"id":"k2"}"#)
        family.store.setWatched(true)
        #expect(family.log(["kids", "k1"]) == ["poked", "began"])
        let revision = family.store.revision
        family.store.setWatched(true)
        #expect(family.store.revision == revision, "what has gone meanwhile never starts")
    }

    @Test func oneNoticeStandsForAllThatCameMeanwhile() async throws {
        let feed = ChangeFeed()
        let probe = ProbeStore([
            "watch": .subscription("watch") { send in feed.listen { _ in send(.note(text: "told")) } }
        ])
        try probe.run("watch")
        probe.store.setWatched(false)
        for _ in 0..<3 { feed.tell(SourceChange()) }
        probe.store.deliver()
        #expect(probe.log == ["run watch"])
        probe.store.setWatched(true)
        probe.store.deliver()
        #expect(probe.log == ["run watch", "told"])
        feed.tell(SourceChange())
        probe.store.deliver()
        #expect(probe.log == ["run watch", "told", "told"])
    }
}
