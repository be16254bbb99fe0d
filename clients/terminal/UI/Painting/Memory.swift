import FHJSON
import FHTerminalClient

/// The state that the interface keeps from frame to frame, such as scroll positions and typed texts.
///
/// Each part of the screen keeps an object under a name. A part that is not drawn, because another one covers it, keeps
/// its object for at least 1,000 frames.
public final class Memory {
    private static let keptFrames = 1_000

    private var objects: [ExactText: (object: AnyObject, frame: Int)] = [:]
    private var frame = 0

    /// Creates an empty memory.
    public init() {}

    /// Returns the object under a name; makes it if there is none.
    public func object<T: AnyObject>(_ name: String, _ make: () -> T) -> T {
        let object = objects[name]?.object as? T ?? make()
        objects[name] = (object, frame)
        return object
    }

    /// Forgets the objects whose names begin with a text.
    public func forget(_ prefix: String) {
        objects = objects.filter { !$0.key.text.hasExactPrefix(prefix) }
    }

    /// Starts the next frame.
    func beginFrame() {
        frame += 1
        if frame % Self.keptFrames == 0 { objects = objects.filter { $0.value.frame > frame - Self.keptFrames } }
    }
}

/// A value that the interface remembers.
public final class Remembered<Value> {
    /// The value.
    public var value: Value

    /// Creates a value.
    public init(_ value: Value) { self.value = value }
}
