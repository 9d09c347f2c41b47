import { onTestFinished } from 'vitest'
import { type Demo, type DemoOptions, startDemo } from '../../main/demo/demo.ts'
import { createNodeFetch } from '../../main/hosts/node-fetch.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { TableRef } from '../../preload/contract/table-queries.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { startWorkspace, type TestWorkspace, type WorkspaceOptions } from './workspace.ts'

/** The three forms of the demonstration; six, three and one of ten entries are theirs. */
export const formIds = { contact: 301, quote: 302, event: 303 } as const

/** An entry as the service returns it in a list. */
export interface ServedEntry {
  readonly id: number
  readonly form_id: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly created_at: string
}

/** One request of the app to the form service, and what came of it. */
export interface FormRequest {
  readonly method: string
  /** Below /api/v1, with its query. */
  readonly path: string
  /** 0 while there is no answer. */
  status: number
}

/** The form service itself, asked as another program with the same key would. */
export interface OtherConsumer {
  create(formId: number, fields?: Readonly<Record<string, unknown>>): Promise<number>
  remove(entryId: number): Promise<void>
  /** What the service has now, newest first. */
  entries(formId: number): Promise<ServedEntry[]>
  /** Any request; gives its status. */
  get(path: string): Promise<number>
  /** Any write; gives the data of the answer. */
  write(method: string, path: string, body?: unknown): Promise<{ readonly id: number }>
}

/** The workspace that is connected to the account, and what a test does with its forms. */
export interface FormAccount extends TestWorkspace {
  readonly demo: Demo
  readonly connection_id: string
  /** The app's requests to the form service, oldest first. */
  readonly requests: FormRequest[]
  /** The paths of reads of entries, as `301 page=2 since=… until=…`; a page without a size has a hundred. */
  pages(): string[]
  readonly service: OtherConsumer
  /** Does something before the app's next request whose path has this text; once. */
  before(text: string, act: () => Promise<unknown>): void
  /** Rewrites the answers to requests whose path has this text, from now on. */
  rewrite(text: string, change: (body: string) => string): void
  form(id: number): Promise<Form>
  /** Keeps the form and waits until it is read, however that ends. */
  keep(id: number): Promise<Task>
  sync(id: number, reconcile?: boolean): Promise<Task>
  /** The ids of a form's entries that are here, those that are gone left out, sorted. */
  here(id: number): Promise<number[]>
  table(id: number | null): TableRef
}

interface AccountOptions extends WorkspaceOptions {
  readonly demo?: DemoOptions
}

/** Requests are free unless a test is about them: this many a window. */
const plenty = 100_000

/** The demonstration's form service and a workspace that is connected to it; both end with the test. */
export async function startFormAccount({ demo: demoOptions, ...options }: AccountOptions = {}): Promise<FormAccount> {
  const demo = await startDemo({ leads: 200, entries: 1000, limits: { forms: plenty }, ...demoOptions })
  onTestFinished(() => demo.close())
  const watch = watchRequests(demo.forms.url)
  const workspace = await startWorkspace({ fetch: watch.fetch, ...options })
  const connection_id = await workspace.connectForms(demo.forms)
  await workspace.ask('forms.refresh', {})
  return createFormAccount({ demo, workspace, connection_id, watch })
}

interface Parts {
  readonly demo: Demo
  readonly workspace: TestWorkspace
  readonly connection_id: string
  readonly watch: ReturnType<typeof watchRequests>
}

function createFormAccount({ demo, workspace, connection_id, watch }: Parts): FormAccount {
  const { ask, ended } = workspace
  const form = async (id: number) => formOf(await ask('forms.list', {}), id)
  const table = (form_id: number | null) => entriesTable({ connection_id, form_id, set: '' })
  return {
    ...workspace,
    demo,
    connection_id,
    requests: watch.requests,
    pages: () =>
      watch.requests.flatMap(({ path }) => {
        const [, id, query] = /^\/forms\/(\d+)\/entries\?(.*)$/.exec(path) ?? []
        return id === undefined ? [] : [`${id} ${decodeURIComponent(query ?? '').replace('per_page=100', '')}`]
      }),
    service: createOtherConsumer(demo),
    before: watch.before,
    rewrite: watch.rewrite,
    form,
    keep: async (id) => ended(formOf(await ask('forms.keep', { id, keep: true }), id)),
    sync: async (id, reconcile = false) => ended(formOf(await ask('forms.sync', { ids: [id], reconcile }), id)),
    async here(id) {
      const rows = await workspace.rows(table(id))
      return rows
        .filter(({ situacao }) => situacao !== 'excluida')
        .map((row) => Number(row.id))
        .sort((a, b) => a - b)
    },
    table,
  }
}

function formOf(forms: readonly Form[], id: number): Form {
  const match = forms.find((form) => form.id === id)
  if (!match) throw new Error('no such form')
  return match
}

/** A fetch that notes every request to the form service and lets a test step in between. */
function watchRequests(baseUrl: string) {
  const fetch = createNodeFetch()
  const requests: FormRequest[] = []
  const steps: { readonly text: string; readonly act: () => Promise<unknown> }[] = []
  const rewrites: { readonly text: string; readonly change: (body: string) => string }[] = []
  const watched: typeof fetch = async (url, init) => {
    if (!url.startsWith(baseUrl)) return fetch(url, init)
    const path = url.slice(baseUrl.length)
    const index = steps.findIndex(({ text }) => path.includes(text))
    if (index >= 0) await steps.splice(index, 1)[0]?.act()
    const request: FormRequest = { method: init.method ?? 'GET', path, status: 0 }
    requests.push(request)
    const response = await fetch(url, init)
    request.status = response.status
    const changes = rewrites.filter(({ text }) => path.includes(text))
    if (changes.length === 0) return response
    const body = changes.reduce((text, { change }) => change(text), await response.text())
    return new Response(body, { status: response.status, headers: response.headers })
  }
  return {
    fetch: watched,
    requests,
    before: (text: string, act: () => Promise<unknown>) => void steps.push({ text, act }),
    rewrite: (text: string, change: (body: string) => string) => void rewrites.push({ text, change }),
  }
}

export function createOtherConsumer(demo: Demo): OtherConsumer {
  const headers = { authorization: `Bearer ${demo.forms.key}`, accept: 'application/json' }
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${demo.forms.url}${path}`, { ...init, headers: { ...headers, 'content-type': 'application/json' } })
  const sent = async (path: string, init?: RequestInit) => {
    const response = await send(path, init)
    if (!response.ok) throw new Error(`the service answered ${response.status}`)
    return JSON.parse((await response.text()) || '{}')
  }
  const write: OtherConsumer['write'] = async (method, path, body) =>
    (await sent(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).data
  return {
    async create(formId, fields = {}) {
      const answers = { nome: 'Pessoa', email: 'pessoa@exemplo.com', whatsapp: '11987654321', ...fields }
      return (await write('POST', '/entries', { form_id: formId, fields: answers, metadata: { source: 'site' } })).id
    },
    async remove(entryId) {
      await write('DELETE', `/entries/${entryId}`)
    },
    async entries(formId) {
      const all: ServedEntry[] = []
      for (let page = 1, last = 1; page <= last; page += 1) {
        const { data, meta } = await sent(`/forms/${formId}/entries?per_page=100&page=${page}`)
        all.push(...data)
        last = meta.last_page
      }
      return all
    },
    async get(path) {
      const response = await send(path)
      await response.arrayBuffer()
      return response.status
    },
    write,
  }
}
