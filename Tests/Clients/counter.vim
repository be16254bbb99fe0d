" A front end by Vim's own channels in the mode of language servers.
" Prints what it saw as one object; `test_clients.py` says what that must be.

vim9script

var seen = []
var asked = []
var status = -1

def Hear(channel: channel, message: dict<any>)
  if message->get('method', '') == 'state/snapshot' && message.params.instance == 'c'
    seen->add([message.params.revision, message.params.state.count])
  elseif message->has_key('id') && message->has_key('method')
    asked->add(message.method)
    var rows = [{id: '1', title: message.params.source}]
    ch_sendexpr(channel, {id: message.id, result: {items: rows, endReached: true}})
  endif
enddef

var host = job_start([$FEATUREHOST, 'serve', '-w', 'w.json', '--gallery'], {
  in_mode: 'lsp', out_mode: 'lsp', err_mode: 'nl', noblock: 1,
  out_cb: Hear, exit_cb: (_, code) => {
    status = code
  }})

def Ask(method: string, params: dict<any>): dict<any>
  return ch_evalexpr(host, {method: method, params: params}, {timeout: 30000})
enddef

def Increment(action: string): dict<any>
  return Ask('feature/send', {instance: 'c', action: action})
enddef

var began = Ask('initialize', {protocolVersions: ['1'], capabilities: {sources: ['rows']}})
ch_sendexpr(host, {method: 'initialized', params: {}})
var opened = Ask('feature/open', {feature: 'gallery:counter', instance: 'c'})
for _ in range(3)
  Increment('incrementButtonTapped')
endfor
var wrong = Increment('nonsense')
Ask('feature/open', {feature: 'rows', instance: 'l'})
# While Vim waits for an answer it answers nothing itself.
while asked->empty()
  sleep 1m
endwhile
Ask('feature/settle', {instance: 'l'})
var rows = Ask('feature/snapshot', {instance: 'l'}).result.state.items
var report = {
  version: began.result.protocolVersion,
  opened: opened.result.snapshot.state.count,
  seen: seen,
  error: wrong.error.code,
  asked: asked,
  title: rows[0].value.title,
  ping: Ask('ping', {}).result,
  shutdown: Ask('shutdown', {}).result,
}
ch_sendexpr(host, {method: 'exit', params: {}})
while status < 0
  sleep 1m
endwhile
writefile([json_encode(report)], 'report')
if status > 0
  cquit
endif
qall!
