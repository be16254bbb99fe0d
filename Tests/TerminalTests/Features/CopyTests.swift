import FHTerminalScreen
import Testing

@testable import FHTerminalUI

/// Titles and previews on the clipboard.
@Suite struct CopyTests {
    private final class Clipboard {
        var texts: [String] = []
    }

    private static func list(_ members: JSON = [:], _ clipboard: Clipboard, size: Size = Size(80, 24)) -> FakeStage {
        let actions = ["moveActive", "setActive", "setWindow", "toggleSelection"]
        return copying(FakeStage("list", States.list(members), actions, size: size), clipboard)
    }

    private static func copying(_ stage: FakeStage, _ clipboard: Clipboard) -> FakeStage {
        stage.app.interface.terminal.copy = { text in
            clipboard.texts.append(text)
            return true
        }
        return stage
    }

    private static func selection(_ ids: JSON, all: Bool = false, except: JSON = []) -> JSON {
        ["selection": ["mode": "multiple", "ids": ids, "all": .bool(all), "except": except]]
    }

    @Test func theTitleOfTheActiveRowIsCopied() {
        let clipboard = Clipboard()
        let stage = Self.list(["activeId": "2"], clipboard)
        stage.press("y")
        #expect(clipboard.texts == ["Reply to the translators"] && stage.shows("Copied “Reply to the translators”."))
    }

    @Test func aTitleIsCopiedInOneLine() {
        let clipboard = Clipboard()
        Self.list(["activeId": "3"], clipboard).press("y")
        #expect(clipboard.texts == ["宿題 and \u{1B}[31mred lines"])
    }

    @Test func theTitlesOfSelectedRowsAreCopied() {
        let clipboard = Clipboard()
        let stage = Self.list(Self.selection(["2", "1"]).merging(["activeId": "3"]), clipboard)
        stage.press("y")
        #expect(
            clipboard.texts == ["Renew the certificate\nReply to the translators"] && stage.shows("Copied 2 titles."))
    }

    @Test func selectedRowsThatWereScrolledAwayAreCopiedToo() {
        let clipboard = Clipboard()
        let stage = Self.list(Self.selection(["1", "9", "7"]).merging(["count": 9, "totalCount": 9]), clipboard)
        let later = States.item(["id": "9", "title": "The last row"])
        stage.change(["state": ["items": [later], "window": ["offset": 8, "limit": 20]]])
        stage.press("y")
        #expect(clipboard.texts == ["Renew the certificate\nThe last row"])
        #expect(stage.shows("Copied 2 titles; 1 selected row has not been shown yet."))
        stage.change(["state": Self.selection(["9"])])
        stage.press("y")
        #expect(clipboard.texts.last == "The last row")
    }

    @Test func allButSomeRowsAreCopied() {
        let clipboard = Clipboard()
        Self.list(Self.selection([], all: true, except: ["2"]), clipboard).press("y")
        #expect(clipboard.texts == ["Renew the certificate\n宿題 and \u{1B}[31mred lines"])
    }

    @Test func aTerminalWithoutAClipboardSaysSo() {
        let stage = Self.list(["activeId": "1"], Clipboard())
        stage.app.interface.terminal.copy = { _ in false }
        stage.press("y")
        #expect(stage.shows("This terminal has no clipboard"))
    }

    @Test func thePreviewIsCopiedWhileItIsShown() {
        let clipboard = Clipboard()
        let stage = Self.list(
            ["activeId": "2", "columns": [States.title, States.done]], clipboard, size: Size(80, 30))
        stage.press("Y")
        #expect(clipboard.texts.isEmpty)
        stage.press("p", "Y")
        #expect(
            clipboard.texts.count == 1 && clipboard.texts[0].hasPrefix("Title\nReply to the translators\n\nDone\n[x]"))
        #expect(stage.shows("Copied the preview."))
    }

    @Test func aSearchCopiesItsResults() {
        let clipboard = Clipboard()
        let actions = ["setQuery", "moveActive", "setActive", "setWindow", "accept", "toggleSelection"]
        let stage = Self.copying(FakeStage("search", States.found(), actions, size: Size(120, 30)), clipboard)
        stage.press("alt+y", "alt+Y")
        #expect(clipboard.texts.count == 2 && clipboard.texts[0] == "Århus" && clipboard.texts[1].contains("Århus"))
        stage.change(["state": ["selectedIds": ["3", "1"]]])
        stage.press("alt+y")
        #expect(clipboard.texts.last == "Århus\nRehau")
    }
}
