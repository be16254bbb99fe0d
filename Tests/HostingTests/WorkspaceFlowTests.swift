import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import Testing

@Suite struct WorkspaceFlowTests {
    private static let base = #"""
        "sources": {"ok": {"type": "inline", "rows": [{"id": "1"}]}},
        """#
    private static let features = #"""
        "list": {"kind": "list", "source": "ok"}, "form": {"kind": "form", "sections": []}
        """#

    private func text(_ flows: String) -> String {
        "{\(Self.base)\n\"features\": {\(Self.features),\n\(flows)}}"
    }

    @Test func flowsMayBeDeclared() throws {
        let text = text(
            #"""
            "least": {"kind": "flow", "root": "list"},
            "most": {"kind": "flow", "title": "M", "root": "start",
                     "routes": {"start": {"feature": "list", "params": {"id": "1"}},
                                "new": {"feature": "form", "params": {"values": {}}, "onOutput": "insertItem"},
                                "open": {"feature": "form",
                                         "onOutput": {"action": "setActive", "params": {"id": "1"}}},
                                "self": {"feature": "most"}},
                     "outputs": {"openItem": {"action": "push", "params": {"route": "new"}}},
                     "toolbar": [{"action": "push", "params": {"route": "start"}, "title": "T"}]}
            """#)
        #expect(mistakes(text) == [])
    }

    @Test func declaredParamsMayBeAWholeStackOfAnotherFlow() {
        let inner = #""inner": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form"}}}"#
        let route = #"{"feature": "inner", "params": {"routes": [{"route": "list"}, {"route": "x"}]}}"#
        let app = #""app": {"kind": "flow", "root": "list", "routes": {"deep": \#(route)}}"#
        #expect(mistakes(text("\(inner), \(app)")) == [])
        #expect(mistakes(text("\(app), \(inner)")) == [])
    }

    @Test func aFlowIsOpenedWithItsRoot() async throws {
        let text = text(#""flow": {"kind": "flow", "root": "list", "routes": {"new": {"feature": "form"}}}"#)
        try await withHost(Catalog(try workspace(text).features)) { host in
            let front = await host.frontEnd()
            _ = await front.answer("feature/open", #"{"feature":"flow","instance":"f"}"#)
            let state = await front.answer("feature/snapshot", #"{"instance":"f"}"#)["result"]?["state"]
            #expect(state?["stack"]?.elements.first?["child"]?["state"]?["count"]?.intValue == 1)
            let push = #"{"instance":"f","action":"push","params":{"route":"none"}}"#
            let field = await front.answer("feature/send", push)["error"]?["data"]?["fields"]?.elements.first
            #expect(field?["path"]?.stringValue == "/route")
            #expect(field?["code"]?.stringValue == "unknown")
            #expect(field?["message"]?.stringValue == "there is no route none. Known: list, new")
        }
    }

    @Test func eachMistakeOfAFlowHasItsPlace() {
        expect(
            [
                .init("/features/a", 3, "lacks root, a string; or steps"),
                .init("/features/b/root", 4, "there is no feature none; declared are: list, form, a, b"),
                .init("/features/c/routes", 5, "must be an object"),
                .init("/features/d/routes/x", 6, "lacks feature, the name of one"),
                .init("/features/e/routes/x/feature", 7, "there is no feature none"),
                .init("/features/f/routes/x/params", 8, "must be an object"),
                .init("/features/g/routes/x/colour", 9, "is not known here"),
                .init("/features/h/routes/x", 10, "must be an object"),
                .init("/features/i/routes/x/onOutput", 11, "must be the name of an action"),
                .init(
                    "/features/j/routes/x/onOutput", 12, "no feature of the flow has an action nonsense for an output"),
                .init("/features/k/routes/x/params/values", 13, "form can't be opened so: /values must be an object"),
                .init("/features/l/toolbar/0/params/route", 15, "there is no route none; declared are: list, x"),
                .init("/features/m/outputs/openItem/params/route", 17, "there is no route none; declared are: list"),
                .init("/features/n/source", 18, "is not known here"),
                .init("/features/o/routes/x/onOutput", 19, "lacks action, a string"),
                .init(
                    "/features/p/toolbar/0/params/routes/1/route", 21, "there is no route none; declared are: list, x"),
            ],
            in: text(
                #"""
                "a": {"kind": "flow"},
                "b": {"kind": "flow", "root": "none"},
                "c": {"kind": "flow", "root": "list", "routes": []},
                "d": {"kind": "flow", "root": "list", "routes": {"x": {}}},
                "e": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "none"}}},
                "f": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form", "params": 7}}},
                "g": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form", "colour": 7}}},
                "h": {"kind": "flow", "root": "list", "routes": {"x": "form"}},
                "i": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form", "onOutput": 7}}},
                "j": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form", "onOutput": "nonsense"}}},
                "k": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form", "params": {"values": 7}}}},
                "l": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form"}}, "toolbar": [
                  {"action": "push", "params": {"route": "none"}, "title": "T"}]},
                "m": {"kind": "flow", "root": "list", "routes": {"list": {"feature": "list"}}, "outputs": {
                  "openItem": {"action": "push", "params": {"route": "none"}}}},
                "n": {"kind": "flow", "root": "list", "source": "ok"},
                "o": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form", "onOutput": {"params": {}}}}},
                "p": {"kind": "flow", "root": "list", "routes": {"x": {"feature": "form"}}, "toolbar": [
                  {"action": "replace", "params": {"routes": [{"route": "x"}, {"route": "none"}]}, "title": "T"}]}
                """#))
    }

    // MARK: Circles

    @Test func circlesOfRootsAreNamedAtEachFlowOfThem() {
        expect(
            [
                .init("/features/a/root", 3, "leads back to the flow itself (a → a)"),
                .init("/features/b/root", 4, "leads back to the flow itself (b → c → d → b)"),
                .init("/features/c/root", 5, "leads back to the flow itself (c → d → b → c)"),
                .init("/features/d/root", 6, "leads back to the flow itself (d → b → c → d)"),
            ],
            in: text(
                #"""
                "a": {"kind": "flow", "root": "a"},
                "b": {"kind": "flow", "root": "c"},
                "c": {"kind": "flow", "root": "x", "routes": {"x": {"feature": "d"}}},
                "d": {"kind": "flow", "root": "b"},
                "into": {"kind": "flow", "root": "b"}
                """#))
    }

    @Test func aLongCircleIsNamedByItsBeginning() {
        let flows = (0..<50).map { #""w\#($0)": {"kind": "flow", "root": "w\#(($0 + 1) % 50)"}"# }
        let messages = mistakes(text(flows.joined(separator: ",\n"))).map(\.message)
        #expect(messages.count == 50)
        #expect(messages[48].contains("(w48 → w49 → w0 → w1"))
        #expect(messages[48].contains("w17 → … → w48)"))
    }

    @Test func flowsThatWaitForEachOtherAreFoundThroughManyOfThem() {
        let chain = (0..<40).map { #""w\#($0)": {"kind": "flow", "steps": [{"id": "s", "feature": "w\#($0 + 1)"}]}"# }
        let open = chain + [#""w40": {"kind": "flow", "steps": [{"id": "s", "feature": "form"}]}"#]
        #expect(mistakes(text(open.joined(separator: ",\n"))) == [])
        // The last flow refers to an earlier one, so that none of the flows in the cycle can be completed.
        let closed = chain + [#""w40": {"kind": "flow", "steps": [{"id": "s", "feature": "w20"}]}"#]
        let found = mistakes(text(closed.joined(separator: ",\n")))
        #expect(found.map(\.pointer).contains("/features/w40/steps/0/feature"))
        #expect(found.count == 41)
    }

    @Test func aRouteThatLeadsBackIsNoCircle() {
        let flows = #"""
            "a": {"kind": "flow", "root": "b", "routes": {"again": {"feature": "a"}}},
            "b": {"kind": "flow", "root": "list", "routes": {"up": {"feature": "a"}}},
            "list2": {"kind": "flow", "root": "list2", "routes": {"list2": {"feature": "list"}}}
            """#
        #expect(mistakes(text(flows)) == [])
    }

    @Test func aMistakeInARoutesFeatureIsNoSecondOne() {
        let flows = #"""
            "bad": {"kind": "list", "source": "none"},
            "flow": {"kind": "flow", "root": "bad", "routes": {"x": {"feature": "form", "onOutput": "insertItem"}}}
            """#
        #expect(mistakes(text(flows)).map(\.pointer) == ["/features/bad/source"])
    }
}
