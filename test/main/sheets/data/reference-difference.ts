import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import { leadFields } from '../../../../preload/values/lead-fields.ts'

export type Row = Readonly<Record<string, unknown>>

/** A record that differs, as the table has it. */
export interface Difference {
  readonly kinds: readonly string[]
  readonly fields: readonly string[]
  readonly won: readonly string[]
  readonly lost: readonly string[]
  readonly row: Row
  readonly former: Row
}

const personal = ['contato_id', 'nome', 'telefone', 'telefone_digitos', 'email', 'identificador']
const ofPerson = [...personal, 'contato_criado_em', 'etiquetas_contato']
const times = leadFields.filter(({ type }) => type === 'time').map(({ key }): string => key)
const ofMessages = [
  ...['ultima_mensagem_em', 'ultima_mensagem_do_contato_em', 'primeira_mensagem_do_contato_em', 'mensagens'],
]

/** Compares rows one by one, in the plainest way. */
export function differenceOf(
  earlier: readonly Row[],
  later: readonly Row[],
  agrupar: LeadFilter['agrupar'],
  gone: string,
): Difference[] {
  const keyOf = (row: Row) =>
    agrupar === 'contato' || row.conversa_id === null ? `person ${row.contato_id}` : `conversation ${row.conversa_id}`
  const before = new Map(earlier.map((row) => [keyOf(row), row]))
  const after = new Map(later.map((row) => [keyOf(row), row]))
  /** A person without conversation who has one in the other reading, or had. */
  const isPlaceholder = (row: Row, others: readonly Row[]) =>
    agrupar === 'conversa' && row.conversa_id === null && others.some(({ contato_id }) => contato_id === row.contato_id)
  const nothing = { fields: [], won: [], lost: [], former: {} }
  const shown = later.flatMap((row): Difference[] => {
    const old = before.get(keyOf(row))
    if (old) return changeOf(old, row)
    return isPlaceholder(row, earlier) ? [] : [{ ...nothing, kinds: ['nova'], row: shownRow(row) }]
  })
  const left = earlier
    .filter((row) => !after.has(keyOf(row)) && !isPlaceholder(row, later))
    .map((row) => ({ ...nothing, kinds: [gone], row: shownRow(row) }))
  return [...shown, ...left]
}

function shownRow(row: Row): Row {
  return Object.fromEntries(leadFields.map(({ key }) => [key, row[key] ?? null]))
}

function comparedValue(row: Row, field: string): unknown {
  const value = row[field]
  if (value === null || value === '') return null
  if (Array.isArray(value)) return [...new Set(value)].sort().join('|') || null
  if (!times.includes(field)) return value
  const at = /^\d+$/.test(String(value)) ? Number(value) * 1000 : Date.parse(String(value))
  return Number.isNaN(at) ? value : at
}

function changeOf(old: Row, row: Row): Difference[] {
  const fields = leadFields
    .map(({ key }): string => key)
    .filter((key) => key !== 'conversas_no_periodo' && comparedValue(old, key) !== comparedValue(row, key))
  if (fields.length === 0) return []
  const has = (field: string) => fields.includes(field)
  const otherConversation = has('conversa_id')
  const kinds = new Set<string>()
  const unexplained = new Set(fields)
  const explain = (some: readonly string[]) => {
    for (const field of some) unexplained.delete(field)
  }
  if (otherConversation) {
    kinds.add(row.conversa_id === null ? 'perdeu_conversa' : 'nova_conversa')
    explain(fields.filter((field) => !ofPerson.includes(field)))
  } else {
    if (has('status')) kinds.add(statusKind(old.status, row.status))
    if (has('agente_id')) {
      kinds.add('outro_agente')
      explain(['agente', 'agente_id', 'agente_email'])
    }
    if (has('caixa_id')) {
      kinds.add('outra_caixa')
      explain(['caixa', 'caixa_id'])
    }
  }
  const isLater = (field: string) =>
    has(field) &&
    row[field] !== null &&
    (old[field] === null || Number(comparedValue(row, field)) > Number(comparedValue(old, field)))
  if (isLater('ultima_mensagem_do_contato_em')) kinds.add('respondeu')
  if (isLater('ultima_mensagem_em')) kinds.add('nova_mensagem')
  if (kinds.has('respondeu') || kinds.has('nova_mensagem')) explain(ofMessages)
  const labelFields = ['etiquetas_contato', ...(otherConversation ? [] : ['etiquetas_conversa'])]
  const labels = (of: Row, other: Row) =>
    labelFields.flatMap((field) => {
      const others = new Set(other[field] as readonly string[])
      return (of[field] as readonly string[]).filter((label) => !others.has(label))
    })
  const [won, lost] = [labels(row, old), labels(old, row)].map((all) => [...new Set(all)].sort())
  if (won?.length) kinds.add('etiqueta_ganha')
  if (lost?.length) kinds.add('etiqueta_perdida')
  explain(['status', 'etiquetas_contato', 'etiquetas_conversa'])
  if (unexplained.size > 0) kinds.add('outro_dado')
  return [
    {
      kinds: [...kinds].sort(),
      fields: fields.sort(),
      won: won ?? [],
      lost: lost ?? [],
      row: shownRow(row),
      former: Object.fromEntries(fields.map((field) => [field, old[field] ?? null])),
    },
  ]
}

function statusKind(from: unknown, to: unknown): string {
  if (!from || !to) return 'outro_status'
  if (to === 'resolved') return 'resolvida'
  return from === 'resolved' ? 'reaberta' : 'outro_status'
}
