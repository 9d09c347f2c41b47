import type { Bridge, Push, Reply } from '../../preload/values/wire.ts'
import { AskFailure } from './ask.ts'
import { noticeFailure } from './notice-failure.ts'

declare global {
  interface Window {
    /** Injected by Electron's preload; absent in a page of the browser host. */
    readonly bridge?: Bridge
  }
}

/**
 * The connection to main that this page has: the preload's in Electron, HTTP elsewhere. Undefined in a tab without a
 * page key.
 */
export function findBridge(): Bridge | undefined {
  if (window.bridge) return window.bridge
  const pageKey = findPageKey()
  return pageKey === null ? undefined : createBrowserBridge(pageKey)
}

/** Makes the browser host print a new address, for a tab without a page key. False when the host has ended. */
export async function askForAddress(): Promise<boolean> {
  const response = await fetch('/api/address', { method: 'POST' }).catch(() => undefined)
  return response?.ok ?? false
}

const storedKey = 'cruza-page-key'

/**
 * The secret of this page (main/hosts/sessions.ts). The page that shows the ticket finds it in its own document; the
 * tab stores it for a reload. No other origin can read it, not even another port of this machine.
 */
function findPageKey(): string | null {
  const element = document.querySelector<HTMLMetaElement>('meta[name="cruza-page-key"]')
  if (element) {
    sessionStorage.setItem(storedKey, element.content)
    element.remove()
    // The ticket is used, so the address no longer needs it.
    history.replaceState(null, '', '/')
  }
  return sessionStorage.getItem(storedKey)
}

/**
 * The browser host's connection: calls and offered files are POSTs, pushes are lines of JSON. After an interruption of
 * the stream everything may have changed, so the stores reload.
 */
function createBrowserBridge(pageKey: string): Bridge {
  const receivers = new Set<(push: Push) => void>()
  const send: Send = (path, init = {}) =>
    fetch(path, { ...init, headers: { ...init.headers, 'x-cruza-page-key': pageKey } })
  const receive = (push: Push) => {
    if (push.kind === 'download') return void download(send, push).catch(sayHostGone)
    for (const receiver of receivers) receiver(push)
  }
  void listenForPushes(send, receive)

  return {
    call: (request) => post(send, '/api/call', JSON.stringify(request)),
    cancel: (id) => void post(send, '/api/cancel', JSON.stringify({ id })),
    listen(receiver) {
      receivers.add(receiver)
      return () => receivers.delete(receiver)
    },
    async offer(offered) {
      const file = offered as File
      // Otherwise an unreadable file would look like a host that has ended.
      const reading = file.slice(0, 1).arrayBuffer()
      const isReadable = await reading.then(
        () => true,
        () => false,
      )
      if (!isReadable) throw new AskFailure({ code: 'file_unreadable', params: {} })
      const reply = await post(send, `/api/offer?name=${encodeURIComponent(file.name)}`, file)
      if (!reply.ok) throw new AskFailure(reply.failure)
      return String(reply.value)
    },
  }
}

type Send = (
  path: string,
  init?: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
) => Promise<Response>

const hostGone = { ok: false, failure: { code: 'host_gone', params: {} } } as const

function sayHostGone() {
  noticeFailure(hostGone.failure)
}

async function post(send: Send, path: string, body: string | File): Promise<Reply> {
  try {
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' },
      body,
    })
    return response.headers.get('content-type')?.startsWith('application/json') ? await response.json() : hostGone
  } catch {
    return hostGone
  }
}

const reconnectMs = 2000

/** Reads the stream of pushes for as long as the page exists. */
async function listenForPushes(send: Send, receive: (push: Push) => void): Promise<never> {
  for (let isFirst = true; ; isFirst = false) {
    const response = await send('/api/push').catch(() => undefined)
    if (isFirst && response?.status === 403) forgetPageKey()
    if (response?.ok && response.body) {
      if (!isFirst) receive({ kind: 'changed', feature: 'all' })
      await readPushes(response.body, receive).catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, reconnectMs))
  }
}

/** The key is that of an earlier host at this port. After a reload the page shows how to enter. */
function forgetPageKey() {
  sessionStorage.removeItem(storedKey)
  location.reload()
}

async function readPushes(body: ReadableStream<Uint8Array>, receive: (push: Push) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let unfinished = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (unfinished + decoder.decode(piece.value, { stream: true })).split('\n')
    unfinished = lines.pop() ?? ''
    for (const line of lines) receive(JSON.parse(line))
  }
}

/** How long the browser may take to copy a downloaded file. */
const savingMs = 60_000

/**
 * The file is fetched with the page key, which a plain link cannot send. Another tab may have fetched it already (404).
 */
async function download(send: Send, { path, name }: Extract<Push, { kind: 'download' }>): Promise<void> {
  const response = await send(path)
  if (response.status === 404) return
  if (!response.ok) throw new AskFailure(hostGone.failure)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}
