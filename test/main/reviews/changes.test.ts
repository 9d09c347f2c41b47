import { describe, expect, it } from 'vitest'
import { revisionsOf } from '../../../main/entries/data/forms-folder.ts'
import { defaultRules } from '../../../main/entries/data/reviews/review-handlers.ts'
import { runsAll } from '../../kit/systems.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'
import { assign, disagreeing, note, openDesk, putGivenSet, reject, setState, tag } from './review-kit.ts'

describe('a change', () => {
  it('changes the entries that do not have it yet, as one batch', async () => {
    const desk = openDesk('Ana')
    await desk.change([2], setState('aprovada'))
    const { batch, changed } = await desk.change([1, 2, 3], setState('aprovada'))
    expect(changed).toBe(2)
    expect(batch).toMatchObject({
      kind: 'state',
      value: 'aprovada',
      entries: 2,
      entry_id: null,
      who: 'Ana',
      undone: false,
    })
    expect(desk.trail(2)).toHaveLength(1)
    expect(desk.trail(1)).toMatchObject([
      { who: 'Ana', kind: 'state', before: 'nova', after: 'aprovada', undo: false, merged: false, changes: [] },
    ])
    expect(desk.review(1)).toMatchObject({ state: 'aprovada', decided_by: 'Ana', decided_at: batch?.at })
  })

  it('that changes nothing leaves no batch and no new version', async () => {
    const desk = openDesk('Ana')
    await desk.change([1], tag(['Urgente']))
    const before = revisionsOf(desk.database)
    expect(await desk.change([1], tag(['URGENTE']))).toEqual({ batch: null, changed: 0 })
    expect(await desk.change([1], assign(null))).toEqual({ batch: null, changed: 0 })
    expect(revisionsOf(desk.database)).toEqual(before)
    expect(await desk.ask('reviews.batches', { set: '' })).toHaveLength(1)
  })

  it('to one entry names the entry', async () => {
    const desk = openDesk('Ana')
    expect((await desk.change([3], setState('spam'))).batch).toMatchObject({ entries: 1, entry_id: 3 })
  })

  it('wants a reason for a rejection, and keeps it', async () => {
    const desk = openDesk('Ana')
    await expect(desk.change([1], reject(''))).rejects.toMatchObject({ code: 'comment_required' })
    expect(desk.trail(1)).toEqual([])
    await desk.change([1], reject('fora da região'))
    expect(desk.review(1)).toMatchObject({ state: 'rejeitada', comment: 'fora da região' })
  })

  it('of tags compares without case and accents, and keeps the writing that was there', async () => {
    const desk = openDesk('Ana')
    await desk.change([1], tag(['Retornar', 'Orçamento']))
    await desk.change([1], tag(['ORCAMENTO', 'vip', 'VIP']))
    expect(desk.review(1).tags).toEqual(['Orçamento', 'Retornar', 'vip'])
    const { batch } = await desk.change([1], tag(['novo'], ['orcamento', 'Vip']))
    expect(desk.review(1).tags).toEqual(['novo', 'Retornar'])
    expect(batch?.value).toBe('novo, −orcamento, −Vip')
    expect(desk.trail(1).at(-1)).toMatchObject({ before: 'Orçamento, Retornar, vip', after: 'novo, Retornar' })
  })

  it('gives and takes an assignee, and adds notes with author and time', async () => {
    const desk = openDesk('Ana')
    await desk.change([1], assign('Bruno'))
    await desk.change([1], note('ligar amanhã'))
    const { batch } = await desk.change([1], note('ligou'))
    const review = desk.review(1)
    expect(review.assignee).toBe('Bruno')
    expect(review.notes).toMatchObject([{ text: 'ligar amanhã' }, { text: 'ligou', who: 'Ana', at: batch?.at }])
    await desk.change([1], assign(null))
    expect(desk.review(1).assignee).toBeNull()
    expect(desk.trail(1).map(({ kind }) => kind)).toEqual(['assignee', 'note', 'note', 'assignee'])
  })

  it('to thousands of entries is one batch, and so is its undo', async () => {
    const count = runsAll ? 10_000 : 2000
    const entries = Array.from({ length: count }, (_, index) => index + 1)
    const desk = openDesk('Ana', { entries })
    await desk.change(entries, assign('Bruno'))
    expect(await desk.change(entries, setState('spam'))).toMatchObject({ changed: count })
    expect(await desk.undo()).toMatchObject({ changed: count })
  })
})

