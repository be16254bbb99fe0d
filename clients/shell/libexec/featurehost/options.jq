# The options of a program and of its subcommands.
include "features";

def names: .names // [] | map((if .kind == "long" then "--" else "-" end) + .name);

# The first sentence of the description of an option or a command.
def abstract: .abstract // "" | gsub("\\s+"; " ") | sub("\\.$"; "");

def option_named($name): first(.arguments[]? | select(names | index($name)));

# Parses words: returns the command, the last option if it still expects its value, and the given options and other
# words.
def parsed($words):
  . as $program
  | {command: ., pending: null, given: [], others: [], ended: false}
  | reduce $words[] as $word (.;
      if .pending != null then .pending = null
      elif .ended then .others += [$word]
      elif $word == "--" and .command.commandName == "connect" then
        # After this `--`, the words are options of `serve`, for a host that `connect` starts.
        {command: ($program.subcommands[] | select(.commandName == "serve")), pending: null, given: ["--socket"],
         others: [], ended: false}
      elif $word == "--" then .ended = true
      elif ($word | startswith("-")) and $word != "-" then
        ($word | split("=")[0]) as $name
        | .given += [$name]
        | first(.command.arguments[]? | select(names | index($name))) as $option
        # After the flag `--play` of a dialog, all words are actions. `featurehost ui` has an option `--play FILE`.
        | .ended = ($name == "--play" and $option.kind == "flag")
        | if $option.kind == "option" and ($word | contains("=") | not) then .pending = $option else . end
        // .
      else
        .command as $command
        | (first($command.subcommands[]? | select(.commandName == $word)) // null) as $sub
        | if $sub != null and .others == [] then .command = $sub
          # Options after the command of `spin` are those of that command.
          else .others += [$word] | .ended = ($command.commandName == "spin") end
      end);

# The options of a command that can still be given.
def options:
  .given as $given
  | .command.arguments[]?
  | select(.kind != "positional" and .shouldDisplay != false)
  | names as $names
  | select(.isRepeating or ($names - $given | length) == ($names | length))
  | {word: ($names | max_by(length)), text: abstract};

def files:
  {workspace: "files", file: "files", path: "files", record: "files", socket: "files",
   folder: "directories", "state-dir": "directories", "data-dir": "directories"}[.valueName]
  | select(. != null)
  | {kind: .};

# The candidates for the value of an option; each begins with $prefix, such as `--clock=`.
def option_value($before; $facts; $prefix; $value):
  if .allValues then .allValues[] | {word: ($prefix + .)}
  elif .valueName == "get" then pointers($facts; $before; $value) | .word |= $prefix + .
  elif .valueName == "feature" then $facts.features[] | {word: ($prefix + .id), text: .title}
  else files end;

def positional($facts; $word):
  if .others == [] and (.command.subcommands // [] | length) > 0 then
    .command.subcommands[] | {word: .commandName, text: abstract}
  elif .command.commandName == "help" then empty
  elif .command.commandName == "file" then select(.others == []) | {kind: "directories"}
  elif (.command.commandName | IN("call", "ui")) and .others == [] then
    $facts.features[] | {word: .id, text: .title}
  elif .command.commandName == "call" then
    .others as $others | $facts | call_words($others[0]; $others[1:]; $word)
  elif .command.commandName == "ui" then
    .others as $others | $facts | opening_words($others[0]; $others[1:]; $word)
  else
    .others as $others
    | [.command.arguments[]? | select(.kind == "positional")]
    | .[$others | length] // (.[-1] // {} | select(.isRepeating))
    | if .valueName == "feature" then $facts.features[] | {word: .id, text: .title} else files end
  end;
