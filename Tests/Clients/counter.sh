#!/usr/bin/env bash
# A front end by bash and jq: lines in, lines out.
# Prints what it saw as one object; `test_clients.py` says what that must be.
set -euo pipefail

coproc HOST { exec "$FEATUREHOST" serve -w w.json --gallery; }
pid=$HOST_PID
seen='[]' asked='[]' id=0

say() { jq -nc --argjson id "$id" "$@" >&"${HOST[1]}"; }

# Sends a request, and reads up to its answer; notes what comes before it.
ask() { # METHOD PARAMS
    id=$((id + 1))
    say --arg method "$1" --argjson params "$2" '{jsonrpc: "2.0", $id, $method, $params}'
    while IFS= read -r -t 30 line <&"${HOST[0]}"; do
        if jq -e 'has("method") and has("id")' <<<"$line" >/dev/null; then
            asked=$(jq -c --argjson asked "$asked" '$asked + [.method]' <<<"$line")
            jq -c '{jsonrpc, id, result: {items: [{id: "1", title: .params.source}], endReached: true}}' \
                <<<"$line" >&"${HOST[1]}"
        elif jq -e 'has("method")' <<<"$line" >/dev/null; then
            seen=$(jq -c --argjson seen "$seen" \
                'if .params.instance == "c" then $seen + [[.params.revision, .params.state.count]] else $seen end' \
                <<<"$line")
        else
            answer=$line
            return
        fi
    done
    return 1
}

ask initialize '{"protocolVersions":["1"],"capabilities":{"sources":["rows"]}}'
version=$(jq .result.protocolVersion <<<"$answer")
ask feature/open '{"feature":"gallery:counter","instance":"c"}'
opened=$(jq .result.snapshot.state.count <<<"$answer")
for _ in 1 2 3; do ask feature/send '{"instance":"c","action":"incrementButtonTapped"}'; done
ask feature/send '{"instance":"c","action":"nonsense"}'
wrong=$(jq .error.code <<<"$answer")
ask feature/open '{"feature":"rows","instance":"l"}'
ask feature/settle '{"instance":"l"}'
ask feature/snapshot '{"instance":"l"}'
title=$(jq '.result.state.items[0].value.title' <<<"$answer")
ask ping null
ping=$(jq .result <<<"$answer")
ask shutdown null
shutdown=$(jq .result <<<"$answer")
say '{jsonrpc: "2.0", method: "exit"}'
wait "$pid"
jq -nc --argjson version "$version" --argjson opened "$opened" --argjson seen "$seen" --argjson error "$wrong" \
    --argjson asked "$asked" --argjson title "$title" --argjson ping "$ping" --argjson shutdown "$shutdown" \
    '{$version, $opened, $seen, $error, $asked, $title, $ping, $shutdown}'
