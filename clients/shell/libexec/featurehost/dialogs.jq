# The dialogs of featurehost-dialog as features of a workspace, and the conversion of their outputs. The input of each
# dialog's function is {options, words, rows}: the command line, and the rows from standard input.

def rows_source: {rows: {type: "file", path: "rows.jsonl"}};
def text_column: [{key: "text", label: " ", role: "title"}];
def present: map_values(select(. != null));

def choose_one:
  {sources: rows_source,
   features: {dialog: {
     kind: "list", title: (.options.title // "Choose"), source: "rows", selection: "none", columns: text_column}}};

# More than 100 choices are not part of the form: the user searches them, and the form requests them from their source.
def choose_several:
  (.options.title // "Choose") as $title
  | .words as $selected
  | {name: "choice", label: $title, type: "multiPicker", required: (.options.required != null),
     default: [.rows[] | select(.text | IN($selected[])) | .id],
     options: (if .rows | length > 100 then {source: "rows", title: "text"}
               else .rows | map({value: .id, title: .text}) end)} as $field
  | {sources: rows_source,
     features: {dialog: {kind: "form", title: $title, empty: "keep", showMessages: "onSubmit", sections: [{fields: [$field]}]}}};

# The approximate number of terminal cells of a text, for breaking lines.
def cells: explode | map(if . >= 768 and . < 880 then 0 elif (. >= 4352 and . < 4448) or . >= 11904 then 2 else 1 end) | add // 0;

# Appends a piece to the last line if the piece fits, or else begins a new line with it.
def added($piece; $between; $room):
  if .[-1] == "" then .[-1] = $piece
  elif .[-1] + $between + $piece | cells <= $room then .[-1] += $between + $piece
  else . + [$piece] end;

# A paragraph, broken into lines that fit the terminal.
def broken_lines($room):
  reduce split(" ")[] as $word ([""]; added($word; " "; $room))
  | .[] | if cells <= $room then . else reduce split("")[] as $char ([""]; added($char; ""; $room)) | .[] end;

# A confirmation is a flow with two buttons. The list in the flow shows the lines of the question as rows.
def confirm:
  # A terminal of unknown size reports 0. A mark before each row and a scroll bar take space.
  (.options.columns // "0" | tonumber | if . == 0 then 69 else [[. - 7, 10] | max, 69] | min end) as $room
  | (.options.title // "Confirm") as $title
  | {sources: {question: {
       type: "inline",
       rows: [.words[0] | split("\n")[] | broken_lines($room)] | to_entries | map({id: "\(.key)", text: .value})}},
     features: {
       dialog: {
         kind: "flow", title: $title, root: "question",
         outputs: {openItem: {action: "popToRoot"}},
         toolbar: [
           {action: "cancel", title: (.options.no // "No"), role: "cancellation"},
           {action: "complete", params: {output: true}, title: (.options.yes // "Yes"), role: "confirmation"}]},
       question: {kind: "list", title: $title, source: "question", selection: "none", columns: text_column}}};

# An output never contains a secret. So a form with a secure field submits all its values to a command, which writes
# them into a pipe next to the workspace.
def form($title):
  {kind: "form", title: $title, empty: "keep", sections: [{fields: .}]} as $form
  | if any(.. | objects; .type == "secure") then
      {sources: {pipe: {type: "command", operations: {hand: {argv: ["sh", "-c", "cat >secret"], timeoutMs: 5000}}}},
       features: {dialog: ($form + {submit: {source: "pipe", call: "perform", operation: "hand"}})}}
    else {sources: {}, features: {dialog: $form}} end;

# Converts a text to a value of a field of this type.
def value_of($type):
  if $type | IN("number", "stepper", "slider") then tonumber
  elif $type == "toggle" then . == "true"
  elif $type == "multiPicker" then split(",")
  else . end;

def input_field:
  .options as $options
  | (if $options.secure then "secure" else $options.type // "text" end) as $type
  | [{name: "value", label: .words[0], $type, required: ($options.required != null)}
     + ({pattern: $options.pattern,
         default: ($options.default | if . != null then value_of($type) else . end),
         hints: ($options | {placeholder} | present),
         errorMessages: (if $options.message then {pattern: $options.message} else null end)} | present)]
  | form($options.title // .[0].label);

def hints: ["placeholder", "help"];

# A field, written as JSON or as NAME[:TYPE[:MEMBER]...], where MEMBER is NAME or NAME=VALUE.
def field:
  if startswith("{") then fromjson
  else
    split(":") as $parts
    | ($parts[1] // "" | if . == "" then "text" else . end) as $type
    | reduce $parts[2:][] as $part ({name: $parts[0], $type};
        ($part | split("=")) as [$key]
        | ($part[($key | length) + 1:]) as $value
        | if $part == $key then .[$key] = true
          elif $key == "default" then .default = ($value | value_of($type))
          elif $key == "options" then .options = ($value | split(","))
          elif $key | IN(hints[]) then .hints[$key] = $value
          else .[$key] = ($value | tonumber? // .) end)
  end;

def filter:
  {sources: rows_source,
   features: {dialog: {
     kind: "search", title: (.options.title // "Filter"), source: "rows", keys: ["text"], debounceMs: 0, minLength: 0,
     prompt: (.options.prompt // "Search"), selection: (if .options.multiple then "multiple" else "none" end),
     columns: text_column}}};

# The workspace of a dialog.
def workspace($command):
  if $command == "choose" then if .options.multiple then choose_several else choose_one end
  elif $command == "confirm" then confirm
  elif $command == "input" then input_field
  elif $command == "form" then (.options.title // "Form") as $title | .words | map(field) | form($title)
  else filter end;

# Escapes the control characters of a text as in JSON; if $has_layout, line breaks and tabs stay.
def escaped($has_layout):
  def digit: "0123456789abcdef"[. % 16:. % 16 + 1];
  gsub("(?<c>[\\x{00}-\\x{1f}\\x{7f}-\\x{9f}\\x{61c}\\x{200e}\\x{200f}\\x{2028}-\\x{202e}\\x{2066}-\\x{2069}])";
    if $has_layout and (.c | IN("\n", "\t")) then .c
    else (.c | explode[0]) as $code
    | "\\u" + ([4096, 256, 16, 1] | map($code / . | floor | digit) | add) end);

# The answer in the output of a dialog.
def answer($command; $is_multiple; $rows):
  if $command == "input" then .value
  elif $command == "choose" and $is_multiple then [.choice[] as $id | $rows[($id | tonumber) - 1].text]
  elif $command == "filter" and $is_multiple then if type == "array" then map(.text) else [.text] end
  elif $command | IN("choose", "filter") then .text
  else . end;

def assigned:
  if . == null then "" elif type == "array" then map(tostring) | join("\n") else tostring end | @sh;

# The name of the shell variable for a field.
def variable: gsub("[^A-Za-z0-9_]"; "_") | sub("^(?=[0-9])"; "_");

# The reasons why the fields of a form can't be assigned to shell variables: a name without a letter or digit, or two
# fields with the same variable.
def misnamed($feature):
  [.features[$feature] | select(.kind == "form") | (., .steps[]?).sections[]?.fields[].name]
  | (.[] | select(test("[A-Za-z0-9]") | not)
     | "no variable can be named after the field \(.), which has neither a letter from a to z nor a digit"),
    (group_by(variable)[] | select(length > 1)
     | "the fields \(.[:2] | join(" and ")) would be assigned to the same variable, \(.[0] | variable)");

# An answer as texts.
def texts($command):
  if $command == "form" and type == "object" then
    to_entries[] | "\(.key | variable)=\(.value | assigned)"
  elif $command == "confirm" or . == null then empty
  elif type == "array" then .[]
  else tostring end;
