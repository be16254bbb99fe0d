import DequeModule
import FHJSON

/// The orders to the program that controls the client under test, and the answers to them.
///
/// An order is a JSON-RPC request to that program.
final class Orders {
    private let subject: Subject
    private let wire: Wire
    private var count = 0
    /// The orders whose answers no step has consumed.
    private var open: Deque<(id: Int, name: String)> = []
    private var answers: [Int: JSONValue] = [:]

    /// Uses a program's standard input and output.
    init(_ subject: Subject) {
        self.subject = subject
        wire = subject.standardWire(.lines, of: .frontEnd)
    }

    /// Sends an order without waiting for its answer.
    func give(_ name: String, _ params: JSONValue) {
        count += 1
        open.append((count, name))
        let message = Message.request(.integer(count), name, JSONText(params))
        wire.send(Array(message.string.utf8) + [UInt8(ascii: "\n")])
    }

    /// Waits for the answer to the oldest order whose answer no step has consumed.
    ///
    /// - Parameter meanwhile: called each time input may have arrived.
    /// - Throws: `Reason` if there is no answer.
    func answer(meanwhile: () -> Void) throws(Reason) -> JSONValue {
        guard let oldest = open.popFirst() else { throw Reason("nothing was ordered") }
        _ = subject.wait {
            meanwhile()
            takeIn()
            return answers[oldest.id] != nil || !wire.hasOutput || !wire.faults.isEmpty
        }
        if let answer = answers[oldest.id] { return answer }
        if let fault = wire.faults.first { throw Reason("of what answers orders, \(fault.reason)") }
        let why = wire.hasOutput ? "was not answered" : "was not answered before the program ended"
        throw Reason("the order \(oldest.name) \(why)\(subject.lastWords)")
    }

    /// The failures of the orders whose answers no step has consumed; nil if there are none.
    ///
    /// They may explain why an expected message is missing.
    var complaint: String? {
        takeIn()
        let failed = open.compactMap { order in
            answers[order.id]?["error"].map { "the order \(order.name) failed: \($0.shortened)" }
        }
        return failed.isEmpty ? nil : failed.joined(separator: "; ")
    }

    private func takeIn() {
        while wire.hasFrame {
            let frame = wire.takeFrame()
            if let id = frame["id"]?.intValue { answers[id] = frame }
        }
    }
}
