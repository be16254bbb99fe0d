import FHHosting
import FHJSON

/// The commands of a host, ranked by their match with a query and by use.
package final class Palette: CommandService {
    private let uses = CommandUses()

    package init() {}

    package func note(opened feature: String) { uses.note(CommandUses.name(opening: feature)) }

    package func note(sent action: String, _ params: JSONValue?, in feature: String) {
        if uses.isCounting { uses.note(CommandUses.name(sending: action, params, in: feature)) }
    }

    package func write(
        _ question: CommandQuestion, of catalog: Catalog, pluginEntries entries: [JSONValue], to json: inout JSONWriter
    ) {
        uses.begin()
        let all = CommandList.all(in: question.contexts, catalog, entries, uses)
        let list = CommandList(all, query: question.query, limit: question.limit)
        json.beginObject()
        json.key("commands")
        json.beginArray()
        for command in list.commands { command.write(to: &json) }
        json.endArray()
        json.field("count", list.count)
        json.endObject()
    }
}
