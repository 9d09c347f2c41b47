import { randomUUID } from 'node:crypto'
import type { ConsoleCall, console } from '../../preload/contract/console.ts'
import type { datasets } from '../../preload/contract/reports.ts'
import { noFileNotes } from '../../preload/contract/saved-files.ts'
import { forwardToData } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { saveFile } from '../kernel/save-file.ts'
import type { Services } from '../services.ts'
import { routesOf } from './catalogue.ts'
import { type ConsoleAddress, curlOf, readCall, shownBody, shownUrl } from './read-call.ts'
import { runCall } from './run-call.ts'

/**
 * Any call to either service, to which main adds the credential, a history of the answers, and the tables saved from
 * them (docs/decisions/requests-and-writes.md §13).
 */
export function createConsoleService(deps: Services): Handlers<typeof console & typeof datasets> {
  const { data, connections, changed, now } = deps
  const addressOf = async (id: string): Promise<ConsoleAddress> => {
    const { service, base_url, account_id, brand } = await connections.read(id)
    if (service === 'forms') return { service, base_url, account_id, brand }
    return { service, ...(await deps.addressOf(id)) }
  }
  const forget = async (connection_id: string, id: string | null) => {
    await data.ask('console.forget', { connection_id, id })
    changed('console')
    return data.ask('console.history', { connection_id })
  }
  return {
    'console.routes': async ({ connection_id }) => [...routesOf((await addressOf(connection_id)).service)],

    async 'console.run'({ connection_id, confirmed, ...request }, { signal, progress }) {
      const address = await addressOf(connection_id)
      const call = readCall(request, address)
      if (call.effect !== 'reads' && !confirmed) throw new AppFailure('bad_request', { place: 'confirmed' })
      try {
        return await runCall(deps, { connectionId: connection_id, address, call, signal, progress })
      } finally {
        changed('console')
      }
    },

    async 'console.preview'({ connection_id, ...request }) {
      const address = await addressOf(connection_id)
      const call = readCall(request, address)
      return {
        url: shownUrl(call, address),
        effect: call.effect,
        route: call.route?.id ?? call.described,
        body: shownBody(call),
        curl: curlOf(call, address),
      }
    },

    ...forwardToData(data, [
      'console.history',
      'console.inspect',
      'console.nodes',
      'console.rows',
      'console.text',
      'console.type',
    ]),
    'console.forget': ({ connection_id, id }) => forget(connection_id, id),

    async 'console.save'({ connection_id, id }, { signal }) {
      const call = (await data.ask('console.history', { connection_id })).find((one) => one.id === id)
      if (!call) throw new AppFailure('not_found')
      const { saved, name, bytes, file } = await deps.exports.save(fileName(call), async ({ path }) => {
        const file = await saveFile({ path, signal }, async (sink) => {
          for (let part = 0; ; part += 1) {
            const block = await data.ask('console.bytes', { connection_id, id, part }, { signal })
            if (!block) return
            await sink.write(block)
          }
        })
        const about = {
          kind: 'answer' as const,
          name: call.route,
          format: endings[call.kind],
          connection_id,
          rows: null,
        }
        return { written: { rows: 0, bytes: file.bytes, ...noFileNotes }, about }
      })
      return saved ? { name, bytes, file } : null
    },

    async 'console.store'(input) {
      const order = { ...input, dataset: randomUUID(), read_at: now().toISOString() }
      const dataset = await data.ask('console.store', order)
      changed('datasets')
      return dataset
    },
    async 'console.forget_type'(input) {
      await data.ask('console.forget_type', input)
      return null
    },

    ...forwardToData(data, ['datasets.list']),
    ...forwardToData(data, ['datasets.rename', 'datasets.join'], () => changed('datasets')),
    async 'datasets.forget'({ connection_id, id }) {
      await data.ask('datasets.forget', { connection_id, id })
      changed('datasets')
      return data.ask('datasets.list', { connection_id })
    },
  }
}

const endings: Readonly<Record<ConsoleCall['kind'], string>> = {
  json: 'json',
  csv: 'csv',
  page: 'html',
  text: 'txt',
  binary: 'bin',
  empty: 'txt',
}

/** The last words of the route, never the values of a call. */
function fileName({ route, kind, at }: ConsoleCall): string {
  const words = route.split(/[\s/]+/).filter((word) => /^[a-z_.-]{3,}$/.test(word))
  return `${['resposta', ...words.slice(-2)].join('-')}-${at.slice(0, 10)}.${endings[kind]}`
}
