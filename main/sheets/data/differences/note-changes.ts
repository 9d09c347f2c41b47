import { type DifferenceKind, differenceKinds } from '../../../../preload/values/sheet-differences.ts'
import { listReader } from '../../../engine/columns/dictionary-column.ts'
import { numbersOf } from '../../../engine/columns/numbers.ts'
import type { DictionaryPart, ListPart, Part } from '../../../engine/columns/part.ts'
import { partOf } from '../../../engine/columns/segment.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import { leadColumns } from '../../../leads/lead-columns.ts'
import { personFields } from '../../../leads/snapshot.ts'
import type { RowPairs } from './compare-parts.ts'
import { atOnce } from './match-rows.ts'

/** The fields that are compared. A count of conversations says nothing of the record, and each refresh knows others. */
export const comparedFields = leadColumns.map(({ key }) => key)
export const isCompared = (key: string): boolean => key !== 'conversas_no_periodo'

export const kindBit = (kind: DifferenceKind): number => 1 << differenceKinds.indexOf(kind)
export const fieldBit = (key: string): number => 1 << comparedFields.indexOf(key)
const allBits = (bits: readonly number[]): number => bits.reduce((sum, bit) => sum | bit, 0)
const fieldBits = (...keys: readonly string[]): number => allBits(keys.map(fieldBit))
const kindBits = (...kinds: readonly DifferenceKind[]): number => allBits(kinds.map(kindBit))

const otherConversation = kindBits('nova_conversa', 'perdeu_conversa')
/** What is said of one conversation, and not of another one that took its place. */
const conversationKinds = kindBits('resolvida', 'reaberta', 'outro_status', 'outro_agente', 'outra_caixa')
const conversationFields = fieldBits(...comparedFields.filter((key) => !personFields.has(key)))
const messageFields = fieldBits(
  'ultima_mensagem_em',
  'ultima_mensagem_do_contato_em',
  'primeira_mensagem_do_contato_em',
  'mensagens',
)
const agentFields = fieldBits('agente', 'agente_id', 'agente_email')
const inboxFields = fieldBits('caixa', 'caixa_id')
const alwaysExplained = fieldBits('status', 'etiquetas_contato', 'etiquetas_conversa')

/** The kinds of a record whose fields changed, from those that were noted of its fields. */
export function kindsOf(fields: number, noted: number): number {
  let kinds = noted
  let explained = alwaysExplained
  if ((kinds & otherConversation) !== 0) {
    kinds &= ~conversationKinds
    explained |= conversationFields
  }
  if ((kinds & kindBit('outro_agente')) !== 0) explained |= agentFields
  if ((kinds & kindBit('outra_caixa')) !== 0) explained |= inboxFields
  if ((kinds & kindBits('respondeu', 'nova_mensagem')) !== 0) explained |= messageFields
  return (fields & ~explained) === 0 ? kinds : kinds | kindBit('outro_dado')
}

/** How many records moved from one value of a field to another one; null is none. */
export interface Move {
  readonly from: string | null
  readonly to: string | null
  readonly rows: number
}

/** Labels that a record won and lost. */
export interface LabelChange {
  readonly won: readonly string[]
  readonly lost: readonly string[]
}
export const noLabelChange: LabelChange = { won: [], lost: [] }

/** What is known of pairs besides which fields differ. */
export interface ChangeNotes {
  /** The kinds that single fields show, by pair. */
  readonly kinds: Uint32Array
  readonly moves: { status: Move[]; agente: Move[] }
  /** By field: of each pair the place in `labelChanges`. */
  readonly labels: { readonly contact: Uint32Array; readonly conversation: Uint32Array }
  readonly labelChanges: LabelChange[]
  /** Reads what a field shows, in the order of `leadColumns`; the pairs with its bit differ. */
  note(key: string, earlier: Part, later: Part): InterruptibleWork<void>
}

/** The names of a field in both readings. */
interface NamedValues {
  readonly earlier: DictionaryPart
  readonly later: DictionaryPart
}

