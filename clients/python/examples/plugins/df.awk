#!/usr/bin/awk -f
# A plugin for featurehost with the source `df`: the mounted file systems, as `df -P` prints them. It uses no library.
#
# It relies on:
# - POSIX awk, sh and df; tested with mawk, gawk and busybox. No regular expression has braces, which old versions of
#   awk don't support.
# - Messages that are correct JSON, as a host's are. The plugin reads the members of the message, of its `params` and of
#   its `options`; it skips all other values, at any depth.
# - A single spelling of each source's name: names are compared as they are written in the messages, with their escapes.
#   Escapes are decoded in the names of members, and in `method`, `kind` and `jsonrpc`; \u only for ASCII.
# - Mount points in UTF-8, which begin with a slash.
#
# Requests are answered one after the other, so a request can't be cancelled.

BEGIN {
    # awk reads ahead, some versions until a block is full, and would delay messages; sh reads exactly one line.
    reader = "IFS= read -r line || [ -n \"$line\" ] && printf '%s\\n' \"$line\""
    while ((reader | getline text) > 0) {
        close(reader)
        if (text !~ /^[ \t\r]*$/) take()
        fflush()
    }
    exit 0
}

function take() {
    split("", member)
    at = 1
    if (!value("", 0) || rest() != "") { refuse("null", -32700, "parseError", "a line must be one JSON text"); return }
    id = ("/id" in member) ? member["/id"] : ""
    method = plain(member["/method"] "")
    if (member[""] != "{" || plain(member["/jsonrpc"] "") != "2.0" || id !~ /^("|-?[0-9]+$|null$|$)/) {
        no_message("a message is one object with jsonrpc 2.0, and an id is text, a whole number or null")
    } else if (member["/method"] !~ /^"/) {
        # The plugin sends no requests, so an answer is ignored.
        if (!("/result" in member || "/error" in member)) no_message("a message needs a method")
    } else if (id == "") {
        if (method == "exit") exit !isShutDown
    } else {
        answer()
        hasBegun = 1
    }
}

function answer() {
    if (isShutDown) refuse(id, -32600, "invalidRequest", "it is shut down, and takes nothing but exit")
    else if (method == "initialize") initialize()
    else if (method == "ping") result("null")
    else if (method == "feature/list") result("{\"features\":[]}")
    else if (method == "shutdown") { isShutDown = 1; result("null") }
    else if (method == "source/open") open()
    else if (method == "source/fetch") fetch()
    else if (method ~ /^source\/(insert|update|move|delete)$/)
        fail("readOnly", "file systems can be read but not changed", "false")
    else refuse(id, -32601, "methodNotFound", "there is no such method here")
}

function initialize() {
    if (hasBegun) refuse(id, -32600, "invalidRequest", "initialize must be the first request")
    else if (("/params/protocolVersions" in member) && member["/params/protocolVersions"] !~ /[[, \t]"1"[], \t]/)
        refuse(id, -31008, "versionUnsupported", "this plugin speaks version 1 of the protocol alone")
    else result("{\"protocolVersion\":\"1\",\"hostInfo\":{\"name\":\"df\",\"version\":\"1.0\"}," \
        "\"capabilities\":{\"features\":false,\"sources\":[\"df\"]}}")
}

function open(  name) {
    if (member["/params/source"] !~ /^"./) wrong("source", "must be a name")
    else if (plain(member["/params/kind"] "") != "df") wrong("kind", "must be df")
    else {
        for (name in member) if (name ~ /^\/params\/options\//) {
            fail("invalidOptions", "there are no options", "false")
            return
        }
        isOpen[member["/params/source"]] = 1
        result("{}")
    }
}

function fetch(  offset, limit, command, line, status, items, i, n, first) {
    if (!(member["/params/source"] in isOpen)) { wrong("source", "must be one that is open"); return }
    offset = member["/params/offset"]
    limit = member["/params/limit"]
    if (offset !~ /^[0-9]+$/) { wrong("offset", "must be an integer from 0"); return }
    if (limit !~ /^[1-9][0-9]*$/) { wrong("limit", "must be an integer from 1"); return }
    # If a file system can't be read, df fails but still prints the others; its error message goes to the log.
    command = "LC_ALL=C df -P -k </dev/null; echo end $?"
    total = 0
    first = 1
    split("", rows)
    split("", place)
    status = "127"
    while ((command | getline line) > 0) {
        if (line ~ /^end [0-9]+$/) status = substr(line, 5)
        else if (!first) note(line)
        first = 0
    }
    close(command)
    if (status != 0 && total == 0) { fail("commandFailed", "df failed with status " status, "true"); return }
    items = ""
    n = 0
    for (i = offset + 1; i <= total && n < limit; i++) items = items (n++ ? "," : "") rows[i]
    result("{\"items\":[" items "],\"endReached\":" (i > total ? "true" : "false") ",\"totalCount\":" total "}")
}

# Records the row for a line of df. The device and the mount point may contain spaces; the numbers are between the two.
# A later mount at the same point hides the earlier one, and replaces its row.
function note(line,  numbers, mount, row) {
    if (!match(line, / +-?[0-9]+ +-?[0-9]+ +-?[0-9]+ +([0-9]+%|-) +\//)) return
    numbers = substr(line, RSTART, RLENGTH)
    mount = substr(line, RSTART + RLENGTH - 1)
    split(numbers, size)
    row = "{\"id\":" quoted(mount) ",\"device\":" quoted(substr(line, 1, RSTART - 1)) ",\"kilobytes\":" size[1] \
        ",\"used\":" size[2] ",\"available\":" size[3] ",\"percent\":" (size[4] == "-" ? "null" : size[4] + 0) "}"
    if (!(mount in place)) place[mount] = ++total
    rows[place[mount]] = row
}

# Messages

function result(json) { print "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":" json "}" }

function error(to, code, message, data) {
    print "{\"jsonrpc\":\"2.0\",\"id\":" to ",\"error\":{\"code\":" code ",\"message\":" quoted(message) \
        ",\"data\":{" data "}}}"
}

function refuse(to, code, kind, message) { error(to, code, message, "\"kind\":\"" kind "\",\"retryable\":false") }

function no_message(why) { refuse("null", -32600, "invalidRequest", why) }

function wrong(name, wanted) {
    error(id, -32602, name " " wanted, "\"kind\":\"invalidParams\",\"retryable\":false,\"param\":\"" name "\"")
}

function fail(code, message, retryable) { error(id, -31009, message, "\"code\":\"" code "\",\"retryable\":" retryable) }

function quoted(text,  said, i, c) {
    said = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        said = said (c ~ /["\\]/ ? "\\" c : c ~ /[\001-\037]/ ? "?" : c)
    }
    return "\"" said "\""
}

# Parses JSON: stores each value of up to three levels in `member` by its path, as written; an object as "{".

function value(path, depth,  start, kind) {
    space()
    start = at
    kind = substr(text, at, 1)
    if (kind == "{") { if (!object(path, depth)) return 0 }
    else if (kind == "[") { if (!array(path, depth)) return 0 }
    else if (match(substr(text, at), /^"([^"\\]|\\.)*"/)) at += RLENGTH
    else if (match(substr(text, at), /^(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null)/)) at += RLENGTH
    else return 0
    if (depth <= 3) member[path] = kind == "{" ? "{" : substr(text, start, at - start)
    return 1
}

function object(path, depth,  key) {
    if (next_is("{") && next_is("}")) return 1
    do {
        space()
        if (!match(substr(text, at), /^"([^"\\]|\\.)*"/)) return 0
        key = substr(text, at, RLENGTH)
        at += RLENGTH
        # The values in arrays get no usable path, because the plugin reads none of them.
        if (!next_is(":") || !value(path "/" plain(key), depth + 1)) return 0
    } while (next_is(","))
    return next_is("}")
}

function array(path, depth) {
    if (next_is("[") && next_is("]")) return 1
    do if (!value("-", 9)) return 0
    while (next_is(","))
    return next_is("]")
}

function next_is(sign) {
    space()
    if (substr(text, at, 1) != sign) return 0
    at++
    return 1
}

function space() { while (substr(text, at, 1) ~ /[ \t\r]/) at++ }

function rest() { space(); return substr(text, at) }

# Returns a string without its quotes and escapes.
function plain(json,  said, c) {
    said = ""
    json = substr(json, 2, length(json) - 2)
    while (match(json, /\\./)) {
        said = said substr(json, 1, RSTART - 1)
        c = substr(json, RSTART + 1, 1)
        json = substr(json, RSTART + 2)
        if (c == "u" && json ~ /^00[2-7][0-9a-fA-F]/) {
            said = said sprintf("%c", 16 * substr(json, 3, 1) + index("123456789abcdef", tolower(substr(json, 4, 1))))
            json = substr(json, 5)
        } else said = said (c == "n" ? "\n" : c == "t" ? "\t" : c == "u" ? "\\u" : c)
    }
    return said json
}
