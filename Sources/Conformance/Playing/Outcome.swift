/// What a play of a scenario has shown.
struct Outcome {
    /// Why a step does not hold.
    struct Failure: Error {
        let step: Step
        let reason: String
    }

    /// The requirements that were tried before a step did not hold.
    let held: Set<String>
    /// The step that did not hold.
    let failure: Failure?
    /// What was wrong with what the program said, whatever it was asked.
    let faults: [Fault]
    /// All that it said, if the scenario is repeatable.
    let said: [UInt8]

    /// Takes all steps, or those up to the first that does not hold.
    ///
    /// - Parameter conversations: those that were held, when all is done; it is told whether every step holds.
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
