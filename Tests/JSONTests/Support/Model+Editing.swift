import TestSupport

extension Model {
    /// Changes a random part.
    mutating func edit(using generator: inout SeededGenerator) {
        switch self {
        case .array(var elements) where !elements.isEmpty:
            let place = Int.random(in: 0..<elements.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: elements.remove(at: place)
            case 1: elements.insert(.random(using: &generator), at: place)
            case 2: elements.swapAt(place, 0)
            default: elements[place].edit(using: &generator)
            }
            self = .array(elements)
        case .object(var members) where !members.isEmpty:
            let place = Int.random(in: 0..<members.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: members.remove(at: place)
            case 1 where !members.contains { $0.key == "new" }:
                members.insert(("new", .random(using: &generator)), at: place)
            case 2: members.swapAt(place, 0)
            default: members[place].value.edit(using: &generator)
            }
            self = .object(members)
        default: self = .random(using: &generator)
        }
    }
}
