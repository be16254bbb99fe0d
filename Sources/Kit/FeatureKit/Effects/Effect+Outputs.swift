/// Outputs belong to the action whose reducer returns them: the enclosing feature removes them before the effect runs.
extension Effect {
    /// Removes the outputs from the effect and returns them in order.
    package mutating func takeOutputs() -> [Output] {
        guard hasOutput else { return [] }
        var outputs: [Output] = []
        self = withoutOutputs(&outputs)
        return outputs
    }

    private var hasOutput: Bool {
        switch operation {
        case .output: true
        case .merge(let effects), .concatenate(let effects): effects.contains { $0.hasOutput }
        case .child(_, let effect): effect.hasOutput
        default: false
        }
    }

    private func withoutOutputs(_ outputs: inout [Output]) -> Effect {
        switch operation {
        case .output(let output):
            outputs.append(output)
            return .none
        case .merge(let effects): return .merge(effects.map { $0.withoutOutputs(&outputs) })
        case .concatenate(let effects): return .concatenate(effects.map { $0.withoutOutputs(&outputs) })
        case .child(let name, let effect): return effect.withoutOutputs(&outputs).inChild(name)
        default: return self
        }
    }
}
