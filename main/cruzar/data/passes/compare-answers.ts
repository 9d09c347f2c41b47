import type { CheckDifference } from '../../../../preload/contract/run-check.ts'
import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import type { CheckCause } from '../../../../preload/values/check-rate.ts'
import type { Outcome } from '../../../../preload/values/outcomes.ts'
import { rungNames } from '../../../../preload/values/rungs.ts'
import { idOf, type JsonRecord, momentOf } from '../../../kernel/json.ts'
import type { AnswerItem } from '../../../leads/cross-check.ts'
import type { StoredRun } from '../../../leads/sheet-calls.ts'
import { isAccepted } from '../../../phones/match-ladder.ts'
import { hasConversationWithin } from '../answers/conversation-filter.ts'

/** What cached sheets say of a key. */
export interface SheetAnswer {
  readonly outcome: Outcome
  readonly contato_id: number | null
  readonly conversa_id: number | null
  /** The newest conversation, where it lies outside of the filters. */
  readonly outside: number | null
  /** The contacts among which it is `ambigua`, or the cards of the person. */
  readonly candidates: readonly (number | null)[]
  /** The rung between the key as it is sent and the contact; -1 where none is known. */
  readonly rung: number
}

export type Difference = Omit<CheckDifference, 'key'>
type Sources = Pick<StoredRun, 'sheets' | 'sheet_read_at' | 'match'>

/**
 * How the service's answer for a key differs from that of the sheets, and why; null for equal answers. `rungOfLead` is
 * the rung on which the list has the service's contact, -1 where it has the key in no form.
 */
export function compareAnswers(
  sheet: SheetAnswer,
  { answer, lead }: Pick<AnswerItem, 'answer' | 'lead'>,
  rungOfLead: number,
  sources: Sources,
): Difference | null {
  const service = { outcome: answer, contato_id: idOf(lead?.contato_id), conversa_id: idOf(lead?.conversa_id) }
  const differs = differenceOf(sheet, service)
  if (differs === null) return null
  const { outcome, contato_id, conversa_id } = sheet
  const said = { differs, sheet: { outcome, contato_id, conversa_id }, service }
  if (lead === null) return { ...said, cause: isOtherForm(sheet.rung) ? 'variant' : 'unknown', at: null }
  const isOtherCard =
    outcome !== 'ambigua' && differs !== 'conversation' && sheet.candidates.includes(service.contato_id)
  if (isOtherCard) return { ...said, cause: 'variant', at: null }
  const isNewPerson = outcome === 'ausente' || differs === 'contact'
  const isRefused = rungOfLead >= 0 && !isAccepted(rungOfLead, sources.match ?? 'ninth')
  if (isNewPerson && isRefused) return { ...said, cause: 'variant', at: null }
  const at = changeAfter(lead, sources.sheet_read_at)
  if (at !== null) return { ...said, cause: 'stale', at: new Date(at).toISOString() }
  return { ...said, cause: causeInSheets(said, sheet.outside, lead, sources), at: null }
}

type Said = Pick<Difference, 'differs' | 'sheet' | 'service'>

function differenceOf(sheet: SheetAnswer, service: Said['service']): Difference['differs'] | null {
  const areOther = (one: number | null, other: number | null) => one !== null && other !== null && one !== other
  if (sheet.outcome === 'ambigua') {
    if (service.outcome === 'ausente') return 'outcome'
    const isAmong = service.contato_id === null || sheet.candidates.includes(service.contato_id)
    return isAmong ? null : 'contact'
  }
  if (sheet.outcome !== service.outcome) return 'outcome'
  if (areOther(sheet.contato_id, service.contato_id)) return 'contact'
  return areOther(sheet.conversa_id, service.conversa_id) ? 'conversation' : null
}

/** Whether the base has the key in another form than digits with or without 55. A service matches by these alone. */
function isOtherForm(rung: number): boolean {
  return rung > rungNames.indexOf('country')
}

const moments = ['contato_criado_em', 'conversa_criada_em', 'ultima_mensagem_em'] as const

/** When something changed after the sheet was read, epoch ms. */
function changeAfter(lead: JsonRecord, readAt: string | null): number | null {
  if (readAt === null) return null
  const moment = moments.map((name) => momentOf(lead[name])).find((at) => at !== null && at > Date.parse(readAt))
  return moment ?? null
}

/** Why sheets differ from this lead, in which nothing is newer than they are. */
function causeInSheets(
  { differs, sheet, service }: Said,
  outside: number | null,
  lead: JsonRecord,
  { sheets, sheet_read_at }: Sources,
): CheckCause {
  const isAbsent = sheet.outcome === 'ausente'
  const isFound = service.outcome === 'com_conversa'
  if (!isFound && !isAbsent) return 'unknown'
  const leavesOut = (sheetFilter: LeadFilter) =>
    isFound ? !hasConversationWithin(lead, sheetFilter, null) : sheetFilter.agrupar === 'conversa'
  if (sheets.length > 0 && sheets.every((one) => leavesOut(one.filter))) return 'filter'
  // A sheet that was never read whole may lack anybody. In others only a person who was there before proves it.
  if (isAbsent) {
    return sheet_read_at === null || momentOf(lead.contato_criado_em) !== null ? 'missing_in_sheet' : 'unknown'
  }
  if (differs !== 'outcome') return 'unknown'
  // A conversation that lay outside when the sheet was read lies inside by now.
  if (outside !== null && outside === service.conversa_id) return 'stale'
  // The conversation is older than the newest one, and such a sheet has only the newest.
  if (outside !== null && sheets.every((one) => one.filter.agrupar === 'contato')) return 'filter'
  if (outside !== null) return 'unknown'
  return sheet_read_at !== null && momentOf(lead.conversa_criada_em) !== null ? 'missing_in_sheet' : 'unknown'
}
