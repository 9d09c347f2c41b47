import type { Connection } from '../../../preload/contract/connections.ts'
import type { ConsoleCall, Route } from '../../../preload/contract/console.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { createAnswerStore } from '../../../renderer/console/answer-store.ts'
import { ConsoleScreen } from '../../../renderer/console/console-screen.tsx'
import { createConsoleStore } from '../../../renderer/console/console-store.ts'
import type { PlaceOf } from '../../../renderer/kernel/navigation.ts'
import { type Answers, createFakeBridge } from '../../kit/fake-bridge.ts'
import { createTestApp, InApp, render } from '../../kit/render.tsx'
import { connectionWith } from '../../kit/samples.ts'
import { parameterWith, ranWith, routeWith } from '../../kit/samples-platform.ts'

const account = '/api/v1/accounts/{account_id}'
export const listRoute = routeWith({ path: `${account}/captain/assistants` })
export const searchRoute = routeWith({
  path: `${account}/contacts/search`,
  group: 'contacts',
  parameters: [parameterWith({ name: 'q', required: true }), parameterWith({ name: 'page', type: 'integer' })],
})
export const createRoute = routeWith({
  method: 'POST',
  path: `${account}/captain/assistants`,
  body: '{"assistant":{"name":""}}',
})
export const deleteRoute = routeWith({
  method: 'DELETE',
  path: `${account}/captain/custom_tools/{id}`,
  effect: 'destroys',
  parameters: [parameterWith({ name: 'id', in: 'path', type: 'integer' })],
})

export interface OpenConsole {
  readonly part?: PlaceOf<'console'>['part']
  readonly connection?: Connection
  readonly routes?: readonly Route[]
  readonly history?: readonly ConsoleCall[]
  readonly answers?: Answers
}

/**
 * Opens the console, with its notifications. An answer holds a list of two contacts under `payload` and a count beside
 * it.
 */
export async function openConsole({
  part = 'call',
  connection = connectionWith(),
  routes = [createRoute, listRoute, searchRoute, deleteRoute],
  history = [],
  answers = {},
}: OpenConsole = {}) {
  const main = createFakeBridge({
    'console.routes': () => [...routes],
    'console.history': () => [...history],
    'console.run': () => ranWith(),
    'console.inspect': ({ expression }) => ({
      matches: 1,
      root: { key: '$', kind: 'object', size: 2, text: '' },
      table: expression === '$' ? null : { columns: ['id', 'name'], rows: 2 },
      lists: [{ expression: '$.payload', rows: 2 }],
    }),
    'console.nodes': ({ place }) =>
      place.length === 0
        ? [
            { key: 'payload', kind: 'list', size: 2, text: '' },
            { key: 'count', kind: 'number', size: 0, text: '2' },
          ]
        : [
            { key: 0, kind: 'text', size: 0, text: 'Ana' },
            { key: 1, kind: 'text', size: 0, text: '' },
          ],
    'console.rows': () => [
      ['1', 'Ana'],
      ['2', 'Bruno'],
    ],
    'console.text': () => ({ text: '{"payload":[]}', total: 14 }),
    'console.type': () => ({ answers: 0, since: null, fields: [] }),
    ...answers,
  })
  const store = createConsoleStore({ ask: main.ask })
  const answer = createAnswerStore({ ask: main.ask })
  let connections = [connection]
  const app = {
    ...createTestApp(
      { console: { store, answer }, connections: { useList: () => connections } },
      { now: Date.parse('2026-11-20T15:00:00.000Z'), place: { screen: 'console', connection: connection.id, part } },
    ),
    // The one slot that is shown here is the list of data sets.
    slot: () => () => <p>Lista de dados guardados</p>,
  }
  const { navigation } = app
  const element = () => [
    <NoticeStrip key="notifications" />,
    <InApp key="console" app={app}>
      {(place) => place.screen === 'console' && <ConsoleScreen place={place} />}
    </InApp>,
  ]
  const { rerender } = await render(element())
  /** Another connection is the only one. */
  const show = (shown: Connection) => {
    connections = [shown]
    return rerender(element())
  }
  return { main, store, show, place: () => navigation.getState().place }
}
