/** A keychain that says yes to everything and keeps nothing. */
import { openParentPort } from '../../../../../main/kernel/child-process.ts'

const port = openParentPort()
port.onMessage((message) => {
  const { id, call } = message as { readonly id: number; readonly call: { readonly operation: string } }
  port.post({ id, ok: true, outcome: { kind: call.operation === 'get' ? 'absent' : 'done' } })
})
