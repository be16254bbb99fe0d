# A plugin with a feature in plain shell: a number that all instances share; each sees it when it adds to it.
count=0
revision=0

snapshot() { # what it says of the instance $name, for the cause $1
  printf '{"instance":"%s","feature":"tally","kind":"view","revision":%s,"cause":{%s},' "$name" "$revision" "$1"
  printf '"settled":true,"effects":[],"unavailable":{},"errors":[],"presentation":null,"queue":[],"blocked":null,'
  printf '"toolbar":[],"animation":null,"state":{"count":%s,"layout":[{"key":"count","label":"Count","type":"number"},' "$count"
  printf '{"label":"+","type":"button","action":"add"}]}}'
}

while IFS= read -r line; do
  # The host writes "jsonrpc" and "id" first, and its ids are integers.
  id=${line#'{"jsonrpc":"2.0","id":'}
  id=${id%%,*}
  name=${line#*'"instance":"'}
  name=${name%%'"'*}
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":"1","hostInfo":{"name":"tally","version":"1"},"capabilities":{"features":true}}' ;;
    *'"method":"feature/list"'*)
      actions='[{"name":"add","params":{"type":"object"}}]'
      state='{"type":"object","properties":{"count":{"type":"integer"}}}'
      result='{"features":[{"id":"tally","kind":"view","title":"Tally","actions":'$actions',"state":'$state'}]}' ;;
    *'"method":"feature/open"'*)
      snapshot=$(snapshot '"action":"open","path":[],"origin":"host"')
      result='{"instance":"'$name'","revision":'$revision',"snapshot":'$snapshot'}' ;;
    *'"method":"feature/send"'*'"action":"add"'*)
      count=$((count + 1))
      revision=$((revision + 1))
      printf '{"jsonrpc":"2.0","method":"state/snapshot","params":%s}\n' \
        "$(snapshot '"action":"add","path":[],"origin":"client","request":'"$id")"
      result='{"revision":'$revision',"settled":true}' ;;
    *'"method":"feature/settle"'*) result='{"revision":'$revision',"settled":true}' ;;
    *'"method":"feature/snapshot"'*) result=$(snapshot '"action":"add","path":[],"origin":"effect"') ;;
    *'"method":"ping"'* | *'"method":"feature/close"'* | *'"method":"shutdown"'*) result=null ;;
    *'"method":"exit"'*) exit 0 ;;
    '{"jsonrpc":"2.0","id":'*)
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-31003,"message":"it has the action add","data":{"known":["add"]}}}\n' "$id"
      continue ;;
    *) continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
