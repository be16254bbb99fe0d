import Foundation
import Testing

/// Rules of the code that no compiler checks.
@Suite struct CodeRulesTests {
    /// Only a few files print, with functions that escape control characters in the text of workspaces, rows and
    /// plugins.
    @Test func nothingElsePrints() throws {
        let printing = try Regex(
            #"(^|[^.\w])(print|debugPrint|dump|puts|fputs|printf|fprintf|vprintf|vfprintf|perror|putchar|fwrite)\("#
                + #"|\.standard(Output|Error)\b|STD(OUT|ERR)_FILENO|\b(stdout|stderr)\b|\bwrite\([12],"#)
        let allowed: Set = [
            "Sources/Tools/HostCommands/StandardStreams.swift", "Sources/Base/EventLoop/OwnProcess.swift",
            // Dialogs pass on the output of commands unchanged, and ask whether the streams are terminals.
            "clients/terminal/Dialogs/Format/FormatOptions.swift", "clients/terminal/Dialogs/Run/DialogLoop.swift",
            "clients/terminal/Dialogs/Run/DialogRunner.swift", "clients/terminal/Dialogs/Spin/SpinCommand.swift",
            // The names of two options contain those of the streams.
            "Sources/Tools/HostCommands/Dialogs/DialogArguments.swift",
        ]
        let logging = try Regex(#"\bOwnProcess\.log\("#)
        for file in SourceTree.files {
            for line in try file.text.split(separator: "\n") {
                let code = line.drop(while: \.isWhitespace)
                if code.hasPrefix("//") || code.contains("func ") { continue }
                if !allowed.contains(file.name), code.firstMatch(of: printing) != nil {
                    Issue.record("\(file.name) prints by itself: \(code)")
                }
                if file.name != "Sources/Host/Hosting/Host/ErrorLog.swift", code.firstMatch(of: logging) != nil {
                    Issue.record("\(file.name) logs by itself: \(code)")
                }
            }
        }
    }

    @Test func noModuleHasTheNameOfATypeInIt() throws {
        for target in SourceTree.targets {
            let pattern = try Regex("(struct|class|enum|actor|protocol) \(target.module)\\b")
            for file in target.files {
                #expect(try file.text.firstMatch(of: pattern) == nil, "\(file.name) declares a type \(target.module)")
            }
        }
    }

    /// Yielding and sleeping need threads of the runtime, and wait until the system grants such a thread.
    @Test func nothingYieldsOrSleepsByTheRuntime() throws {
        for target in SourceTree.targets where target.module != "FeatureTesting" {
            for file in target.files {
                let text = try file.text
                for call in ["await Task.yield(", "await Task.sleep("] where text.contains(call) {
                    Issue.record("\(file.name) calls \(call.dropFirst(6).dropLast())")
                }
            }
        }
    }

    /// A limit of a few minutes fails on a busy machine, because it includes the waiting for other tests.
    @Test func testsShareOneTimeLimit() throws {
        let tests = SourceTree.root.appendingPathComponent("Tests")
        let limit = ".timeLimit" + "("
        for file in SourceTree.files(in: tests).map(SourceFile.init) where try file.text.contains(limit) {
            #expect(file.name == "Tests/TestSupport/HangLimit.swift")
        }
    }

    /// An optimized program crashes if the value of a task local is a closure.
    @Test func noTaskLocalIsAClosure() throws {
        for file in SourceTree.files {
            for line in try file.text.split(separator: "\n") where line.contains("@TaskLocal") && line.contains("->") {
                Issue.record("\(file.name): wrap the closure in a structure: \(line)")
            }
        }
    }

    /// A summary begins with its subject, as "The number of rows", rather than "How many rows there are".
    @Test func docCommentsBeginWithTheirSubject() throws {
        let headless: Set = [
            "What", "Whatever", "Whether", "How", "Who", "Whoever", "Whose", "Whom", "Which", "Whichever", "When",
            "Where", "Wherever", "Why", "That",
        ]
        let tests = SourceTree.files(in: SourceTree.root.appendingPathComponent("Tests")).map { SourceFile(url: $0) }
        for file in SourceTree.files + tests {
            var isWithin = false
            for line in try file.text.split(separator: "\n", omittingEmptySubsequences: false) {
                let code = line.drop(while: \.isWhitespace)
                let isDoc = code.hasPrefix("///")
                let first = code.dropFirst(3).drop(while: \.isWhitespace).prefix(while: \.isLetter)
                if isDoc, !isWithin, headless.contains(String(first)) {
                    Issue.record("\(file.name): begin with the subject: \(code)")
                }
                isWithin = isDoc
            }
        }
    }

    /// A kind is defined by its folder and by a line in the list of kinds; other files don't name it.
    @Test func nothingElseKnowsAKind() throws {
        // The list of kinds.
        let list = "Sources/Host/Workspaces/Workspace+Kinds.swift"
        // The other files that name a kind, with the reason.
        let allowed = [
            "Sources/Host/Workspaces/AnswerSummary.swift": "the summary of a flow is a list",
            "Sources/Kinds/FlowFeature/FlowSubject.swift":
                "a flow opens the forms of its steps with the values of a row",
            "Sources/Tools/HostCommands/Call/CallReport.swift": "a script fails with the messages of a form",
            "Sources/Tools/HostCommands/Dialogs/FormField.swift": "the dialog of fields is a form",
            "Sources/Tools/Conformance/Playing/Catalog.swift": "the output of a flow without steps is arbitrary",
        ]
        var found: Set<String> = []
        for kind in ["List", "Form", "Search", "Flow"] {
            let name = kind.lowercased()
            // By the Unicode rules, there is no word boundary after a full stop.
            let naming = try Regex(
                #"\bkind\b.*"\#(name)"|\bkind [!=]= \.\#(name)\b|Kind\.\#(name)\b"#
                    + #"|\bFH\#(kind)Feature\b|\b\#(kind)(Declaration|Configuration)\b"#
            ).wordBoundaryKind(.simple)
            let own = "Sources/Kinds/\(kind)Feature/"
            // The features of the gallery are made of features of these kinds, and a client draws each kind by itself.
            for file in SourceTree.files
            where file.name != list && !file.name.hasPrefix("Sources/Tools/Gallery/")
                && !file.name.hasPrefix("clients/terminal/") && !file.name.hasPrefix(own)
            {
                for line in try file.text.split(separator: "\n") {
                    let code = line.drop(while: \.isWhitespace)
                    guard code.contains(name) || code.contains(kind), !code.hasPrefix("//") else { continue }
                    if code.firstMatch(of: naming) == nil { continue }
                    found.insert(file.name)
                    if allowed[file.name] == nil { Issue.record("\(file.name) knows the kind \(name): \(code)") }
                }
            }
        }
        #expect(found == Set(allowed.keys), "an entry whose file names no kind is removed")
    }

    @Test func filesStaySmall() throws {
        for file in SourceTree.files {
            let lines = try file.text.split(separator: "\n").count
            #expect(lines <= 320, "\(file.name) has \(lines) lines")
        }
    }

    @Test func theCounterIsShort() throws {
        let file = SourceTree.sources.appendingPathComponent("Tools/Gallery/Counter.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 26)
    }
}
