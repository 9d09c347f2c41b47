import type { Bridge, Push, Reply } from '../../preload/contract/wire.ts'
import { AskFailure } from './ask.ts'

declare global {
  interface Window {
    /** Injected by Electron's preload; absent in a page of the browser host. */
    readonly bridge?: Bridge
  }
}

/** The way to main that this page has: the preload's in Electron, HTTP with the session cookie elsewhere. */
export function findBridge(): Bridge {
  return window.bridge ?? createBrowserBridge()
}

/**
 * The browser host's wire: calls and offered files are POSTs, pushes are server-sent events. When the stream comes back
 * after a break, everything may have changed, and the stores hear so.
 */
function createBrowserBridge(): Bridge {
  const receivers = new Set<(push: Push) => void>()
  const receive = (push: Push) => {
    if (push.kind === 'download') return download(push.path)
    for (const receiver of receivers) receiver(push)
  }

  const listenToStream = () => {
    const stream = new EventSource('/api/push')
    let broken = false
    stream.onmessage = (event) => receive(JSON.parse(event.data))
    stream.onerror = () => {
      broken = true
    }
    stream.onopen = () => {
      if (broken) receive({ kind: 'changed', feature: 'all' })
      broken = false
    }
  }
  listenToStream()

  return {
    call: (request) => post('/api/call', JSON.stringify(request)),
    cancel: (id) => void post('/api/cancel', JSON.stringify({ id })),
    listen(receiver) {
      receivers.add(receiver)
      return () => receivers.delete(receiver)
    },
    async offer(file) {
      const reply = await post(`/api/offer?name=${encodeURIComponent(file.name)}`, file as File)
      if (!reply.ok) throw new AskFailure(reply.failure)
      return String(reply.value)
    },
  }
}

const hostGone: Reply = { ok: false, failure: { code: 'host_gone', params: {} } }

async function post(path: string, body: string | File): Promise<Reply> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' },
      body,
    })
    return response.headers.get('content-type')?.startsWith('application/json') ? await response.json() : hostGone
  } catch {
    return hostGone
  }
}

function download(path: string) {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
