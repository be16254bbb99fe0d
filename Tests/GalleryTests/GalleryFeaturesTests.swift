import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHGallery

/// Properties of every feature of the gallery.
@Suite struct GalleryFeaturesTests {
    private static let shots = GalleryFeatures.all.flatMap { feature in
        ([nil] + feature.fixtures.map(Optional.some)).map { Shot(feature: feature, fixture: $0) }
    }

    @Test func eachHasANameOfItsOwnAndSomeExamples() {
        let ids = GalleryFeatures.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.hasPrefix("gallery:") })
        for feature in GalleryFeatures.all {
            #expect(Set(feature.fixtures).count == feature.fixtures.count, "\(feature.id)")
            #expect((1...4).contains(feature.fixtures.count), "\(feature.id)")
        }
    }

    @Test(arguments: shots)
    func fixtureIsShownAndRunsNothing(shot: Shot) throws {
        let snapshot = try shot.snapshot()
        #expect(snapshot["state"]?.kind == .object)
        guard shot.fixture != nil else { return }
        #expect(snapshot["revision"]?.intValue == 0)
        #expect(snapshot["settled"]?.boolValue == true)
        #expect(snapshot["effects"]?.elements.isEmpty == true)
    }

    /// A generic client finds everything that the layout refers to.
    @Test(arguments: shots)
    func layoutFitsTheState(shot: Shot) throws {
        let state = try #require(try shot.snapshot()["state"])
        let actions = shot.feature.description.actions.map(\.name)
        // A member without a value is absent, but described in the schema.
        let properties = shot.feature.description.state.value["properties"]
        let lines = state["layout"].map { Array($0.elements) } ?? []
        // Kinds that clients know need no layout.
        #expect(lines.isEmpty == (shot.feature.kind != .view))
        for line in lines {
            if let key = line["key"]?.stringValue { #expect(properties?[key] != nil, "there is no \(key)") }
            if let when = line["when"]?.stringValue { #expect(state[when]?.kind == .bool, "\(when) is no Boolean") }
            if let action = line["action"]?.stringValue { #expect(actions.contains(action)) }
        }
    }

    @Test func anExampleOfAFormIsWhatWasDoneInIt() throws {
        func state(_ id: String, _ fixture: String) throws -> JSONValue? {
            let shot = Self.shots.first { $0.feature.id == id && $0.fixture == fixture }
            return try #require(shot).snapshot()["state"]
        }
        let incomplete = try state("gallery:signUp", "incomplete")?["fields"]?["/password"]
        #expect(incomplete?["showMessages"]?.boolValue == true)
        #expect(incomplete?["messages"]?[0]?["code"]?.stringValue == "required")
        let silent = try state("gallery:signUp", "withoutUpdates")?["fields"]?["/marketingEmails"]
        #expect(silent?["enabled"]?.boolValue == false)
        let changed = try state("gallery:editUser", "changed")
        #expect(changed?["isDirty"]?.boolValue == true)
        #expect(changed?["fields"]?["/name"]?["dirty"]?.boolValue == true)
        let nameless = try state("gallery:editUser", "incomplete")
        #expect(nameless?["status"]?.stringValue == "editing")
        #expect(nameless?["focus"]?["path"]?.stringValue == "/name")
    }

    struct Shot: Sendable, CustomTestStringConvertible {
        let feature: FeatureRegistration
        let fixture: String?

        var testDescription: String { "\(feature.id) \(fixture ?? "as it begins")" }

        func snapshot() throws -> JSONValue {
            let environment = StoreEnvironment(clock: VirtualClock()) {}
            let store = try feature.open(.emptyObject, fixture: fixture, environment)
            store.start()
            return store.snapshot(SnapshotHead(instance: "shot", feature: feature.id, kind: feature.kind))
        }
    }
}
