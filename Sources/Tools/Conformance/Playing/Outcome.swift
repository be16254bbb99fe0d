/// The result of playing a scenario.
struct Outcome {
    /// A failed step with its reason.
    struct Failure: Error {
        let step: Step
        let reason: String
    }

    /// The ids of the requirements that the successful steps tested, or that were checked in the messages.
    let held: Set<String>
    /// The failed step; nil if there is none.
    let failure: Failure?
    /// The faults of the program that are independent of the scenario.
    let faults: [Fault]
    /// The complete output, if the scenario is repeatable; otherwise empty.
    let said: [UInt8]

    /// Performs the steps up to the first step that fails.
    ///
    /// - Parameter conversations: returns the connections after the last step. Its argument is true if no step failed.
    init(of steps: [Step], conversations: (Bool) -> [Conversation], take: (Step) throws(Reason) -> Void) {
        var held: Set<String> = []
        var failure: Failure?
        for step in steps {
            do throws(Reason) {
                try take(step)
                held.formUnion(step.requirements)
            } catch {
                if !error.isUntried { failure = Failure(step: step, reason: error.text) }
                break
            }
        }
        let all = conversations(failure == nil)
        self.held = held.union(all.flatMap(\.observer.tried))
        self.failure = failure
        faults = all.flatMap { $0.wire.faults + $0.observer.faults }
        said = all.flatMap(\.wire.said)
    }
}
