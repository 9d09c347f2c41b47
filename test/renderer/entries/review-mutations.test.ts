import { describe, expect, it } from 'vitest'
import { currentEntry } from '../../../renderer/entries/list.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createGate } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { entryBriefWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'
import { openedEntries } from './entries-kit.ts'

async function ready(entries = 10) {
  const made = await openedEntries({ entries })
  await until(() => expect(made.state().briefs.size).toBe(Math.min(entries, 201)))
  await until(() => expect(made.state().shown?.detail.status).toBe('ready'))
  return made
}

const approve = { kind: 'state', state: 'aprovada', comment: '' } as const

describe('a decision', () => {
  it('is shown before it is stored, and stored', async () => {
    const made = await ready()
    const gate = createGate<unknown>()
    made.bridge.answer('reviews.change', () => gate.passed)
    made.state().decide('rejeitada', 'duplicada')
    expect(made.state().briefs.get(10)?.state).toBe('rejeitada')
    await until(() => expect(made.inputs('reviews.change')).toHaveLength(1))
    expect(made.inputs('reviews.change')[0]).toMatchObject({
      select: { ids: [10] },
      change: { kind: 'state', state: 'rejeitada', comment: 'duplicada' },
    })
  })

  it('that cannot be stored is reverted and kept with its failure', async () => {
    const made = await ready()
    made.bridge.answer('reviews.change', refuses('disk_full'))
    made.state().decide('aprovada', '')
    expect(made.state().briefs.get(10)?.state).toBe('aprovada')
    await until(() => expect(made.state().unsaved).toMatchObject([{ failure: { code: 'disk_full' } }]))
    await until(() => expect(made.state().briefs.get(10)?.state).toBe('nova'))
    made.state().dismissUnsaved()
    expect(made.state().unsaved).toEqual([])
  })

  it('is not overwritten by a brief that was requested before it', async () => {
    const made = await ready()
    const gate = createGate<unknown>()
    made.bridge.answer('reviews.change', () => gate.passed)
    made.state().decide('aprovada', '')
    made.state().reload('reviews', null)
    await until(() => expect(made.inputs('entries.counts').length).toBeGreaterThan(1))
    expect(made.state().briefs.get(10)?.state).toBe('aprovada')
  })

  it('is sent after the previous one, so that undo meets the last', async () => {
    const made = await ready()
    const order: unknown[] = []
    const change = createGate<unknown>()
    made.bridge.answer('reviews.change', ({ select }: { select: { ids: number[] } }) => {
      order.push(select.ids[0])
      return select.ids[0] === 10 ? change.passed : { batch: null, changed: 0 }
    })
    made.bridge.answer('reviews.undo', () => {
      order.push('undo')
      return { undone: null, changed: 0 }
    })
    made.state().decide('aprovada', '')
    made.state().decide('spam', '')
    const undone = made.state().undo(null)
    expect(order).toEqual([])
    change.open({ batch: null, changed: 1 })
    await undone
    expect(order).toEqual([10, 9, 'undo'])
  })

  it('on an open entry of another form names the table of all forms', async () => {
    const made = await ready()
    made.bridge.answer('entries.briefs', ({ ids }: { ids: number[] }) =>
      ids.map((id) => entryBriefWith({ id, form_id: id === 77 ? 302 : 301 })),
    )
    made.state().peek(77)
    await until(() => expect(made.state().briefs.get(77)?.form_id).toBe(302))
    made.state().decide('spam', '')
    made.state().decide('aprovada', '')
    await until(() => expect(made.inputs('reviews.change')).toHaveLength(2))
    expect(made.inputs('reviews.change')).toMatchObject([
      { table: { id: 'c1:all:' }, select: { ids: [77] } },
      { table: { id: 'c1:301:' }, select: { ids: [10] } },
    ])
  })

  it('remembers its comment, the last first and each once', async () => {
    const made = await ready()
    made.state().decide('rejeitada', 'sem contato')
    made.state().decide('rejeitada', 'repetida')
    made.state().decide('rejeitada', 'sem contato')
    expect(made.state().comments).toEqual(['sem contato', 'repetida'])
  })
})

describe('what could not be stored', () => {
  it('is kept in order until retrying stores it', async () => {
    const made = await ready()
    const stores = made.bridge.answerOf('reviews.change')
    made.bridge.answer('reviews.change', refuses('disk_full'))
    const note = { kind: 'note', text: 'ligar amanhã' } as const
    const tag = { kind: 'tag' as const, add: ['vip'], remove: [] }
    made.state().decide('rejeitada', 'sem contato')
    await made.state().change({ one: 9 }, note)
    await made.state().change({ several: { ids: [3, 4] } }, tag)
    expect(made.state().unsaved).toMatchObject([
      { target: { one: 10 }, change: { kind: 'state', state: 'rejeitada', comment: 'sem contato' } },
      { target: { one: 9 }, change: note },
      { target: { several: { ids: [3, 4] } }, change: tag },
    ])
    await made.state().retryUnsaved()
    expect(made.state().unsaved).toHaveLength(3)
    if (stores) made.bridge.answer('reviews.change', stores)
    await made.state().retryUnsaved()
    expect(made.state().unsaved).toEqual([])
    expect(made.stateOf(10)).toBe('rejeitada')
    expect(made.inputs('reviews.change').slice(-3)).toMatchObject([
      { select: { ids: [10] } },
      { select: { ids: [9] }, change: note },
      { select: { ids: [3, 4] }, change: tag },
    ])
  })

  it('is dropped after a later decision on the same entry', async () => {
    const made = await ready()
    const stores = made.bridge.answerOf('reviews.change')
    made.bridge.answer('reviews.change', refuses('disk_full'))
    await made.state().change({ one: 10 }, { kind: 'state', state: 'spam', comment: '' })
    if (stores) made.bridge.answer('reviews.change', stores)
    await made.state().change({ one: 10 }, approve)
    expect(made.state().unsaved).toEqual([])
  })
})

