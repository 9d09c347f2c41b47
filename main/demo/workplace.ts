/** The company of the demonstration: what its account holds besides people and conversations. */
export const account = { id: 7, name: 'Vitrine Móveis', brand: 'vitrine' } as const

export interface Inbox {
  readonly id: number
  readonly name: string
  readonly channel: string
  /** What the lead row calls `origem`. */
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

export interface Team {
  readonly id: number
  readonly name: string
}
export const teams = [
  { id: 1, name: 'vendas' },
  { id: 2, name: 'suporte' },
  { id: 3, name: 'pós-venda' },
] as const satisfies readonly [Team, ...Team[]]

export interface Agent {
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

/** Labels of conversations; a set of them is a number with one bit for each. */
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
export function bitsOf(wanted: readonly string[], labels: readonly string[]): number {
  return labels.reduce((bits, label, position) => (wanted.includes(label) ? bits | (1 << position) : bits), 0)
}
