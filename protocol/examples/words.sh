# A plugin in plain shell: it answers one line after the other.
while IFS= read -r line; do
  # The host writes "jsonrpc" and "id" first, and its ids are integers.
  id=${line#'{"jsonrpc":"2.0","id":'}
  id=${id%%,*}
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":"1","hostInfo":{"name":"words","version":"1"},"capabilities":{"sources":["words"]}}' ;;
    *'"method":"feature/list"'*) result='{"features":[]}' ;;
    *'"method":"source/open"'*'"kind":"words"'*) result='{}' ;;
    *'"method":"source/fetch"'*'"source":"'*) result='{"items":[{"id":1,"text":"'$GREETING'"}],"endReached":true}' ;;
    *'"method":"ping"'* | *'"method":"shutdown"'*) result=null ;;
    *'"method":"exit"'*) exit 0 ;;
    '{"jsonrpc":"2.0","id":'*)
      code=-32601 message='there is no such method'
      case $line in *'"method":"source/'*) code=-32602 message='there is no such source' ;; esac
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":%s,"message":"%s"}}\n' "$id" "$code" "$message"
      continue ;;
    *) continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
