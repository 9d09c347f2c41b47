/** The company of the demonstration: what its account holds besides people and conversations. */
export const account = { id: 7, name: 'Vitrine Móveis', brand: 'vitrine' } as const

interface Inbox {
  readonly id: number
  readonly name: string
  readonly channel: string
  /** The lead row's `origem`. */
  readonly origin: string
}

export const inboxes = [
  { id: 11, name: 'WhatsApp Vendas', channel: 'Channel::Whatsapp', origin: 'whatsapp' },
  { id: 12, name: 'WhatsApp Suporte', channel: 'Channel::Whatsapp', origin: 'whatsapp' },
  { id: 13, name: 'Instagram', channel: 'Channel::Instagram', origin: 'instagram' },
  { id: 14, name: 'Chat do site', channel: 'Channel::WebWidget', origin: 'site' },
  { id: 15, name: 'E-mail', channel: 'Channel::Email', origin: 'email' },
  { id: 16, name: 'Campanhas', channel: 'Channel::Whatsapp', origin: 'campanha' },
] as const satisfies readonly [Inbox, ...Inbox[]]

interface Team {
  readonly id: number
  readonly name: string
}

export const teams = [
  { id: 1, name: 'vendas' },
  { id: 2, name: 'suporte' },
  { id: 3, name: 'pós-venda' },
] as const satisfies readonly [Team, ...Team[]]

interface Agent {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: 'administrator' | 'agent'
  readonly team: number
}

export const agents = [
  { id: 21, name: 'Marina Couto', email: 'marina.couto@vitrine.example', role: 'administrator', team: 1 },
  { id: 22, name: 'Rogério Antunes', email: 'rogerio.antunes@vitrine.example', role: 'agent', team: 1 },
  { id: 23, name: 'Cíntia Prado', email: 'cintia.prado@vitrine.example', role: 'agent', team: 1 },
  { id: 24, name: 'Éder Nogueira', email: 'eder.nogueira@vitrine.example', role: 'agent', team: 1 },
  { id: 25, name: 'Tatiane Bueno', email: 'tatiane.bueno@vitrine.example', role: 'agent', team: 2 },
  { id: 26, name: 'Hugo Sampaio', email: 'hugo.sampaio@vitrine.example', role: 'agent', team: 2 },
  { id: 27, name: 'Priscila Amaral', email: 'priscila.amaral@vitrine.example', role: 'agent', team: 2 },
  { id: 28, name: 'Nélson Figueira', email: 'nelson.figueira@vitrine.example', role: 'agent', team: 3 },
  { id: 29, name: 'Bianca Toledo', email: 'bianca.toledo@vitrine.example', role: 'agent', team: 3 },
] as const satisfies readonly [Agent, ...Agent[]]

/** Labels of conversations. A set of them is a number with one bit for each. */
export const conversationLabels = [
  'orçamento',
  'boleto',
  'entrega',
  'reclamação',
  'retorno',
  'lead-quente',
  'pós-venda',
  'cancelamento',
  'troca',
  'black-friday',
] as const

export const contactLabels = ['vip', 'recorrente', 'arquiteto', 'inadimplente', 'indicação'] as const

export const statuses = ['open', 'pending', 'resolved', 'snoozed'] as const

export type Status = (typeof statuses)[number]

/** The labels whose bit is set, in the order of the list. */
export function labelsIn(bits: number, labels: readonly string[]): string[] {
  return labels.filter((_, position) => (bits >>> position) & 1)
}

/** The bits of these labels; a label that does not exist adds none. */
export function bitsOf(selected: readonly string[], labels: readonly string[]): number {
  return labels.reduce((bits, label, position) => (selected.includes(label) ? bits | (1 << position) : bits), 0)
}

/**
 * How installations may differ where the document shows no body (docs/services.md §1.4), with the possible values. By
 * default the demonstration answers in the plainest way.
 */
const modes = {
  /**
   * Report files: the period above the table, the period below it, or a blank line between all rows. Each has the
   * headings of Portuguese installations, and `--` for a time without measurements.
   */
  reports: ['period-above', 'period-below', 'spaced'],
  /** The cross-check answers the first 300 keys of a request and omits the others without notice. */
  cruzar: ['incomplete'],
  /** Two keys in a thousand make every request that contains one fail with this status. */
  poison: ['400', '500'],
  /** The cross-check returns keys as digits without the country code, not as they were sent. */
  echo: ['digits'],
  /** Last messages that are private notes, were not delivered, have only attachments, or come before an activity. */
  messages: ['varied'],
  /**
   * Documented operators answer 500 where such an installation cannot compare; or conditions by `display_id` are
   * ignored.
   */
  filter: ['breaking', 'unnumbered'],
  /** Conversations have only their number and the documented fields. */
  conversations: ['silent'],
  /**
   * The AI module with nested records, trends as differences, failed readings, and tools of an assistant. Or with 40
   * assistants, scenarios and custom tools, of which a page has 25.
   */
  captain: ['nested', 'paged'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type PlatformModes = { readonly [Name in keyof typeof modes]?: (typeof modes)[Name][number] } & {
  /** The end of a route that the installation lacks: it answers with its page and a 404. */
  readonly lacks?: string
}

const allowedModes: Readonly<Record<string, readonly string[]>> = modes

/** Modes from text such as `reports=spaced,poison=500`. Throws an Error that names the part it does not understand. */
export function parseModes(text: string): PlatformModes {
  const chosen = text.split(',').map((part) => {
    const [name = '', value = ''] = part.trim().split('=')
    const isKnown = name === 'lacks' ? value.startsWith('/') : allowedModes[name]?.includes(value)
    if (!isKnown) throw new Error(`unknown mode: ${part.trim()}`)
    return [name, value]
  })
  return Object.fromEntries(chosen)
}
