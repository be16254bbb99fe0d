import FHFuzzyMatch
import FHHosting
import FHJSON
import FeatureKit

/// The commands of `host/commands`, in the order in which a palette shows them.
struct CommandList {
    /// The commands in their order.
    let commands: [Command]
    /// The number of all commands that match.
    let count: Int

    /// The weights of a match in the title, the keywords and the heading.
    private static let weights = [4, 3, 1]

    /// Ranks commands by their match with a query, and by use.
    init(_ all: [Command], query: String, limit: Int) {
        let pattern = Pattern(query)
        let ranked = pattern.isEmpty ? Self.byUse(all) : Self.matching(all, query, pattern)
        commands = Array(ranked.prefix(limit))
        count = ranked.count
    }

    private static func byUse(_ all: [Command]) -> [Command] {
        let order = all.indices.sorted { a, b in
            let (first, second) = (all[a], all[b])
            if (first.reason == nil) != (second.reason == nil) { return first.reason == nil }
            return (-first.uses, a) < (-second.uses, b)
        }
        return order.map { all[$0] }
    }

    /// The commands whose titles, keywords or headings match, and then those that match only by their purposes.
    private static func matching(_ all: [Command], _ query: String, _ pattern: Pattern) -> [Command] {
        let index = index(all)
        let order = Scan(pattern, in: index).flatMap { $0 }.sorted { a, b in
            let (uses, others) = (all[Int(a.row)].uses, all[Int(b.row)].uses)
            if a.score != b.score { return a.score > b.score }
            return uses == others ? a < b : uses > others
        }
        let matching = order.map { match in
            var command = all[Int(match.row)]
            command.matches = index.highlights(of: pattern, row: Int(match.row)).filter { $0.key == 0 }
                .flatMap(\.ranges)
            return command
        }
        return matching + byPurpose(all, query, except: Set(order.map(\.row)))
    }

    /// The commands that match only by their purposes, in which each word has to occur as it is, because letters with
    /// anything between them occur in most sentences.
    private static func byPurpose(_ all: [Command], _ query: String, except matching: Set<UInt32>) -> [Command] {
        let words = query.split(separator: " ").map { word in
            word.first.map { "'^!|".contains($0) } == true || word.last == "$" ? String(word) : "'\(word)"
        }
        var purposes = SearchIndex()
        for command in all { purposes.append([command.description ?? ""]) }
        let found = Scan(Pattern(words.joined(separator: " ")), in: purposes).flatMap { $0 }.map(\.row)
        let others = found.filter { !matching.contains($0) && all[Int($0)].description != nil }.sorted { a, b in
            (-all[Int(a)].uses, a) < (-all[Int(b)].uses, b)
        }
        return others.map { all[Int($0)] }
    }

    private static func index(_ all: [Command]) -> SearchIndex {
        var index = SearchIndex(weights: weights)
        for command in all {
            index.append([command.title, command.keywords.joined(separator: " "), command.group ?? ""])
        }
        return index
    }

    // MARK: All commands

    /// All commands, with different ids: those of the features that the user sees, from the inside out, and the
    /// features that menus offer.
    ///
    /// - Parameter entries: the catalog entries of plugins.
    static func all(
        in contexts: [CommandContext], _ catalog: Catalog, _ entries: [JSONValue], _ uses: CommandUses
    ) -> [Command] {
        var ids: [String: Int] = [:]
        let seen = contexts.last?.rootFeature
        var commands = contexts.flatMap { $0.commands(uses) }
        commands += (opened(catalog, uses) + opened(entries, uses)).filter { $0.feature != seen }.map(\.command)
        for index in commands.indices {
            let id = commands[index].id
            let number = ids[id, default: 0] + 1
            ids[id] = number
            if number > 1 { commands[index].id = "\(id) \(number)" }
        }
        return commands.filter { !$0.title.isEmpty }
    }

    private typealias Opening = (feature: String, command: Command)

    private static func opened(_ catalog: Catalog, _ uses: CommandUses) -> [Opening] {
        catalog.features.compactMap { feature -> Opening? in
            let menu = feature.menu
            let needsParams = (feature.params?.value["required"]?.count ?? 0) > 0
            if menu.isHidden || needsParams { return nil }
            var command = opening(feature.id, feature.title, uses)
            command.description = menu.caption.description
            command.icon = menu.caption.icon?.rawValue
            command.group = menu.group
            command.keywords = menu.keywords
            command.key = menu.key
            return (feature.id, command)
        }
    }

    private static func opened(_ entries: [JSONValue], _ uses: CommandUses) -> [Opening] {
        entries.compactMap { entry -> Opening? in
            guard let id = entry["id"]?.stringValue, entry["hidden"] == nil else { return nil }
            var command = opening(id, entry["title"]?.stringValue ?? id, uses)
            command.description = entry["description"]?.stringValue
            command.icon = entry["icon"]?.stringValue
            command.group = entry["group"]?.stringValue
            command.keywords = entry.list("keywords").compactMap(\.stringValue)
            command.key = entry["key"]?.stringValue
            return (id, command)
        }
    }

    private static func opening(_ id: String, _ title: String, _ uses: CommandUses) -> Command {
        let name = CommandUses.name(opening: id)
        return Command(
            id: name, title: title, request: .init(method: .open, params: .object("feature", .string(id))),
            uses: uses.count(of: name))
    }
}
