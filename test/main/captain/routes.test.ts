import { expect, test } from 'vitest'
import {
  type CaptainQuestion,
  type CaptainResourceName,
  captainActions,
  captainQuestions,
  captainResource,
  captainResources,
} from '../../../preload/values/captain-resources.ts'
import { startCaptain } from './account.ts'

/** What a record of each resource is made of, and what it belongs to. */
const samples: Readonly<Record<CaptainResourceName, { parent?: number; fields: Readonly<Record<string, unknown>> }>> = {
  assistants: { fields: { name: 'Lia' } },
  responses: { fields: { question: 'Tem brinde?', answer: 'Não.', assistant_id: 1 } },
  documents: { fields: { external_link: 'https://vitrine.example/montagem', assistant_id: 1 } },
  scenarios: { parent: 1, fields: { title: 'Frete', description: 'Pergunta do frete', instruction: 'Peça o CEP.' } },
  custom_tools: { fields: { title: 'Ver frete', endpoint_url: 'https://erp.vitrine.example/frete' } },
  mcp_servers: { fields: { name: 'Entregas', url: 'https://mcp.vitrine.example/entregas' } },
  assistant_mcp_servers: { parent: 1, fields: { captain_mcp_server_id: 1, enabled: true } },
  inboxes: { parent: 1, fields: { inbox_id: 11 } },
  threads: { fields: { message: 'Oi', assistant_id: 1 } },
  messages: { parent: 1, fields: { message: 'E agora?' } },
}

/** Every documented route, with `{}` for each parameter. */
function documentedRoutes(): string[] {
  const resources = Object.values(captainResources).flatMap(({ path, one }) => [
    `GET ${path}`,
    `POST ${path}`,
    ...one.map((method) => `${method} ${path}/{}`),
  ])
  const questions = Object.values(captainQuestions).map(({ path }) => `GET ${path}`)
  const actions = Object.values(captainActions).map(({ path }) => `POST ${path}`)
  return [...resources, ...questions, ...actions].map((route) => route.replace(/\{\w+\}/g, '{}'))
}

test('every documented route of the AI module is requested by its question and answered by the service', async () => {
  const { ask, requests } = await startCaptain()
  await ask('captain.create', { resource: 'threads', parent: null, fields: samples.threads.fields })
  for (const resource of Object.keys(samples) as CaptainResourceName[]) {
    const { parent = null, fields } = samples[resource]
    const kind = { resource, parent }
    const { one } = captainResource(resource)
    await ask('captain.list', { ...kind, page: 1, filter: {}, fresh: true })
    const id = (await ask('captain.create', { ...kind, fields })).record?.id ?? 0
    for (const method of ['PATCH', 'PUT'] as const) {
      if (one.includes(method)) await ask('captain.change', { ...kind, id, method, fields })
    }
    if (one.includes('GET')) expect(await ask('captain.read', { ...kind, id })).toMatchObject({ id, fields })
    if (one.includes('DELETE')) await ask('captain.remove', { ...kind, id: resource === 'inboxes' ? 11 : id })
  }
  for (const question of Object.keys(captainQuestions) as CaptainQuestion[]) {
    await ask('captain.ask', {
      question,
      id: 1,
      slug: 'estoque',
      query: { metric: 'conversations_handled', stats: '{}' },
    })
  }
  await ask('captain.act', { action: 'sync', id: 1 })
  await ask('captain.act', { action: 'connect', id: 1 })
  await ask('captain.test', { id: 1, fields: samples.custom_tools.fields })
  await ask('captain.bulk', { action: 'approve', records: [{ id: 1, fields: {} }], name: 'Respostas' })
  await ask('captain.play', { assistant: 1, message: 'Oi', history: [] })

  const routes = requests.map(({ method, path }) => {
    const below = path.replace(/^\/api\/v1\/accounts\/7\/captain/, '').replace(/\/\d+/g, '/{}')
    return `${method} ${below.replace(/\/estoque$/, '/{}')}`
  })
  expect(documentedRoutes().filter((route) => !routes.includes(route))).toEqual([])
})
