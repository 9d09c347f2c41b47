import type { CaptainPage, CaptainRecord } from '../../../preload/contract/captain.ts'
import type { CaptainResourceName } from '../../../preload/values/captain-resources.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { createCaptain } from '../../../renderer/captain/feature.ts'
import { CaptainScreen } from '../../../renderer/captain/screen.tsx'
import { MarkdownView } from '../../../renderer/documentation/markdown-view.tsx'
import type { PlaceOf } from '../../../renderer/kernel/navigation.ts'
import { type Answers, createFakeBridge, refuses } from '../../kit/fake-bridge.ts'
import { createTestApp, InApp, render } from '../../kit/render.tsx'
import { connectionWith } from '../../kit/samples.ts'

/** 11:12 UTC of the day that the tests are in. */
export const read_at = '2026-11-20T11:12:00.000Z'
const now = Date.parse('2026-11-20T15:00:00.000Z')

export type Lists = { readonly [K in CaptainResourceName]?: readonly CaptainRecord[] }
type Fields = Readonly<Record<string, unknown>>

export const record = (id: number, fields: Fields): CaptainRecord => ({ id, fields: { id, ...fields } })
export const page = (records: readonly CaptainRecord[], over: Partial<CaptainPage> = {}): CaptainPage => ({
  records: [...records],
  total: null,
  read_at,
  ...over,
})
const nothingKept: CaptainPage = { records: [], total: null, read_at: null }

/** What would act, if it were taken for markup. */
export const hostile = '<img src="https://mal.exemplo/x.png" onerror="alert(1)"><b>negrito</b>'

export const nina = record(1, {
  name: 'Nina',
  description: 'Atende dúvidas de pedido',
  config: { product_name: 'Vitrine Móveis', instructions: 'Responda em português.' },
  updated_at: '2026-11-20T10:00:00Z',
})

export const teo = record(2, { name: 'Téo', config: { product_name: 'Vitrine Planejados' } })
export const stock = record(31, {
  name: 'Estoque',
  slug: 'estoque',
  url: 'https://mcp.vitrine.example/estoque',
  status: 'connected',
  enabled: true,
})

export const inbox = record(14, { name: 'Chat do site', channel_type: 'Channel::WebWidget' })
export const guarantee = record(5, {
  name: 'Garantia e trocas',
  external_link: 'https://vitrine.example/garantia',
  assistant_id: 1,
  status: 'available',
})

export const tool = record(21, {
  title: 'Ver frete',
  endpoint_url: 'https://erp.vitrine.example/frete',
  http_method: 'GET',
  auth_config: { token: '••••••' },
  enabled: true,
})

/**
 * Answers over lists: what was created, changed or removed is so when a list is read again. Nothing is kept offline.
 */
function answersOver(lists: Lists): Answers {
  const records = new Map<string, readonly CaptainRecord[]>(Object.entries(lists))
  const of = (resource: string) => records.get(resource) ?? []
  return {
    'captain.list': ({ resource, fresh }) => (fresh ? page(of(resource)) : nothingKept),
    'captain.read': ({ resource, id }) => of(resource).find((one) => one.id === id) ?? refuses('service_not_found')(),
    'captain.create': ({ resource, fields }) => {
      const created = record(90, fields)
      records.set(resource, [...of(resource), created])
      return { record: created }
    },
    'captain.change': ({ resource, id, fields }) => {
      const changed = of(resource).map((one) => (one.id === id ? { id, fields: { ...one.fields, ...fields } } : one))
      records.set(resource, changed)
      return { record: changed.find((one) => one.id === id) ?? null }
    },
    'captain.remove': ({ resource, id }) => {
      const others = of(resource).filter((one) => one.id !== id)
      records.set(resource, others)
      return {}
    },
    'captain.ask': () => ({ answer: [], read_at }),
    'conversations.known': () => ({
      inboxes: [{ id: 11, name: 'WhatsApp da loja' }],
      agents: [],
      teams: [],
      labels: [],
    }),
  }
}

function InertMarkdown(props: object) {
  const text = String(Reflect.get(props, 'text'))
  return (
    <MarkdownView
      text={text}
      base_url="https://atendimento.exemplo.com.br"
      at={null}
      articles={[]}
      onArticle={() => undefined}
    />
  )
}

export interface OpenCaptain {
  readonly place?: Pick<PlaceOf<'captain'>, 'part' | 'id'>
  readonly lists?: Lists
  /** In place of those over the lists. */
  readonly answers?: Answers
}

/** Opens the AI module, with its notifications; it shows the assistants Nina and Téo by default. */
export async function openCaptain({ place = {}, lists = {}, answers = {} }: OpenCaptain = {}) {
  const main = createFakeBridge({ ...answersOver({ assistants: [nina, teo], ...lists }), ...answers })
  const captain = createCaptain({ ask: main.ask })
  const connection = connectionWith()
  const start = { screen: 'captain', connection: connection.id, ...place } as const
  const app = {
    ...createTestApp({ captain, connections: { useInUse: () => connection } }, { now, place: start }),
    // The one slot that the module shows draws markdown.
    slot: () => InertMarkdown,
  }
  await render([
    <NoticeStrip key="notifications" />,
    <InApp key="captain" app={app}>
      {(at) => <CaptainScreen place={at.screen === 'captain' ? at : start} connection={connection} />}
    </InApp>,
  ])
  const isAt = () => app.navigation.getState().place.screen
  /** How often a list was asked of the service. */
  const reads = (resource: CaptainResourceName) =>
    main.asked.filter(({ name, input }) => name === 'captain.list' && isFresh(input, resource)).length
  return { main, captain, isAt, reads }
}

function isFresh(input: unknown, resource: CaptainResourceName): boolean {
  if (typeof input !== 'object' || input === null) return false
  return Reflect.get(input, 'fresh') === true && Reflect.get(input, 'resource') === resource
}
