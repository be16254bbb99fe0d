# The candidates for the last word of a command line. The inputs are the description of the options, as printed by
# `featurehost --experimental-dump-help`, and the answers of the host.
include "options";
include "features";

input as $program
| [inputs] as $answers
| ($line | split("\u001e")) as $words
| ($program.command | parsed($words[1:-1])) as $before
| $words[-1] as $word
| ($answers | facts) as $facts
| (if $before.pending != null then
     ($before.pending | option_value($before; $facts; ""; $word))
   elif ($word | test("^--[^=]+=")) and ($before.ended | not) then
     ($word | capture("^(?<name>--[^=]+)=(?<value>.*)$"; "m")) as $given
     | $before.command | option_named($given.name)
     | option_value($before; $facts; $given.name + "="; $given.value)
   elif ($word | startswith("-")) and ($before.ended | not) then
     $before | options
   else
     $before | positional($facts; $word)
   end)
| select(type == "object")
| "[\\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]" as $control
| select(.kind != null or (.word | startswith($word) and (test($control) | not)))
| if .kind != null then "@" + .kind else .word + "\t" + (.text // "" | gsub($control; " ")) end
