# A plugin with a feature in plain shell: a number that all instances share. An instance shows it after its next add.
count=0
revision=0
open='' # the names of the open instances, each in quotes
ran=''  # the instance that feature/run has opened; only one at a time. The run ends when the instance is closed.

snapshot() { # prints the snapshot of the instance $name, with the cause $1
  printf '{"instance":"%s","feature":"tally","kind":"view","revision":%s,"cause":{%s},' "$name" "$revision" "$1"
  printf '"settled":true,"effects":[],"unavailable":{},"errors":[],"presentation":null,"queue":[],"blocked":null,'
  printf '"toolbar":[],"animation":null,"state":{"count":%s,"layout":[{"key":"count","label":"Count","type":"number"},' "$count"
  printf '{"label":"+","type":"button","action":"add"}]}}'
}

tell() { printf '{"jsonrpc":"2.0","method":"%s","params":%s}\n' "$1" "$2"; }

answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$1" "$2"; }

refuse() { # answers with an error: the code $1, the kind $2, the message $3, further data $4
  printf '{"jsonrpc":"2.0","id":%s,"error":{"code":%s,"message":"%s","data":{"kind":"%s","retryable":false%s}}}\n' \
    "$id" "$1" "$3" "$2" "$4"
}

while IFS= read -r line; do
  case $line in
    '{"jsonrpc":"2.0","id":'*) ;;
    *'"method":"exit"'*) exit 0 ;;
    *) continue ;;
  esac
  # The host writes "jsonrpc" and "id" first, and its ids are integers.
  id=${line#'{"jsonrpc":"2.0","id":'}
  id=${id%%,*}
  method=${line#*'"method":"'}
  method=${method%%'"'*}
  name=${line#*'"instance":"'}
  name=${name%%'"'*}
  case $open in *"\"$name\""*) isOpen=yes ;; *) isOpen=no ;; esac
  case $method/$isOpen/$line in
    initialize/*)
      answer "$id" '{"protocolVersion":"1","hostInfo":{"name":"tally","version":"1"},"capabilities":{"features":true}}' ;;
    feature/list/*)
      actions='[{"name":"add","params":{"type":"object"}}]'
      state='{"type":"object","properties":{"count":{"type":"integer"}}}'
      answer "$id" '{"features":[{"id":"tally","kind":"view","title":"Tally","actions":'$actions',"state":'$state'}]}' ;;
    feature/open/*'"feature":"tally"'* | feature/run/*'"feature":"tally"'*)
      open=$open\"$name\"
      snapshot=$(snapshot '"action":"open","path":[],"origin":"host"')
      if [ "$method" = feature/open ]; then
        answer "$id" '{"instance":"'$name'","revision":'$revision',"snapshot":'$snapshot'}'
      else
        run=$id ran=$name
        tell state/snapshot "$snapshot"
      fi ;;
    feature/open/* | feature/run/*) refuse -31001 unknownFeature 'it has the feature tally' ;;
    feature/[cs]*/no/*) refuse -31002 unknownInstance 'it is not open' ;;
    feature/send/*'"action":"add"'*)
      count=$((count + 1))
      revision=$((revision + 1))
      tell state/snapshot "$(snapshot '"action":"add","path":[],"origin":"client","request":'"$id")"
      answer "$id" '{"revision":'$revision',"settled":true}' ;;
    feature/send/*) refuse -31003 unknownAction 'it has the action add' ',"known":["add"]' ;;
    feature/settle/*) answer "$id" '{"revision":'$revision',"settled":true}' ;;
    feature/snapshot/*) answer "$id" "$(snapshot '"action":"add","path":[],"origin":"effect"')" ;;
    feature/close/*)
      open=${open%%"\"$name\""*}${open#*"\"$name\""}
      tell state/closed '{"instance":"'$name'","revision":'$revision',"reason":"closed"}'
      if [ "$name" = "$ran" ]; then answer "$run" '{"outcome":"cancelled"}'; ran=''; fi
      answer "$id" null ;;
    ping/* | shutdown/*) answer "$id" null ;;
    *) refuse -32601 methodNotFound 'it does not know that' ',"method":"'$method'"' ;;
  esac
done