/** Notes of pairs, whose bits tell which fields differ. */
export function createChangeNotes(pairs: RowPairs, bits: Uint32Array): ChangeNotes {
  const kinds = new Uint32Array(bits.length)
  const moves: { status: Move[]; agente: Move[] } = { status: [], agente: [] }
  const labels = { contact: new Uint32Array(bits.length), conversation: new Uint32Array(bits.length) }
  const labelChanges: LabelChange[] = [noLabelChange]
  let agents: NamedValues | null = null
  const add = (pair: number, bit: number) => {
    kinds[pair] = (kinds[pair] as number) | bit
  }
  function* each(key: string, work: (pair: number, row: number, laterRow: number) => void): InterruptibleWork<void> {
    const bit = fieldBit(key)
    for (let pair = 0; pair < bits.length; pair++) {
      if (pair % atOnce === atOnce - 1) yield
      if (((bits[pair] as number) & bit) !== 0) work(pair, pairs.earlier[pair] as number, pairs.later[pair] as number)
    }
  }
  const isSameConversation = (pair: number) => ((kinds[pair] as number) & otherConversation) === 0

  function* noteMoves(
    field: keyof ChangeNotes['moves'],
    key: string,
    { earlier, later }: NamedValues,
    kindOf: (from: string | null, to: string | null) => number,
  ): InterruptibleWork<void> {
    const width = later.values.length + 1
    const counts = new Map<number, number>()
    const valuesOf = (move: number) => {
      const code = Math.floor(move / width)
      return [earlier.values[code - 1] || null, later.values[move - code * width - 1] || null] as const
    }
    const kindByMove = new Map<number, number>()
    yield* each(key, (pair, row, laterRow) => {
      if (!isSameConversation(pair)) return
      const move = (earlier.codes[row] as number) * width + (later.codes[laterRow] as number)
      counts.set(move, (counts.get(move) ?? 0) + 1)
      const bit = kindByMove.get(move) ?? kindOf(...valuesOf(move))
      kindByMove.set(move, bit)
      add(pair, bit)
    })
    moves[field] = Array.from(counts, ([move, rows]) => {
      const [from, to] = valuesOf(move)
      return { from, to, rows }
    })
      .filter(({ from, to }) => from !== to)
      .sort((one, other) => other.rows - one.rows)
  }

  /** Notes the kind where the number has grown, or was not there. */
  function* noteGrowth(key: string, kind: DifferenceKind, earlier: Part, later: Part): InterruptibleWork<void> {
    const [former, current] = [readerOf(earlier), readerOf(later)]
    const bit = kindBit(kind)
    yield* each(key, (pair, row, laterRow) => {
      const value = former(row)
      if (Number.isNaN(value) ? !Number.isNaN(current(laterRow)) : current(laterRow) > value) add(pair, bit)
    })
  }

  function* noteLabels(places: Uint32Array, key: string, earlier: ListPart, later: ListPart): InterruptibleWork<void> {
    const [setOf, laterSetOf] = [listReader(earlier), listReader(later)]
    const width = later.keys.offsets.length
    const placeOf = new Map<number, number>()
    const ofConversation = !personFields.has(key)
    yield* each(key, (pair, row, laterRow) => {
      if (ofConversation && !isSameConversation(pair)) return
      const [code, laterCode] = [earlier.codes[row] as number, later.codes[laterRow] as number]
      const change = code * width + laterCode
      const place = placeOf.get(change) ?? labelChanges.length
      if (place === labelChanges.length) {
        const [former, current] = [setOf(code), laterSetOf(laterCode)]
        placeOf.set(change, place)
        labelChanges.push({
          won: current.filter((label) => !former.includes(label)),
          lost: former.filter((label) => !current.includes(label)),
        })
      }
      const { won, lost } = labelChanges[place] ?? noLabelChange
      places[pair] = place
      add(pair, (won.length > 0 ? kindBit('etiqueta_ganha') : 0) | (lost.length > 0 ? kindBit('etiqueta_perdida') : 0))
    })
  }

  return {
    kinds,
    moves,
    labels,
    labelChanges,
    *note(key, earlier, later) {
      switch (key) {
        case 'conversa_id': {
          const current = readerOf(later)
          yield* each(key, (pair, _, laterRow) =>
            add(pair, kindBit(Number.isNaN(current(laterRow)) ? 'perdeu_conversa' : 'nova_conversa')),
          )
          break
        }
        case 'status':
          yield* noteMoves(
            key,
            key,
            { earlier: partOf(earlier, 'dictionary'), later: partOf(later, 'dictionary') },
            statusKind,
          )
          break
        case 'agente':
          agents = { earlier: partOf(earlier, 'dictionary'), later: partOf(later, 'dictionary') }
          break
        case 'agente_id':
          // An agent under another name is no other agent.
          if (agents) yield* noteMoves('agente', key, agents, () => kindBit('outro_agente'))
          agents = null
          break
        case 'caixa_id':
          yield* each(key, (pair) => add(pair, kindBit('outra_caixa')))
          break
        case 'ultima_mensagem_do_contato_em':
          yield* noteGrowth(key, 'respondeu', earlier, later)
          break
        case 'ultima_mensagem_em':
          yield* noteGrowth(key, 'nova_mensagem', earlier, later)
          break
        case 'etiquetas_contato':
          yield* noteLabels(labels.contact, key, partOf(earlier, 'list'), partOf(later, 'list'))
          break
        case 'etiquetas_conversa':
          yield* noteLabels(labels.conversation, key, partOf(earlier, 'list'), partOf(later, 'list'))
          break
      }
    },
  }
}

function statusKind(from: string | null, to: string | null): number {
  if (from === null || to === null) return kindBit('outro_status')
  if (to === 'resolved') return kindBit('resolvida')
  return kindBit(from === 'resolved' ? 'reaberta' : 'outro_status')
}

function readerOf(part: Part): (row: number) => number {
  return numbersOf(part.kind === 'time' ? part : partOf(part, 'number')).reader()
}
