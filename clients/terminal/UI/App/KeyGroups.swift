import FHTerminalScreen

/// The keys that act now, grouped by their owner, in the order in which they are tried.
struct KeyGroups {
    /// A binding, with the keys that neither the editor nor an earlier binding uses.
    struct Entry {
        let binding: Binding
        let keys: [Key]

        /// The text that shows the keys to users.
        var text: String {
            if let shown = binding.shownKeys, keys.first == binding.keys.first { return shown }
            return keys.first.map(KeyNames.text(of:)) ?? ""
        }

        /// The names of two keys with opposite effects, `↑↓` or `←→`, if one text shows both; nil otherwise.
        var pair: String? { binding.shownKeys.flatMap { $0 == "↑↓" || $0 == "←→" ? $0 : nil } }

        /// The names of all keys.
        var names: String {
            let names = keys.map(KeyNames.text(of:))
            guard let pair else { return names.joined(separator: " ") }
            return ([pair] + names.filter { !pair.contains($0) }).joined(separator: " ")
        }
    }

    /// The keys of the place with the focus.
    var place: [Binding] = []
    /// The keys of the features around it.
    var feature: [Binding] = []
    /// The keys of the program.
    var program: [Binding] = []
    /// The text that typed keys change; nil if nothing is typed.
    var editor: TextEditor?

    /// All bindings, in the order in which they are tried.
    var all: [Binding] { place + feature + program }

    /// Returns the groups with the keys that the actions have in a map.
    func translated(by keymap: Keymap) -> KeyGroups {
        KeyGroups(
            place: place.map(keymap.translated), feature: feature.map(keymap.translated),
            program: program.map(keymap.translated), editor: editor)
    }

    /// The bindings of each group that at least one key performs.
    var entries: (place: [Entry], feature: [Entry], program: [Entry]) {
        // Of several bindings with one key, the first acts.
        var taken: Set<Key> = []
        func reached(_ bindings: [Binding]) -> [Entry] {
            bindings.compactMap { binding in
                let keys = binding.keys.filter { !taken.contains($0) && editor?.takes($0) != true }
                taken.formUnion(keys)
                return keys.isEmpty ? nil : Entry(binding: binding, keys: keys)
            }
        }
        return (reached(place), reached(feature), reached(program))
    }
}
