import { describe, expect, it } from 'vitest'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createGate, refuses } from '../../kit/fake-bridge.ts'
import { entryBriefWith, entryCountsWith, entryDetailWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'
import { answered, openedEntries } from './entries-kit.tsx'

const approve = { kind: 'state', state: 'aprovada', comment: '' } as const
const note = { kind: 'note', text: 'ligar amanhã' } as const
const tag = { kind: 'tag' as const, add: ['vip'], remove: [] }
const unchanged = { batch: null, changed: 0 }

/** Opened entries whose changes are not answered before the gate is opened. */
async function openedWithGate() {
  const made = await openedEntries()
  const gate = made.bridge.hold('reviews.change')
  return { ...made, gate }
}

/** Opened entries whose changes are refused until `repair` is called. */
async function openedWithFullDisk() {
  const made = await openedEntries()
  const stores = made.bridge.answerOf('reviews.change')
  made.bridge.answer('reviews.change', refuses('disk_full'))
  return { ...made, repair: () => stores && made.bridge.answer('reviews.change', stores) }
}

describe('a decision', () => {
  it('is shown before it is stored, and stored', async () => {
    const { state, inputs, decide } = await openedWithGate()
    void decide('rejeitada', 'duplicada')
    expect(state().briefs.get(10)?.state).toBe('rejeitada')
    await until(() => expect(inputs('reviews.change')).toHaveLength(1))
    const change = { kind: 'state', state: 'rejeitada', comment: 'duplicada' }
    expect(inputs('reviews.change')).toMatchObject([{ select: { ids: [10] }, change }])
  })

  it('that cannot be stored is reverted and kept with its failure', async () => {
    const { state, decide } = await openedWithFullDisk()
    const decided = decide('aprovada')
    expect(state().briefs.get(10)?.state).toBe('aprovada')
    await decided
    expect(state().unsaved).toMatchObject([{ failure: { code: 'disk_full' } }])
    expect(state().briefs.get(10)?.state).toBe('nova')
    state().dismissUnsaved()
    expect(state().unsaved).toEqual([])
  })

  it('is not overwritten by a brief that was requested before it', async () => {
    const { state, inputs, decide } = await openedWithGate()
    const requests = inputs('entries.counts').length
    void decide('aprovada')
    state().reload('entries', null)
    await until(() => expect(inputs('entries.counts').length).toBeGreaterThan(requests))
    expect(state().briefs.get(10)?.state).toBe('aprovada')
  })

  it('is not overwritten by an entry that was requested before it', async () => {
    const { bridge, state, stateOf, decide } = await openedWithGate()
    const gate = bridge.hold('entries.read')
    state().reload('entries', [10])
    void decide('em_revisao')
    state().goTo(0)
    gate.open(entryDetailWith({ id: 10, state: stateOf(10) }))
    await answered()
    expect(state().shown).toMatchObject({ id: 10, detail: { value: { state: 'em_revisao' } } })
  })

  it.each([
    ['one entry', { one: 10 }],
    ['several entries', { several: { ids: [10, 9] } }],
  ])('on %s is loaded once, although main pushes it before its answer', async (_, target) => {
    const { bridge, state, inputs } = await openedEntries()
    const stores = bridge.answerOf('reviews.change')
    bridge.answer('reviews.change', (input, request) => {
      const answer = stores(input, request)
      state().reload('entries', 'one' in target ? [target.one] : target.several.ids)
      return answer
    })
    const requests = { briefs: inputs('entries.briefs').length, reads: inputs('entries.read').length }
    await state().change(target, approve)
    await until(() => expect(state().shown?.detail).toMatchObject({ value: { state: 'aprovada' } }))
    await until(() => expect(state().briefs.get(10)?.state).toBe('aprovada'))
    expect(inputs('entries.briefs')).toHaveLength(requests.briefs + 1)
    expect(inputs('entries.read')).toHaveLength(requests.reads + 1)
  })

  it('is sent after the previous one, so that undo meets the last', async () => {
    const { bridge, state, decide } = await openedEntries()
    const order: unknown[] = []
    const change = createGate('reviews.change')
    bridge.answer('reviews.change', ({ select }) => {
      const [id] = 'ids' in select ? select.ids : []
      order.push(id)
      return id === 10 ? change.passed : unchanged
    })
    bridge.answer('reviews.undo', () => {
      order.push('undo')
      return { undone: null, changed: 0 }
    })
    void decide('aprovada')
    void decide('spam')
    const undone = state().undo(null)
    expect(order).toEqual([])
    change.open(unchanged)
    await undone
    expect(order).toEqual([10, 9, 'undo'])
  })

  it('on an open entry of another form names the table of all forms', async () => {
    const { bridge, state, inputs, decide } = await openedEntries()
    bridge.answer('entries.briefs', ({ ids }) =>
      ids.map((id) => entryBriefWith({ id, form_id: id === 77 ? 302 : 301 })),
    )
    state().peek(77)
    await until(() => expect(state().briefs.get(77)?.form_id).toBe(302))
    await Promise.all([decide('spam'), decide('aprovada')])
    expect(inputs('reviews.change')).toMatchObject([
      { table: { id: 'c1:all:' }, select: { ids: [77] } },
      { table: { id: 'c1:301:' }, select: { ids: [10] } },
    ])
  })

  it('remembers its comment, the last first and each once', async () => {
    const { state, decide } = await openedEntries()
    for (const comment of ['sem contato', 'repetida', 'sem contato']) void decide('rejeitada', comment)
    expect(state().comments).toEqual(['sem contato', 'repetida'])
  })
})

describe('what could not be stored', () => {
  it('is kept in order until retrying stores it', async () => {
    const { state, stateOf, inputs, decide, repair } = await openedWithFullDisk()
    await decide('rejeitada', 'sem contato')
    await state().change({ one: 9 }, note)
    await state().change({ several: { ids: [3, 4] } }, tag)
    const decision = { kind: 'state', state: 'rejeitada', comment: 'sem contato' }
    expect(state().unsaved).toMatchObject([
      { target: { one: 10 }, change: decision },
      { target: { one: 9 }, change: note },
      { target: { several: { ids: [3, 4] } }, change: tag },
    ])
    await state().retryUnsaved()
    expect(state().unsaved).toHaveLength(3)
    repair()
    await state().retryUnsaved()
    expect(state().unsaved).toEqual([])
    expect(stateOf(10)).toBe('rejeitada')
    expect(inputs('reviews.change').slice(-3)).toMatchObject([
      { select: { ids: [10] }, change: decision },
      { select: { ids: [9] }, change: note },
      { select: { ids: [3, 4] }, change: tag },
    ])
  })

  it('is dropped after a later decision on the same entry', async () => {
    const { state, repair } = await openedWithFullDisk()
    await state().change({ one: 10 }, { ...approve, state: 'spam' })
    repair()
    await state().change({ one: 10 }, approve)
    expect(state().unsaved).toEqual([])
  })
})

it('undo returns null without a failure when nothing is left, and with it when it fails', async () => {
  const { bridge, state } = await openedEntries()
  expect(await state().undo(null)).toBeNull()
  expect(state().failure).toBeNull()
  bridge.answer('reviews.undo', refuses('internal'))
  expect(await state().undo(null)).toBeNull()
  expect(state().failure?.code).toBe('internal')
})

it('a change of several entries shows nothing until main has answered, and is busy until then', async () => {
  const { state, gate } = await openedWithGate()
  const changed = state().change({ several: { ids: [3, 4] } }, approve)
  expect(state().working).toBe('change')
  expect(state().briefs.get(3)?.state).toBe('nova')
  gate.open(unchanged)
  expect(await changed).toBeNull()
  expect(state().working).toBeNull()
})

it('shows an assignee, a tag and a note at once', async () => {
  const { state } = await openedEntries()
  for (const change of [{ kind: 'assign', assignee: 'Bia' } as const, tag, note])
    void state().change({ one: 10 }, change)
  expect(state().briefs.get(10)).toMatchObject({ assignee: 'Bia', tags: ['vip'], notes: 1 })
  expect(state().shown?.detail).toMatchObject({ value: { assignee: 'Bia', tags: ['vip'] } })
})

describe('the counts', () => {
  it('are dropped when the query changed during the load', async () => {
    const { bridge, store, state, rows } = await openedEntries()
    const shown: (number | undefined)[] = []
    store.subscribe(({ figures }) => shown.push(readyValue(figures)?.matching))
    const counts = entryCountsWith({ matching: 2 })
    const late = bridge.hold('entries.counts')
    await rows.getState().search('um')
    bridge.answer('entries.counts', () => counts)
    await rows.getState().search('outro')
    late.open({ ...counts, matching: 7 })
    await until(() => expect(readyValue(state().figures)?.matching).toBe(2))
    expect(shown).not.toContain(7)
  })

  it('ignore the filter of states for the tabs, and follow every change', async () => {
    const { state, filter } = await openedEntries()
    const figures = () => readyValue(state().figures)
    expect(figures()?.tabs).toMatchObject({ nova: 10 })
    await filter('spam')
    await until(() => expect(state().listed.filters).toHaveLength(1))
    expect(figures()?.tabs).toMatchObject({ nova: 10 })
    await state().change({ one: 5 }, approve)
    await until(() => expect(figures()).toMatchObject({ decided_today: 1, tabs: { nova: 9, aprovada: 1 } }))
  })
})