describe('undo', () => {
  it('reverts the last change, opens its entry and returns its sender', async () => {
    const made = await ready()
    made.state().decide('aprovada', '')
    const undone = await made.state().undo(null)
    expect(undone).toMatchObject({ changed: 1, sender: 'Pessoa 10', batch: { entry_id: 10 } })
    expect(currentEntry(made.state())).toBe(10)
    await until(() => expect(made.state().briefs.get(10)?.state).toBe('nova'))
    expect(made.stateOf(10)).toBe('nova')
  })

  it('of several entries reverts all of them', async () => {
    const made = await ready()
    const batch = await made.state().change({ several: { query: made.state().listed } }, approve)
    await until(() => expect(made.state().briefs.get(4)?.state).toBe('aprovada'))
    expect(batch?.entries).toBe(10)
    const undone = await made.state().undo(batch?.id ?? null)
    expect(undone).toMatchObject({ changed: 10, sender: null })
    await until(() => expect(made.state().briefs.get(4)?.state).toBe('nova'))
  })

  it('returns null without a failure when nothing is left', async () => {
    const made = await ready()
    expect(await made.state().undo(null)).toBeNull()
    expect(made.state().failure).toBeNull()
  })

  it('keeps the failure in the state', async () => {
    const made = await ready()
    made.bridge.answer('reviews.undo', refuses('internal'))
    expect(await made.state().undo(null)).toBeNull()
    expect(made.state().failure?.code).toBe('internal')
  })
})

describe('a change of several entries', () => {
  it('shows nothing until main has answered, and is busy until then', async () => {
    const made = await ready()
    const gate = createGate<unknown>()
    made.bridge.answer('reviews.change', () => gate.passed)
    const changed = made.state().change({ several: { ids: [3, 4] } }, approve)
    expect(made.state().working).toBe('change')
    expect(made.state().briefs.get(3)?.state).toBe('nova')
    gate.open({ batch: null, changed: 0 })
    expect(await changed).toBeNull()
    expect(made.state().working).toBeNull()
  })

  it('is counted before it is made', async () => {
    const made = await ready()
    made.stored.states.set(3, 'spam')
    const query = {
      search: '',
      sort: [],
      filters: [{ column: 'revisao_estado', operator: 'in' as const, values: ['nova'] }],
    }
    expect(await made.state().countOf({ query })).toBe(9)
    expect(await made.state().countOf({ ids: [1, 2] })).toBe(2)
  })
})

describe('an assignee, a tag and a note', () => {
  it('are shown in the brief at once', async () => {
    const made = await ready()
    void made.state().change({ one: 10 }, { kind: 'assign', assignee: 'Bia' })
    void made.state().change({ one: 10 }, { kind: 'tag', add: ['vip'], remove: [] })
    void made.state().change({ one: 10 }, { kind: 'note', text: 'ligar amanhã' })
    expect(made.state().briefs.get(10)).toMatchObject({ assignee: 'Bia', tags: ['vip'], notes: 1 })
    expect(made.state().shown?.detail).toMatchObject({ value: { assignee: 'Bia', tags: ['vip'] } })
  })
})

describe('the counts', () => {
  it('are dropped when the query changed during the load', async () => {
    const made = await ready()
    await until(() => expect(readyValue(made.state().figures)?.tabs).toMatchObject({ nova: 10 }))
    const shown: (number | undefined)[] = []
    made.store.subscribe(({ figures }) => shown.push(readyValue(figures)?.matching))
    const late = createGate<unknown>()
    made.bridge.answer('entries.counts', () => late.passed)
    await made.rows.getState().search('um')
    made.bridge.answer('entries.counts', () => ({ total: 10, states: {}, matching: 2, decided_today: 0 }))
    await made.rows.getState().search('outro')
    late.open({ total: 10, states: {}, matching: 7, decided_today: 0 })
    await until(() => expect(readyValue(made.state().figures)?.matching).toBe(2))
    expect(shown).not.toContain(7)
  })

  it('ignore the filter of states for the tabs, and follow every change', async () => {
    const made = await ready()
    await until(() => expect(readyValue(made.state().figures)?.tabs).toMatchObject({ nova: 10 }))
    await made.rows.getState().filter('revisao_estado', { column: 'revisao_estado', operator: 'in', values: ['spam'] })
    await until(() => expect(made.state().listed.filters).toHaveLength(1))
    expect(readyValue(made.state().figures)?.tabs).toMatchObject({ nova: 10 })
    await made.state().change({ one: 5 }, approve)
    await until(() => expect(readyValue(made.state().figures)).toMatchObject({ decided_today: 1 }))
    expect(readyValue(made.state().figures)?.tabs).toMatchObject({ nova: 9, aprovada: 1 })
  })
})
