import FHJSON
import FHTerminalClient

/// The features of the host, from which the user opens one.
struct CatalogView: PlainView {
    private let dialog: PlainDialog
    private let entries: [CatalogEntry]

    init(_ dialog: PlainDialog) {
        self.dialog = dialog
        let words = SearchWords(dialog.memory.catalogFilter)
        entries = dialog.session.catalog.offered.filter { entry in
            let texts = [entry.title, entry.id, entry.kind, entry.description, entry.group] + entry.keywords
            return words.match(texts.joined(separator: " "))
        }
    }

    private var filter: String { dialog.memory.catalogFilter }

    var page: Page {
        var page = Page(key: "catalog")
        page.head = ["Features of \(PlainText.line(host))."]
        let all = dialog.session.catalog.offered.count
        let count = PlainText.count(all, "feature")
        page.note("count", filter.isEmpty ? "\(count)." : "\(entries.count) of \(count) with “\(filter)”.")
        page.items = entries.enumerated().map { index, entry in
            let title = "\(PlainText.line(entry.title)), \(PlainText.line(entry.kind))."
            let description = entry.description.isEmpty ? "" : " " + PlainText.indented(entry.description)
            return Page.Item(id: entry.id, number: index + 1, text: title + description)
        }
        page.foot = ["A number or a title opens a feature. ? lists what you can type."]
        page.listing = filter
        page.prompt = "Features> "
        return page
    }

    private var host: String {
        let name = dialog.session.host.object("hostInfo").text("name")
        return name.isEmpty ? "the host" : name
    }

    var choices: [Choice] {
        entries.map { entry in Choice(entry.title) { [dialog] in dialog.open(entry.id) } }
    }

    var commands: [Command] {
        [
            Command("open", "NUMBER", "opens a feature.") { [dialog] words in
                guard let number = Int(words), choose(number) else {
                    return dialog.say("open: there is no feature with this number.")
                }
            },
            Command("filter", "WORDS", "lists only features with these words; without words, all.") { [dialog] words in
                dialog.memory.catalogFilter = words
            },
        ]
    }

    func choose(_ number: Int) -> Bool {
        guard entries.indices.contains(number - 1) else { return false }
        dialog.open(entries[number - 1].id)
        return true
    }

    func leave() -> String? { "this is the first page; quit ends the program" }
}