describe('undo', () => {
  it('undoes the last batch, then the one before it', async () => {
    const desk = openDesk('Ana')
    await desk.change([1, 2], setState('em_revisao'))
    await desk.change([1], reject('repetida'))
    await desk.change([1], setState('aprovada'))
    expect(await desk.undo()).toMatchObject({ undone: { value: 'aprovada', undone: true }, changed: 1 })
    expect(desk.review(1)).toMatchObject({ state: 'rejeitada', comment: 'repetida' })
    expect(await desk.undo()).toMatchObject({ undone: { value: 'rejeitada' } })
    expect(desk.review(1)).toMatchObject({ state: 'em_revisao', comment: null })
    expect(await desk.undo()).toMatchObject({ undone: { value: 'em_revisao' }, changed: 2 })
    expect(desk.review(1)).toMatchObject({ state: 'nova', decided_by: null, decided_at: null })
    expect(await desk.undo()).toEqual({ undone: null, changed: 0 })
    expect(desk.trail(1).map(({ after, undo }) => [after, undo])).toEqual([
      ['em_revisao', false],
      ['rejeitada', false],
      ['aprovada', false],
      ['rejeitada', true],
      ['em_revisao', true],
      ['nova', true],
    ])
  })

  it('of an earlier batch keeps what was changed since', async () => {
    const desk = openDesk('Ana')
    const { batch } = await desk.change([1, 2, 3], setState('aprovada'))
    await desk.change([2], setState('spam'))
    await desk.change([3], assign('Bruno'))
    expect(await desk.undo(batch?.id)).toMatchObject({ undone: { id: batch?.id }, changed: 2 })
    expect([1, 2, 3].map((id) => desk.review(id).state)).toEqual(['nova', 'spam', 'nova'])
    expect(desk.review(3).assignee).toBe('Bruno')
    // It counts as undone: the next undo takes the assignee.
    expect(await desk.undo(batch?.id)).toEqual({ undone: null, changed: 0 })
    await desk.undo()
    expect(desk.review(3).assignee).toBeNull()
  })

  it('takes a note back and keeps both in the trail', async () => {
    const desk = openDesk('Ana')
    await desk.change([1], note('primeira'))
    await desk.change([1], note('segunda'))
    await desk.undo()
    expect(desk.review(1).notes.map(({ text }) => text)).toEqual(['primeira'])
    expect(desk.rows()).toMatchObject([{ notes: 1, last_note: 'primeira' }])
    expect(desk.trail(1).map(({ before, after, undo }) => [before, after, undo])).toEqual([
      [null, 'primeira', false],
      [null, 'segunda', false],
      ['segunda', null, true],
    ])
  })

  it('refuses a batch that is missing or is itself an undo', async () => {
    const desk = openDesk('Ana')
    await desk.change([1], setState('spam'))
    await desk.undo()
    const [last, first] = await desk.ask('reviews.batches', { set: '' })
    expect([last?.kind, first?.kind, first?.undone]).toEqual(['undo', 'state', true])
    await expect(desk.undo(last?.id)).rejects.toMatchObject({ code: 'bad_request' })
    await expect(desk.undo('nenhum')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('brings everything back to where it was, whatever was done before', async () => {
    const desk = openDesk('Ana')
    const random = randomOf(11)
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
    const states = [desk.rows()]
    const untouched = ['nova', null, '[]', 0]
    for (let round = 0; round < 120; round++) {
      const ids = [1, 2, 3, 4, 5].filter(() => random() < 0.5)
      const change = pick([
        setState(pick(['aprovada', 'spam', 'duvida', 'nova'])),
        reject(`motivo ${round}`),
        assign(pick(['Ana', 'Bruno', null])),
        tag([pick(['a', 'b', 'c'])], [pick(['a', 'b', 'c'])]),
        note(`nota ${round}`),
      ])
      if (random() < 0.25 && states.length > 1) {
        await desk.undo()
        states.pop()
        expect(touched(desk.rows())).toEqual(touched(states.at(-1) ?? []))
      } else if ((await desk.change(ids, change)).batch) states.push(desk.rows())
      expect(disagreeing(desk)).toEqual([])
    }
    while ((await desk.undo()).undone) states.pop()
    expect(states).toHaveLength(1)
    expect(touched(desk.rows())).toEqual([])

    function touched(rows: readonly unknown[]): unknown[] {
      return rows.filter((row) => {
        const { state, assignee, tags, notes } = row as Record<string, unknown>
        return JSON.stringify([state, assignee, tags, notes]) !== JSON.stringify(untouched)
      })
    }
  })
})

describe('the trail', () => {
  it('of the team has the events of the service, and a set has its own and those of the service', async () => {
    const desk = openDesk('Ana')
    await desk.change([1], setState('aprovada'))
    const put = desk.database.prepare(
      `insert into events (id, entry_id, at, who, kind, before, after, batch) values (?, 1, ?, '', ?, ?, ?, '')`,
    )
    put.run('s1', '2026-11-20T15:00:00.000Z', 'changed_on_service', '{"a":1}', '{"a":2}')
    put.run('s2', '2026-11-20T15:00:01.000Z', 'gone', null, null)
    putGivenSet(desk, 'cego', 1)
    await desk.change([1, 2], setState('spam'), 'cego')
    expect(desk.trail(1).map(({ kind, after }) => [kind, after])).toEqual([
      ['state', 'aprovada'],
      ['changed_on_service', '{"a":2}'],
      ['gone', null],
    ])
    expect(desk.trail(1, 'cego').map(({ kind }) => kind)).toEqual(['changed_on_service', 'gone', 'state'])
    expect([desk.review(1).state, desk.review(1, 'cego').state]).toEqual(['aprovada', 'spam'])
    // Entry 2 is none of the set.
    expect(desk.trail(2, 'cego')).toEqual([])
  })
})

describe('what the team set up', () => {
  it('has rules of its own, which make a new version of the table', async () => {
    const desk = openDesk('Ana')
    expect(await desk.ask('reviews.rules', {})).toEqual(defaultRules)
    const before = revisionsOf(desk.database)
    const rules = { ...defaultRules, blocked_words: ['Cassino', 'cassino', 'grátis'], seconds: 0 }
    const stored = await desk.ask('reviews.set_rules', { rules })
    expect(stored.blocked_words).toEqual(['Cassino', 'grátis'])
    expect(await desk.ask('reviews.rules', {})).toEqual(stored)
    expect(revisionsOf(desk.database)).toEqual({ ...before, rules: before.rules + 1 })
  })
})
