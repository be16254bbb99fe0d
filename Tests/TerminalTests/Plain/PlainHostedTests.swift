import FHJSON
import FHTerminalClient
import FHTerminalProgram
import Foundation
import Testing

/// Conversations with a host in this process over the demo workspace.
@Suite struct PlainHostedTests {
    private static let conversations: [(feature: String, lines: [ConversationStep])] = [
        ("tasks", ["add", "", "", "", "", "submit", "Buy milk", "submit", "undo", "redo"]),
        (
            "tasks",
            ["3", "delete", "keep it", "delete", "1", "undo", "tick 1", "filter open", "sort due down", "open 2"]
        ),
        ("tasks", ["open 2", "Send two", ":back", "", "", "low", "", "submit", "select 1 3", "delete", "1", "undo"]),
        ("tasks", ["plan", "Paint the fence", "", "next", "2026-12-01", "back", ":next", "next", "finish"]),
        (
            "signUp",
            ["", "", "", "", "", "", "", "", "submit", "Ada", "ada", "ada@example.com", "a secret", "another", "x"]
        ),
        (
            "order",
            ["Ada", "yes", "Engines", "Street", "12", "1234", "Oslo", "next", "add", "teapot", "12", "no", "", "next"]
        ),
        ("agenda", ["more", "last", "filter none", "go 3", "row 4", "problems", "actions", "do 1", "?"]),
        ("", ["tasks", "leave", "filter sign", "1", ":quit", "2"]),
    ]

    @Test(arguments: conversations.indices)
    func linesInAdvanceActAsLinesBehindTheirPrompts(index: Int) async throws {
        let (feature, lines) = Self.conversations[index]
        let task: Program.Task = feature.isEmpty ? .catalog : .feature(feature, nil)
        let (one, other) = (try PlayedStage(), try PlayedStage())
        let first = try await one.converse(lines, task)
        let second = try await other.converse(lines, task, atOnce: true)
        #expect(first.text == second.text)
        let (rows, others) = (try Self.rows(of: one), try Self.rows(of: other))
        #expect(rows == others)
        #expect(!first.text.contains("secret"))
    }

    /// Returns the rows of the file without their ids.
    ///
    /// The host also draws the names of drafts from the random numbers for ids, and writes drafts after a delay.
    private static func rows(of stage: PlayedStage) throws -> String {
        try stage.text(of: "tasks.jsonl").replacingOccurrences(
            of: #""id":"[^"]*""#, with: "", options: .regularExpression)
    }

    @Test func aTaskIsAdded() async throws {
        let stage = try PlayedStage()
        let conversation = try await stage.converse(["add", "", "", "", "", "submit", "Buy milk", "submit"])
        #expect(
            conversation.text == """
                Tasks.
                Rows 1 to 5 of 5.
                1. Task: Water the plants, Due: 2026-11-23, Priority: normal, Done: no
                2. Task: Send the invoice, Due: 2026-11-24, Priority: high, Done: no
                3. Task: Book a table for six, Due: 2026-11-27, Priority: low, Done: yes
                4. Task: Repair the bicycle, Priority: normal, Done: no
                5. Task: Read the minutes, Due: 2026-11-30, Priority: low, Done: no
                You can type: Add, Edit, Delete, Plan.
                Tasks> add
                New task.
                An empty line keeps a value. A command begins with a colon, such as :done, :back or :help.
                Title, required, now empty.
                  What is to be done?
                Title: 
                1. Title: empty, required, error: Title is required.
                Due, now empty.
                  As in 2026-12-24.
                  In the form YYYY-MM-DD.
                Due: 
                Priority, now normal.
                  0. none
                  1. low
                  2. normal, chosen
                  3. high
                Priority, a number or a title: 
                Done, now no.
                Done, yes or no: 
                1. Title: empty, required, error: Title is required.
                2. Due: empty
                3. Priority: normal
                4. Done: no
                You can type: Submit, Cancel.
                New task> submit
                Title, required, now empty.
                  Error: Title is required.
                  What is to be done?
                Title: Buy milk
                1. Title: Buy milk, required
                2. Due: empty
                3. Priority: normal
                4. Done: no
                You can type: Submit, Cancel.
                New task> submit
                Tasks.
                New: Task: Buy milk, Priority: normal, Done: no
                Rows 1 to 6 of 6.
                1. Task: Water the plants, Due: 2026-11-23, Priority: normal, Done: no
                2. Task: Send the invoice, Due: 2026-11-24, Priority: high, Done: no
                3. Task: Book a table for six, Due: 2026-11-27, Priority: low, Done: yes
                4. Task: Repair the bicycle, Priority: normal, Done: no
                5. Task: Read the minutes, Due: 2026-11-30, Priority: low, Done: no
                6. Task: Buy milk, Priority: normal, Done: no
                Tasks> 

                """)
        #expect(conversation.status == 0)
    }

    @Test func othersChangeAFieldThatIsEdited() async throws {
        let stage = try PlayedStage()
        let file = stage.folder.appendingPathComponent("tasks.jsonl")
        let change: @Sendable () throws -> Void = {
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacingOccurrences(of: "Send the invoice", with: "Send no invoice")
                .write(to: file, atomically: true, encoding: .utf8)
        }
        let conversation = try await stage.converse([
            "open 2", "Send two invoices", .act(change), .until(#""theirs":"Send no invoice""#), "", "1", ":done",
            "submit",
        ])
        #expect(
            conversation.from("Title: Send two") == """
                Title: Send two invoices
                Due, now 2026-11-24, Tuesday.
                  As in 2026-12-24.
                  In the form YYYY-MM-DD.
                Due: 
                Changed meanwhile:
                1. Title: Send two invoices, required, changed by others, theirs: Send no invoice, error: Title was changed by others meanwhile.
                Title was changed by others.
                  1. Keep mine: Send two invoices
                  2. Take theirs: Send no invoice
                Title, 1 or 2, or an empty line to decide later: 1
                Priority, now high.
                  0. none
                  1. low
                  2. normal
                  3. high, chosen
                Priority, a number or a title: :done
                1. Title: Send two invoices, required
                2. Due: 2026-11-24, Tuesday
                3. Priority: high
                4. Done: no
                You can type: Submit, Cancel.
                Edit task> submit
                Tasks.
                2. Task: Send two invoices, Due: 2026-11-24, Priority: high, Done: no, active
                Tasks> 

                """)
        #expect(try stage.text(of: "tasks.jsonl").contains("Send two invoices"))
    }

    @Test func aDialogPrintsItsOutput() async throws {
        let request = FeatureDialog.Request(feature: "task", params: .emptyObject, timeoutMs: nil)
        let done = try await PlayedStage().converse(["Tea", "", "1", "", "submit"], .dialog(request))
        #expect(done.status == 0)
        #expect(done.output?.text("title") == "Tea" && done.output?.text("priority") == "low")
        let left = try await PlayedStage().converse(["Tea", ":back", "discard"], .dialog(request))
        #expect(left.status == 1 && left.output == nil)
    }
}
