# JSON Schemas from the catalog, and values.

def escaped: gsub("~"; "~0") | gsub("/"; "~1");
def unescaped: gsub("~1"; "/") | gsub("~0"; "~");

def references: .. | objects | .["$ref"]? // empty | [splits("[:/]")] | last;
def is_child: any(references; . == "child" or . == "keyed-child");

# The description of a schema, for users.
def told:
  if .enum then .enum | map(tostring) | join(", ")
  elif (.type | type) == "array" then .type | join(" or ")
  elif .anyOf then [.anyOf[] | told] | unique | join(" or ")
  else .type // "" end;

def told_params:
  .required as $required
  | [.properties // {} | keys_unsorted[] | if IN($required[]?) then . else "[\(.)]" end] | join(" ");

# The candidates for a value, or for its beginning, after `=` as text or after `:=` as JSON.
def value_words($key; $is_untyped):
  told as $text
  | def word($between; $value): {word: ($key + $between + $value), text: $text};
  if .enum then .enum[] | select(. != null) | if type == "string" then word("="; .) else word(":="; tojson) end
  elif .type == "boolean" then (if $is_untyped then ":=" else "=" end) as $between | word($between; "true", "false")
  elif .type == "object" then word("."; ""), word(":="; "")
  elif .type == "array" and ($is_untyped or .items.type == "object") then word(":="; "")
  else word("="; "") end;

# The fields of a form, from the schema of its output; each group is followed by the fields in it.
def fields:
  def within($front):
    .properties // {} | to_entries[]
    | "\($front)/\(.key | escaped)" as $path
    | {path: $path, schema: .value}, (.value | select(.type == "object") | within($path));
  [within("")];

# Follows the reference of a schema, and replaces alternatives by the first one that is not null.
def resolved($schemas):
  if .["$ref"] then $schemas[[references] | first] // {} | resolved($schemas)
  elif .anyOf then first(.anyOf[] | select(.type != "null")) | resolved($schemas)
  else . end;

# The members that a schema declares for the value at a path.
def members_at($path; $schemas):
  resolved($schemas)
  | if $path == [] then
      if .type == "array" then {name: "0", schema: .items}
      else .properties // {} | to_entries[] | {name: (.key | escaped), schema: .value} end
      | .schema |= resolved($schemas)
      | {name, text: (.schema | told), goes_on: (.schema | has("properties") or .type == "array")}
    elif .type == "array" then .items | members_at($path[1:]; $schemas)
    else .properties[$path[0] | unescaped]? | select(. != null) | members_at($path[1:]; $schemas) end;

# The members of the value at a path.
def values_at($path):
  if $path == [] then
    if type == "object" then to_entries[] elif type == "array" then to_entries[:100][] else empty end
    | {name: (.key | tostring | escaped),
       text: (.value | if type == "object" or type == "array" then type else tojson end),
       goes_on: (.value | type == "object" or type == "array")}
  elif type == "array" then .[$path[0] | tonumber? // -1] | values_at($path[1:])
  elif type == "object" then .[$path[0] | unescaped] | values_at($path[1:])
  else empty end;
