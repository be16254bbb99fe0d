/// The output stream to which all containers of one `encode` call write.
///
/// Codable has no call that ends a container. Instead, a container ends with the next write to an enclosing container.
/// The sink therefore keeps a stack of the open values, which are the values that have not ended. Each container stores
/// the place of its value on that stack.
final class EncodingSink {
    /// The place of one value on the stack: its level, and a serial number that no other value has.
    ///
    /// A place is stale after its value has ended: the stack then has no value at that level, or one with another
    /// serial number.
    struct Place {
        var level: Int32
        var serial: Int32
    }

    private struct Frame {
        enum Form { case pending, scalar, object, array }

        var form: Form
        var serial: Int32
        var key: (any CodingKey)?
    }

    let writer: UnsafeMutablePointer<JSONWriter>
    // No method calls the code of an encoded type while it accesses these members, so accesses never overlap. Checking
    // exclusivity at run time would take a sixth of the encoding time.
    @exclusivity(unchecked) private var frames: [Frame] = []
    @exclusivity(unchecked) private var serial: Int32 = 0
    /// The first error of the `encode` call; nil if there was none.
    ///
    /// Some of Codable's methods can't throw, and a type may ignore the error of a value that is only partly written.
    /// The error is kept so that ``encodeRoot(_:)`` throws it in any case.
    private var failure: (any Error)?

    /// Makes a sink that writes to `writer`.
    ///
    /// The writer must be valid until `close()`.
    init(_ writer: UnsafeMutablePointer<JSONWriter>) {
        self.writer = writer
        frames.reserveCapacity(8)
    }

    /// Makes every place stale, so that no container can write any more.
    func close() { frames.removeAll() }

    func encodeRoot<T: Encodable>(_ value: T) throws {
        try encode(value, key: nil)
        if let failure { throw failure }
    }

    /// Writes a value at the writer's position.
    ///
    /// The key is not written. It is only recorded for the coding path.
    func encode<T: Encodable>(_ value: T, key: (any CodingKey)?) throws {
        if writeSpecial(value) { return }
        let place = push(.pending, key: key)
        try encodeOrdered(value, at: place)
        pop(to: Int(place.level))
    }

    /// Writes a value at a pending place, at which nothing has been written yet.
    func encode<T: Encodable>(_ value: T, at place: Place) throws {
        if T.self == JSONText.self || T.self == JSONValue.self {
            try beginScalar(place)
            _ = writeSpecial(value)
        } else {
            try encodeOrdered(value, at: place)
        }
    }

    private func encodeOrdered<T: Encodable>(_ value: T, at place: Place) throws {
        let encoder = ValueEncoder(sink: self, place: place)
        do {
            // Dictionaries and sets are one word long. The cast is slow, so it is skipped for types of another size.
            if MemoryLayout<T>.size == MemoryLayout<Int>.size, let unordered = value as? any UnorderedEncodable {
                try unordered.encodeInOrder(to: encoder)
            } else {
                try value.encode(to: encoder)
            }
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    private func writeSpecial<T>(_ value: T) -> Bool {
        // Arrays and dictionaries encode all their elements through the generic method, so frequent types are written
        // directly. In each branch, `T` is the type in the condition, so the cast changes nothing. The optimiser can't
        // infer this from the condition.
        if T.self == String.self {
            writer.pointee.value(unsafeBitCast(value, to: String.self))
        } else if T.self == Int.self {
            writer.pointee.value(unsafeBitCast(value, to: Int.self))
        } else if T.self == JSONText.self {
            writer.pointee.value(unsafeBitCast(value, to: JSONText.self))
        } else if T.self == JSONValue.self {
            writer.pointee.value(unsafeBitCast(value, to: JSONValue.self))
        } else {
            return false
        }
        return true
    }

    // MARK: Places

    /// Adds a pending value to the stack, and returns its place.
    func push(_ key: (any CodingKey)?) -> Place { push(.pending, key: key) }

    func pushObject(_ key: (any CodingKey)?) -> Place {
        writer.pointee.beginObject()
        return push(.object, key: key)
    }

    func pushArray(_ key: (any CodingKey)?) -> Place {
        writer.pointee.beginArray()
        return push(.array, key: key)
    }

    private func push(_ form: Frame.Form, key: (any CodingKey)?) -> Place {
        serial += 1
        frames.append(Frame(form: form, serial: serial, key: key))
        return Place(level: Int32(frames.count - 1), serial: serial)
    }

    /// Ends all values on the stack from `level` on.
    private func pop(to level: Int) {
        while frames.count > level {
            switch frames.removeLast().form {
            // A type that encodes nothing gives an empty object, as in Foundation.
            case .pending: writer.pointee.raw("{}")
            case .scalar: break
            case .object: writer.pointee.endObject()
            case .array: writer.pointee.endArray()
            }
        }
    }

    /// Ends all values within the value at a place; throws if the place is stale.
    func select(_ place: Place) throws {
        let level = Int(place.level)
        guard level < frames.count, frames[level].serial == place.serial else { throw misuse("it has been closed") }
        if level + 1 < frames.count { pop(to: level + 1) }
    }

    /// Prepares a place for a scalar; throws if the place is stale, or if something has been written at it.
    func beginScalar(_ place: Place) throws {
        try select(place)
        guard frames[Int(place.level)].form == .pending else { throw misuse("a value has been written to it") }
        frames[Int(place.level)].form = .scalar
    }

    /// Begins an object at a pending place, or continues the object that is open there.
    ///
    /// Returns ``Place/none`` if the place is stale or has a value of another kind.
    func beginObject(_ place: Place) -> Place {
        begin(place, .object) { $0.beginObject() }
    }

    /// Begins an array at a pending place, or continues the array that is open there.
    ///
    /// Returns ``Place/none`` if the place is stale or has a value of another kind.
    func beginArray(_ place: Place) -> Place {
        begin(place, .array) { $0.beginArray() }
    }

    private func begin(_ place: Place, _ form: Frame.Form, _ open: (inout JSONWriter) -> Void) -> Place {
        guard (try? select(place)) != nil else { return .none }
        if frames[Int(place.level)].form == .pending {
            frames[Int(place.level)].form = form
            open(&writer.pointee)
        } else if frames[Int(place.level)].form != form {
            _ = misuse("a value of another kind has been written to it")
            return .none
        }
        return place
    }

    /// Returns the coding path of the value at a place; empty if the place is stale.
    func codingPath(_ place: Place) -> [any CodingKey] {
        let level = Int(place.level)
        guard level < frames.count, frames[level].serial == place.serial else { return [] }
        return frames.prefix(level + 1).compactMap(\.key)
    }

    /// Records and returns the error for a write to a container that accepts no more writes.
    private func misuse(_ reason: String) -> EncodingError {
        let error = EncodingError.invalidValue(
            reason,
            .init(
                codingPath: frames.compactMap(\.key),
                debugDescription: "a container was written to although \(reason)"))
        failure = failure ?? error
        return error
    }
}
