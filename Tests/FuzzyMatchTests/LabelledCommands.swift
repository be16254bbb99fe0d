

@testable import FHRowCollections

extension LabelledCase {
    /// Command lines and menu entries, as users type them in a history or a palette.
    static let commands: [LabelledCase] = [
        // Starts of words.
        .init("gst", "git status", over: "gist list", "grep -rn test", "digest x"),
        .init("gcm", "git commit -m wip", over: "magic-mode", "echo logical minimum"),
        .init("gl", "git log", over: "gcc -lm x.c", "eagle", "single"),
        .init("gp", "git push", over: "pgrep x", "unzip page.zip", "sig patch"),
        .init("dps", "docker ps", over: "sudo apts", "deploys", "cd apps"),
        .init("dcu", "docker compose up", over: "edcupload", "cat adcu.txt", "decouple"),
        .init("kgp", "kubectl get pods", over: "make_guppy", "mkgroup", "backgroup x"),
        .init("sa", "Save All", over: "Visa", "Disable", "Messages", "Insane"),
        .init("sas", "Save As", over: "Disaster", "Essays", "Messages Asleep"),
        .init("ff", "Find in Files", over: "Turn Off", "Diff", "Effects"),
        .init("gtl", "Go to Line", over: "Bigtail", "Lightly", "Longtail View"),
        .init("nw", "New Window", over: "Unwrap", "Download", "Answer", "Inward"),
        .init("ct", "Close Tab", over: "Select", "Active Item", "Insect", "Object"),
        .init("rs", "Rename Symbol", over: "Cursor", "Parse", "Parser Style", "First"),
        .init("tw", "Toggle Word Wrap", over: "Network", "Software", "Between"),
        .init("fd", "Format Document", over: "Unfold", "Pdf Dump", "Afford"),
        .init("cwd", "Close Window Down", over: "Crowded", "Scowled", "Ecwdoc"),
        // Words typed together, and their first letters.
        .init("gitlog", "git log --oneline", over: "git clone logic", "legit logs", "digital log"),
        .init("aptinst", "apt install jq", over: "captains list", "adapt insert", "apply tin stuff"),
        .init("npmrun", "npm run build", over: "npm prune", "npm-drunk", "snap mrun"),
        .init("cargob", "cargo build", over: "escargob", "car go blue", "cargo run --lib"),
        .init("makete", "make test", over: "remake tests", "make cite", "makers tea"),
        .init("sysres", "systemctl restart x", over: "system progress", "psy stores", "syslog arrest"),
        .init("openset", "Open Settings", over: "Reopen Set", "Open Preset", "Open Reset Page"),
        .init("closeall", "Close All Tabs", over: "Disclose Allocation", "Close Small Tabs", "Close Wall"),
        .init("newfile", "New File", over: "Renew File", "New Profile", "New from Outfile"),
        .init("zoomin", "Zoom In", over: "Zoom Main", "Zoom to Minimum", "Bazoom Inner"),
        // Words before their middles.
        .init("ls", "ls -la", over: "tools", "false", "curls x", "else"),
        .init("top", "top -b", over: "stop", "laptop", "to paper"),
        .init("cat", "cat notes.txt", over: "locate x", "scatter", "concatenate"),
        .init("ssh", "ssh host", over: "sudo sshd", "assh", "less hints"),
        .init("find", "find . -name x", over: "rfind x", "unfinder", "file index data"),
        .init("copy", "Copy", over: "Photocopy", "Clear Old Pages Yearly", "Scopy"),
        .init("paste", "Paste", over: "Repaste", "Copypaste", "Print All Steps"),
        .init("undo", "Undo", over: "Refund Options", "Round Off", "Bundo"),
        .init("help", "Help", over: "Ask for Help", "Shelp", "Hide Each Lower Part"),
        .init("run", "Run", over: "Prune", "Trunk", "Crunch", "Return Unit"),
        .init("tab", "New Tab", over: "Stable", "Database", "Unstable"),
        // Options, pipes and paths in a line.
        .init("tar xzf", "tar -xzf a.tgz", over: "start -xyzf", "tar -cz -x f"),
        .init("grep -r", "grep -r TODO .", over: "egrep -rl x", "grep --color x"),
        .init("sudo !rm", "sudo reboot", over: "pseudo x", not: "sudo rm -r x"),
        .init("^git push", "git push origin", not: "sudo git push", "legit push", "git pull"),
        .init("'rm -rf", "rm -rf build", over: "farm -rf", not: "rm file", "remove -rf"),
        .init("main$", "git push origin main", over: "git push remain", not: "git checkout main -- x"),
        .init("vim | emacs", "vim a.c", over: "neovimx", not: "nano a.c"),
        .init("git co", "git commit", over: "git lock", "digit account", "git diff --color"),
        .init("docker rm", "docker rm web", over: "docker farm", "dockerd --arm", "docker images --format x"),
        .init("cd proj", "cd ~/projects", over: "cdr x/aproj", "scd iprojection"),
        .init("echo path", "echo $PATH", over: "techo apathy", "echo empathy"),
        .init("py test", "py -m pytest -k test", over: "happy contest", "copy latest"),
        .init("8080", "curl localhost:8080", over: "curl localhost:18080", not: "curl localhost:880"),
        .init("v1.2", "git tag v1.2", over: "git tag v1.12", "git tag v11.2", not: "git tag v2.1"),
    ]
}
