import type { Run } from '../../../../preload/contract/cruzar.ts'
import type { FailureCode } from '../../../../preload/values/failures.ts'
import { asksOtherNinth } from '../../../../preload/values/same-question.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import { atomicallyInSlices } from '../../../engine/store/sql.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { type AnswerItem, answerItems, codeOfAnswer } from '../../../leads/cross-check.ts'
import type { KeyRange } from '../../../leads/sheet-calls.ts'
import { numberIn } from '../../../people/key-block.ts'
import { otherNinth } from '../../../phones/match-ladder.ts'
import type { Answers } from '../answers/answers.ts'
import type { Cost, RunList, RunState } from '../run-file.ts'
import { beginEntry, type KeysEntry } from './pass-journal.ts'
import { type Matched, matchRange, type Pass, type PassDeps } from './run-passes.ts'

const nothing: Cost = { requests: 0, seconds: 0 }
const absent = codeOfAnswer('ausente')
const registered = codeOfAnswer('sem_conversa')
const running = { state: 'running', failure: null, finished_at: null, changes: null } as const

/** The passes of a run that a service answers, with the entries of their journals behind the sealed answers. */
export function createServicePasses(deps: PassDeps) {
  const answering = createAnswering(deps)
  return { keys: createKeysPass(deps, answering), other_forms: createOtherForms(deps, answering) }
}

type Answering = ReturnType<typeof createAnswering>

