import JSON

/// The items of the row that the items of a draft were made of.
///
/// A draft holds what the fields of an item show, and no other member of the row: it names the item instead.
enum DraftItems {
    /// Writes where in the baseline each item was; null for one that was added.
    ///
    /// - Parameters:
    ///   - origins: of each item, the object that it was made of.
    ///   - baseline: the items of the row.
    ///   - json: what is written to, in an object.
    static func write(_ origins: [JSONText?], madeOf baseline: FieldValue, to json: inout JSONWriter) {
        guard case .rows(let rows) = baseline else { return }
        var places = OriginPlaces(rows)
        json.key("places")
        json.beginArray()
        for origin in origins {
            if let place = places.take(origin) { json.value(place) } else { json.null() }
        }
        json.endArray()
    }

    /// The items of a draft, each over the object of the row that it was made of, as far as that is there.
    ///
    /// - Parameters:
    ///   - entry: what the draft has of the field.
    ///   - base: the items that the draft was made on.
    ///   - theirs: the items of the row as it is now.
    static func join(
        _ entry: FormPlan.DraftEntry, madeOf base: FieldValue, with theirs: FieldValue
    ) -> FieldValue {
        guard case .rows(var rows) = entry.value, case .rows(let before) = base, case .rows(let now) = theirs else {
            return entry.value
        }
        var free = Set(now.indices)
        for (index, place) in zip(rows.indices, entry.places) {
            guard let place, before.indices.contains(place) else { continue }
            // Others may have moved it.
            let isThere = free.contains(place) && now[place] == before[place]
            let found = isThere ? place : now.indices.first { free.contains($0) && now[$0] == before[place] }
            guard let found else { continue }
            free.remove(found)
            rows[index].origin = now[found].origin
        }
        return .rows(rows)
    }
}

/// The places of rows by the objects that they were made of; of equal objects the first is taken first.
struct OriginPlaces {
    private var places: [String: [Int]] = [:]

    init(_ rows: [FieldRow]) {
        for place in rows.indices.reversed() {
            if let origin = rows[place].origin { places[origin.string, default: []].append(place) }
        }
    }

    /// Takes the place of a row with this object; nil where there is none any more.
    mutating func take(_ origin: JSONText?) -> Int? { origin.flatMap { places[$0.string]?.popLast() } }
}
