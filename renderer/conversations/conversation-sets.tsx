import { IconAlertTriangle, IconCheck, IconLoader, IconProgress } from '@tabler/icons-react'
import { createStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input, Output } from '../../preload/contract/question.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { type LeadField, leadFields } from '../../preload/values/lead-fields.ts'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { TableDefaults } from '../tables/columns.ts'
import { leadWords, type TableWords } from '../tables/words.ts'
import { StateBadge, type StateLook } from '../ui/mark.tsx'
import { priorityWord } from './conversation-filter.ts'

interface SetActions {
  /** Creates a set and starts to read it. Returns it, or null when that failed. */
  create(filter: ConversationFilter, name: string): Promise<ConversationSet | null>
}

export type SetsStore = ReturnType<typeof createSetsStore>

/** The conversations of an account that are stored on this computer. Works offline: only reading needs the service. */
export function createSetsStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore<ConversationSet, SetActions>(
    {
      isByConnection: true,
      list: (connection_id) => ask('conversations.sets', { connection_id }),
      rename: (set, name) => ask('conversations.rename_set', { ...set, name }),
      forget: (set) => ask('conversations.forget_set', set),
      resume: (set) => ask('conversations.refresh', set),
    },
    ({ mutation }) => ({
      create: (filter, name) =>
        mutation.run('', (connection_id) => ask('conversations.keep', { connection_id, filter, name })),
    }),
  )
}

/** Whether a task reads the set now. */
export function isReading({ state, task_id }: ConversationSet): boolean {
  return state === 'reading' || task_id !== null
}

/** Whether reading stopped before its end: resuming reads what is missing. */
export function isInterrupted(set: ConversationSet): boolean {
  return set.state === 'partial' && !isReading(set)
}

type StoredConversation = AppContract['conversations.stored']

interface StoredConversationState {
  /** The number of the shown conversation. */
  readonly id: number | null
  readonly conversation: Loadable<Output<StoredConversation>>
  open(which: Input<StoredConversation>): Promise<void>
  close(): void
}

export type StoredConversationStore = ReturnType<typeof createStoredConversationStore>

/** One row of a set as the service sent it when the set was read. Offline. */
export function createStoredConversationStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<StoredConversationState>()((set, get) => {
    const conversation = createLatest({ get, set, key: 'conversation' })
    return {
      id: null,
      conversation: { status: 'idle' },
      async open(which) {
        set({ id: which.id })
        await conversation.load((_, options) => ask('conversations.stored', which, options), { keep: false })
      },
      close() {
        conversation.clear()
        set({ id: null })
      },
    }
  })
}

/** The prefix of the columns that a set takes from the cached lead. */
const leadPrefix = 'lead_'

/** The lead fields shown by default: those the conversation lacks. The others can be shown. */
const shownOfLead: ReadonlySet<string> = new Set([
  'origem',
  'mensagens',
  'conversas_no_periodo',
  'etiquetas_contato',
] satisfies readonly LeadField[])

/** The default columns of a set's table: person, state, last message, then fields of the lead. */
export const setDefaults: TableDefaults = {
  order: [
    'contato',
    'telefone',
    'status',
    'espera_horas',
    'agente',
    'caixa',
    'ultima_mensagem',
    'ultima_mensagem_anexos',
    'ultima_mensagem_de',
    'ultima_mensagem_entrega',
    'ultima_mensagem_em',
    'etiquetas',
    'prioridade',
    'ultima_atividade_em',
    'criada_em',
    'id',
  ],
  pinned: ['contato'],
  shown: ['espera_horas'],
  hidden: [
    'caixa_id',
    'contato_id',
    'contato_criado_em',
    `${leadPrefix}planilha`,
    ...leadFields.flatMap(({ key }) => (shownOfLead.has(key) ? [] : [`${leadPrefix}${key}`])),
  ],
  widths: {
    contato: 200,
    ultima_mensagem: 300,
    ultima_mensagem_em: 162,
    espera_horas: 180,
    ultima_mensagem_anexos: 150,
    ultima_mensagem_de: 156,
    ultima_mensagem_entrega: 150,
    prioridade: 104,
    equipe: 130,
    assunto: 180,
  },
}

/** The words of a set's table: its own headings, and the lead's fields marked as such. */
export function setWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const { conversations, cruzar } = messages
  const headings: Readonly<Record<string, string>> = conversations.columns
  /** The lead's sheet has the same name wherever leads stand beside other rows. */
  const joined: Readonly<Record<string, string>> = messages.entries.columns
  const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ultima_mensagem_de: conversations.from,
    ultima_mensagem_anexos: conversations.attachments,
    ultima_mensagem_entrega: conversations.deliveries,
  }
  return {
    heading({ key, heading }) {
      if (heading !== null) return heading
      if (key.startsWith(leadPrefix)) {
        if (Object.hasOwn(joined, key)) return joined[key] ?? key
        return cruzar.leadHeading(leads.heading({ key: key.slice(leadPrefix.length), heading: null }))
      }
      return headings[key] ?? leads.heading({ key, heading })
    },
    value({ key, type }, value) {
      if (key === 'prioridade') return priorityWord(messages, value)
      const words = Object.hasOwn(codes, key) ? codes[key] : undefined
      if (words) return Object.hasOwn(words, value) ? (words[value] ?? value) : value
      return leads.value({ key, type }, value)
    },
  }
}

const badgeStyles: Readonly<Record<ConversationSet['state'], StateLook>> = {
  complete: { color: 'status-open', icon: IconCheck },
  changed: { color: 'status-pending', icon: IconAlertTriangle },
  partial: { color: 'outcome-invalida', icon: IconProgress },
  reading: { color: 'status-snoozed', icon: IconLoader },
}

/** Whether a set is complete, as a word, with the reason on hover and for screen readers. */
export function SetBadge({ set }: { readonly set: ConversationSet }) {
  const messages = useMessages()
  return (
    <StateBadge
      look={badgeStyles[set.state]}
      word={messages.conversations.sets.states[set.state]}
      reason={setReason(set, messages)}
    />
  )
}

/** The reason of a set's state, in a sentence or two. */
export function setReason(set: ConversationSet, messages: Messages): string {
  const { state, failure, outside, undated, repeated } = set
  const { sets: texts, ...words } = messages.conversations
  // A set stores the code of a failure and not its values.
  const params = { host: messages.common.theService, status: '5xx' }
  const why =
    failure && state !== 'reading' ? failureSentence(messages, { code: failure, params }) : texts.reasons[state]
  return [
    why,
    repeated > 0 ? `${words.repeated(repeated)}.` : null,
    outside > 0 ? `${words.outside(outside)}.` : null,
    undated > 0 ? `${words.undated(undated)}.` : null,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