/** The steps that both passes share: taking an answer, and the end. */
function createAnswering({ database, list, answers, journals, state, write }: PassDeps) {
  const { keyOutcomes, matches, keyLeads, leads, others } = answers

  /** The state after the last event, from the answers in memory. */
  function stateAfter(change: Partial<RunState>, cost = nothing): RunState {
    const { requests, seconds } = state()
    return {
      ...state(),
      requests: requests + cost.requests,
      seconds: seconds + cost.seconds,
      answered_keys: keyOutcomes.answered(),
      outcomes: keyOutcomes.counts(),
      ...change,
    }
  }

  /** The key with its other ninth digit; 0 for one that has none. */
  function otherForm(key: number): number {
    const { heap, offsets } = list.keys
    // Offsets lie inside the heap: `as number` spares two checks.
    return otherNinth(numberIn(heap, offsets[key] as number, offsets[key + 1] as number))
  }

  /** Whether a key has no conversation, and its other form was not asked for. */
  function isOtherPending(key: number): boolean {
    const answer = keyOutcomes.answers[key]
    return others[key] === 0 && (answer === absent || answer === registered) && otherForm(key) > 0
  }

  function pendingOthers(): number {
    let pending = 0
    for (let key = 0; key < list.keys.rows; key++) if (isOtherPending(key)) pending++
    return pending
  }

  return {
    stateAfter,
    otherForm,
    isOtherPending,
    pendingOthers,
    takeAnswer(key: number, { answer, lead }: AnswerItem): void {
      matches.note(key, lead)
      keyOutcomes.answer(key, answer)
      if (lead) keyLeads[key] = leads.add(lead)
    },
    /** Seals the answers and ends the run, in one transaction that lets other calls run in between. */
    async finish(failure: FailureCode | null, at: Date): Promise<void> {
      const ended = { state: failure ? 'interrupted' : 'finished', failure, finished_at: at.toISOString() } as const
      const unanswered = unansweredByReason(answers, list)
      const other_forms = asksOtherNinth({ ...state(), other_ninth: true }) ? pendingOthers() : 0
      const counts = { sealed: journals.keys.count(), other_batches: journals.other_forms.count() }
      await atomicallyInSlices(database, async () => {
        const isSealed = state().sealed === counts.sealed && state().other_batches === counts.other_batches
        if (!isSealed) await answers.seal(database, createYieldToEventLoop())
        write(stateAfter({ ...ended, unanswered, other_forms, ...counts }))
      })
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
  }
}

/** Asks for every key of the list. A key without an answer keeps the reason. */
function createKeysPass({ list, answers, journals, state, write }: PassDeps, answering: Answering): Pass {
  const { keyOutcomes } = answers
  const { stateAfter, takeAnswer, finish } = answering

  function noteReason({ from, count, reason }: KeysEntry): void {
    if (reason) for (let key = from; key < from + count; key++) keyOutcomes.miss(key, reason)
  }

  function add(entries: readonly KeysEntry[], cost: Cost): void {
    for (const entry of entries) noteReason(entry)
    write(stateAfter({}, cost), () => {
      for (const entry of entries) journals.keys.add(entry)
    })
  }

  const pass: Pass = {
    isPending: (key) => !keyOutcomes.isAnswered(key),
    textOf: list.keyAt,
    progress: () => ({ keys: state().keys, answered_keys: state().answered_keys }),
    wasAnswered: () => state().answered_keys > 0,
    prepare: async () => {},
    begin() {
      keyOutcomes.ask()
      write(stateAfter({ ...running, unanswered: [] }), () => journals.keys.add(beginEntry))
    },
    answer(range, { items, ambiguous, unanswered }, cost) {
      for (const [key, item] of items) takeAnswer(key, item)
      const reason = unanswered.length > 0 ? 'key_not_answered' : null
      const doubts = ambiguous.map((from) => missEntry({ from, count: 1 }, 'answer_ambiguous'))
      add([{ ...range, kind: 'answer', reason, results: rawOf(items) }, ...doubts], cost)
    },
    unanswered: (range, reason, cost) => add([missEntry(range, reason)], cost),
    finish,
  }
  for (const entry of journals.keys.read(state().sealed)) {
    if (entry.kind === 'begin') keyOutcomes.ask()
    const results = entry.results && matchRange(pass, entry, answerItems(entry.results))
    for (const [key, item] of results?.items ?? []) takeAnswer(key, item)
    noteReason(entry)
  }
  return pass
}

/** Asks for the keys without a conversation once more, in their form with the other ninth digit. */
function createOtherForms({ answers, journals, state, write }: PassDeps, answering: Answering): Pass {
  const { keyOutcomes, matches, keyLeads, leads, others } = answers
  const { stateAfter, otherForm, isOtherPending, pendingOthers, takeAnswer, finish } = answering

  /**
   * Takes the result for the other form: nobody, the person that the key did not show, or a second card of this person.
   */
  function take(key: number, item: AnswerItem): void {
    others[key] = 1
    if (item.answer === 'ausente') return
    const cards =
      keyOutcomes.answers[key] === registered && matches.noteCard(key, keyLeads[key] ?? noRow, item, leads.add)
    if (cards) keyOutcomes.answer(key, 'ambigua')
    else if (keyOutcomes.answers[key] === absent || item.answer === 'com_conversa') takeAnswer(key, item)
  }

  const pass: Pass = {
    isPending: isOtherPending,
    textOf: (key) => String(otherForm(key)),
    progress: () => ({ keys: state().keys, answered_keys: state().keys - state().other_forms }),
    wasAnswered: () => false,
    prepare: async () => {},
    begin: () => write(stateAfter({ ...running, other_ninth: true, other_forms: pendingOthers() })),
    answer(range, { items }, cost) {
      for (const [key, item] of items) take(key, item)
      const next = stateAfter({ other_forms: state().other_forms - items.size }, cost)
      write(next, () => journals.other_forms.add({ ...range, results: rawOf(items) }))
    },
    unanswered: (_, __, cost) => write(stateAfter({}, cost)),
    finish,
  }
  for (const { results, ...range } of journals.other_forms.read(state().other_batches)) {
    const { items } = matchRange(pass, range, answerItems(results))
    for (const [key, item] of items) take(key, item)
  }
  return pass
}

function missEntry(range: KeyRange, reason: FailureCode): KeysEntry {
  return { ...range, kind: 'unanswered', reason, results: null }
}

function rawOf(items: Matched['items']): unknown[] {
  return Array.from(items.values(), ({ raw }) => raw)
}

const maxExamples = 5
/** Why keys have no answer, the most frequent reason first, with the first keys as they are sent. */
function unansweredByReason({ keyOutcomes }: Answers, { keys, keyAt }: RunList): Run['unanswered'] {
  const reasons = new Map<FailureCode, { reason: FailureCode; keys: number; examples: string[] }>()
  for (let key = 0; key < keys.rows; key++) {
    const reason = keyOutcomes.reasonOf(key)
    if (!reason) continue
    const entry = reasons.get(reason) ?? { reason, keys: 0, examples: [] }
    reasons.set(reason, entry)
    entry.keys += 1
    if (entry.examples.length < maxExamples) entry.examples.push(keyAt(key))
  }
  return [...reasons.values()].sort((one, other) => other.keys - one.keys)
}
