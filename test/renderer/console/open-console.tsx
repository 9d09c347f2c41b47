import { useState } from 'react'
import type { Connection } from '../../../preload/contract/connections.ts'
import type { ConsoleCall, Route } from '../../../preload/contract/console.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { createAnswerStore } from '../../../renderer/console/answer-store.ts'
import { type ConsolePart, ConsoleScreen, type ConsoleScreenProps } from '../../../renderer/console/console-screen.tsx'
import { createConsoleStore } from '../../../renderer/console/console-store.ts'
import { type Answers, createFakeMain } from '../../kit/fake-main.ts'
import { render } from '../../kit/render.tsx'
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
  readonly part?: ConsolePart
  readonly connection?: Connection
  readonly routes?: readonly Route[]
  readonly history?: readonly ConsoleCall[]
  readonly answers?: Answers
}

function Placed({ start, ...props }: Omit<ConsoleScreenProps, 'part' | 'onPart'> & { readonly start: ConsolePart }) {
  const [part, setPart] = useState(start)
  return <ConsoleScreen {...props} part={part} onPart={setPart} />
}

/**
 * Opens the console, with its notifications. An answer holds a list of two contacts under `payload` and a count beside it.
 */
export async function openConsole({
  part = 'call',
  connection = connectionWith(),
  routes = [listRoute, searchRoute, createRoute, deleteRoute],
  history = [],
  answers = {},
}: OpenConsole = {}) {
  const main = createFakeMain({
    'console.routes': () => [...routes],
    'console.history': () => [...history],
    'console.run': () => ranWith(),
    'console.look': ({ expression }) => ({
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
  const opened: string[] = []
  const seen: string[] = []
  const element = (shown: Connection) => [
    <NoticeStrip key="notifications" />,
    <Placed
      key="console"
      store={store}
      answer={answer}
      connection={shown}
      start={part}
      accounts={null}
      datasets={<p>Lista de dados guardados</p>}
      now={() => Date.parse('2026-11-20T15:00:00.000Z')}
      onDataset={({ id }) => void opened.push(id)}
      onWrites={() => void seen.push(shown.id)}
    />,
  ]
  const screen = await render(element(connection))
  return { main, store, screen, opened, seen, show: (shown: Connection) => screen.rerender(element(shown)) }
}
