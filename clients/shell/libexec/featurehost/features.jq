# The candidates after a feature in `featurehost call`: its actions, their params and values.
include "schemas";

def answer($id): first(.[] | select(.id == $id) | .result) // null;

# The facts in the answers of the host; `snapshot` is null if no open instance was requested.
def facts:
  {features: (answer("catalog").features // []),
   schemas: (answer("schemas").components.schemas // {}),
   snapshot: answer("snapshot")};

def entry($id): first(.features[] | select(.id == $id)) // null;

def is_params: startswith("{") or contains("=");

# The child of a snapshot at a path, or null.
def child($path):
  if $path == [] or . == null then .
  elif $path[0] == "presentation" then .presentation.child | child($path[1:])
  else
    .state[$path[0]]
    | if type == "array" then first(.[] | select((.id // .key) == $path[1]) | .child) // null | child($path[2:])
      elif type == "object" then child($path[1:])
      else null end
  end;

# The path prefixes of the children of a snapshot.
def ways_of_snapshot:
  if .presentation.child then "presentation/" else empty end,
  (.state | to_entries[] | .key as $name | .value
   | if type == "object" and has("feature") and has("state") then $name + "/"
     elif type == "array" then .[] | select(type == "object" and has("child")) | "\($name)/\(.id // .key)/"
     else empty end);

# The path prefixes of the children that an entry of the catalog declares.
def ways_of_entry:
  (.state.properties // {} | to_entries[] | select(.value | is_child) | .key + "/"),
  if .kind == "flow" then "stack/" else empty end,
  if any(.actions[]; .name == "present") then "presentation/" else empty end;

# The actions at a path; for an unknown child, the actions of all features.
def actions($feature; $path):
  . as $facts
  | entry($feature) as $entry
  | if $path == [] then $entry.actions[]?
    elif $path[-1] == "" then empty
    else
      entry((.snapshot | child($path) | .feature) // "") as $known
      | if $known != null then $known.actions[]
        elif ($entry.state.properties[$path[0]]? // {} | .type == "array") and ($path | length) == 1 then empty
        elif $path == ["stack"] then empty
        else [.features[].actions[]] | unique_by(.name)[] end
    end;

def front: map(. + "/") | add // "";

# The candidates for a word at the position of the action.
def action_words($feature; $word):
  ($word | split("/")[:-1]) as $path
  | ((if .snapshot != null then
        # The path of a child in an array has two names for the child: the member and the id.
        ($path, $path[:-1]) as $above
        | .snapshot | child($above) | select(. != null) | ($above | front) + ways_of_snapshot
      elif $path == [] then entry($feature) | select(. != null) | ways_of_entry
      else empty end) | {word: ., text: "what is there"}),
    (actions($feature; $path) | {word: (($path | front) + .name), text: (.params | told_params)});

# The params of an action, or the opening params of a feature.
def params_of($feature; $action):
  if $action == null then entry($feature) | select(.kind == "form") | {properties: {values: {type: "object"}}}
  else
    ($action | split("/")) as $parts
    | first(actions($feature; $parts[:-1]) | select(.name == $parts[-1]) | .params) // {}
  end;

# The possible values of a param, as words that begin with its key.
def param_words($key; $schema; $fields; $given; $rows):
  if $key == "path" and $schema.type == "string" and $fields != [] then $fields[] | {word: ("path=" + .path), text: (.schema | told)}
  elif $schema == {} then
    first($fields[] | select(("path=" + .path) as $path | $given | index($path)) | .schema) // {}
    | value_words($key; true)
  elif $key == "values" and $schema.type == "object" and $fields != [] then
    $fields[] | select(.path | split("/") | length == 2)
    | ("values." + .path[1:]) as $key | .schema | value_words($key; true)
  elif $key == "id" and $rows != [] then
    ($rows[] | {word: "id=\(.id)", text: (.value | tostring)}), {word: "id=", text: "string"}
  else $schema | value_words($key; false) end;

# A candidate with a param's key and no value.
def key_alone:
  if .word | test("^[^=]*=.") then
    .word |= capture("^(?<key>[^=]*=)").key
    | if .word | startswith("values.") then . else .text = .of end
  else . end;

# The candidates after a feature.
def call_words($feature; $words; $word):
  . as $facts
  | ([$words | to_entries[] | select(.value | is_params | not) | .key] | last) as $at
  | (if $at == null then null else $words[$at] end) as $action
  | $words[($at // -1) + 1:] as $given
  | ($given | map(capture("^(?<key>[A-Za-z0-9_]+)(:?=|\\.)").key)) as $keys
  | (first(params_of($feature; $action)) // {}) as $params
  # The fields are known from the output of the feature; the fields of a child are unknown.
  | (entry($feature) | if .kind == "form" and ($action // "" | contains("/") | not) then .output | fields else [] end)
    as $fields
  | [$facts.snapshot | .state.items[]?] as $rows
  | [if any($given[]; startswith("{")) then empty
     else
       $params.properties // {} | to_entries[] | select((.key | IN($keys[]) | not) or .key == "values")
       | . as $param
       | param_words(.key; .value; $fields; $given; $rows)
       | select(.word | IN($given[]) | not)
       | .of = ($param.value | told)
       | .is_required = ($params.required // [] | index($param.key) != null)
     end] as $values
  | if ($word | contains("=")) then $values[] | select(.word | endswith("=") | not)
    else
      ($values | map(key_alone) | unique_by(.word)[]),
      if any($values[]; .is_required) then empty else action_words($feature; $word) end
    end;

# The candidates for the opening params of a feature: those after a feature, without the actions.
def opening_words($feature; $words; $word): call_words($feature; $words; $word) | select(.word | test("=|\\.$"));

# The JSON Pointers into the output of a call.
def pointers($facts; $before; $value):
  ($before.others[0] // "") as $feature
  | ($value | split("/")[1:-1]) as $path
  | ($path | map("/" + .) | add // "") as $front
  | ($facts | entry($feature)) as $entry
  | (if $before.given | index("--run") then $entry.output | members_at($path; $facts.schemas)
     elif $facts.snapshot != null then $facts.snapshot.state | values_at($path)
     else $entry.state | members_at($path; $facts.schemas) end)
  | {word: "\($front)/\(.name)", text},
    if .goes_on then {word: "\($front)/\(.name)/", text: "what is in it"} else empty end;
