/// The description of an effect for users, and what clients can do with the effect.
public struct EffectInfo: Sendable, Equatable {
    /// The work in words; nil for none.
    public let title: String?
    /// The number of equal parts of the work that are done before the effect, and the number of all parts.
    ///
    /// Nil if the effect does all the work.
    public let part: Part?
    /// True if a client can cancel the effect.
    public let isCancellable: Bool

    /// One of several equal parts of the work.
    public struct Part: Sendable, Equatable {
        /// The number of parts that are done.
        public let done: Int
        /// The number of all parts.
        public let count: Int

        /// Makes a part.
        public init(done: Int, count: Int) {
            self.done = done
            self.count = count
        }
    }

    /// Makes a description.
    public init(title: String? = nil, part: Part? = nil, isCancellable: Bool = false) {
        self.title = title
        self.part = part
        self.isCancellable = isCancellable
    }

    /// Returns the progress of the whole work; nil if it is unknown.
    ///
    /// - Parameter fraction: the finished part of this effect's work, from 0 to 1.
    func fraction(_ fraction: Double?) -> Double? {
        guard let part, part.count > 0 else { return fraction }
        return (Double(part.done) + (fraction ?? 0)) / Double(part.count)
    }
}
