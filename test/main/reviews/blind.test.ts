import path from 'node:path'
import { expect, it } from 'vitest'
import { entriesTable } from '../../../preload/values/entries-table.ts'
import { type Desk, note, openDesk, openPair, reject, setState } from './review-kit.ts'
import { connection_id, passphrase, service } from './review-names.ts'

async function ask(desk: Desk, ids: readonly number[]) {
  const file = path.join(desk.dir, `pedido ${crypto.randomUUID()}.cruza`)
  const table = entriesTable({ connection_id, form_id: 7, set: '' })
  const words = { passphrase, path: file, who: desk.who, service, name: 'Segunda leitura' }
  const { set, entries } = await desk.ask('reviews.ask_blind', { table, select: { ids: [...ids] }, ...words })
  return { file, set: set.id, entries, shown: set }
}

async function answer(desk: Desk, set: string): Promise<string> {
  const file = path.join(desk.dir, `resposta ${crypto.randomUUID()}.cruza`)
  await desk.ask('reviews.answer_blind', { set, passphrase, path: file, service })
  return file
}

const sets = (desk: Desk) => desk.ask('reviews.sets', {})
const agreement = (desk: Desk, set: string) => desk.ask('reviews.agreement', { set })
/** The set that a file makes or fills. */
const setOf = async (desk: Desk, file: string) => (await desk.merge(file)).set ?? ''

it('a request has the entries without our states', async () => {
  const ana = openDesk('Ana')
  const bruno = openDesk('Bruno', { entries: [1, 2] })
  await ana.change([1], setState('aprovada'))
  const { file, entries, shown } = await ask(ana, [1, 2, 3])
  expect(entries).toBe(3)
  expect(shown).toMatchObject({ name: 'Segunda leitura', role: 'asked', form_id: 7, entries: 3, decided: 0 })
  expect(await bruno.open(file)).toMatchObject({
    kind: 'blind_request',
    from: 'Ana',
    entries: 3,
    unknown_entries: 1,
    new_events: 0,
    changes: 0,
    conflicts: [],
    forms: [{ id: 7, name: 'Contato' }],
    is_own_request: false,
  })
  expect(await ana.open(file)).toMatchObject({ is_own_request: true })
  const set = await setOf(bruno, file)
  expect(await sets(bruno)).toMatchObject([{ id: set, role: 'given', colleague: 'Ana', entries: 3, decided: 0 }])
  expect(bruno.review(1, set).state).toBe('nova')
  // Taken in again, also by the one who requested it, it stays one set.
  expect(await setOf(bruno, file)).toBe(set)
  expect(await setOf(ana, file)).toBe(shown.id)
  expect([await sets(ana), await sets(bruno)].map((list) => list.length)).toEqual([1, 1])
})

it('an answer stands beside our states with the agreement', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  const ana = openDesk('Ana', { entries: ids })
  const bruno = openDesk('Bruno', { entries: ids })
  const { file, set } = await ask(ana, ids)
  const his = await setOf(bruno, file)
  // The textbook's table: 20 and 15 agreed, 5 and 10 not; kappa 0.4.
  await ana.change(ids.slice(0, 25), setState('aprovada'))
  await ana.change(ids.slice(25), reject('dela'))
  await bruno.change([...ids.slice(0, 20), ...ids.slice(25, 35)], setState('aprovada'), his)
  await bruno.change([...ids.slice(20, 25), ...ids.slice(35)], reject('dele'), his)
  await bruno.change([1], note('fica com ele'), his)
  await expect(agreement(ana, set)).rejects.toMatchObject({ code: 'bad_request' })
  const answered = await answer(bruno, his)
  expect(await ana.open(answered)).toMatchObject({
    kind: 'blind_answer',
    entries: 50,
    decided: 50,
    new_events: 50,
    changes: 0,
    conflicts: [],
  })
  expect(await ana.merge(answered)).toEqual({ batch: null, changed: 50, set })
  expect(await sets(ana)).toMatchObject([{ id: set, role: 'answered', colleague: 'Bruno', decided: 50 }])
  const { disagreed, ...rest } = await agreement(ana, set)
  expect(rest).toEqual({
    both: 50,
    agreed: 35,
    rate: 0.7,
    kappa: expect.closeTo(0.4, 10),
    pairs: [
      { mine: 'aprovada', theirs: 'aprovada', count: 20 },
      { mine: 'rejeitada', theirs: 'rejeitada', count: 15 },
      { mine: 'rejeitada', theirs: 'aprovada', count: 10 },
      { mine: 'aprovada', theirs: 'rejeitada', count: 5 },
    ],
  })
  expect(disagreed).toHaveLength(15)
  expect(disagreed[0]).toEqual({
    entry_id: 21,
    sender: 'pessoa 21',
    mine: 'aprovada',
    theirs: 'rejeitada',
    my_comment: null,
    their_comment: 'dele',
  })
  // Nothing of ours changed, and the same answer brings nothing new.
  expect(ana.review(21).state).toBe('aprovada')
  expect(ana.review(21, set)).toMatchObject({ state: 'rejeitada', decided_by: 'Bruno' })
  expect(await ana.merge(answered)).toEqual({ batch: null, changed: 0, set })
})

it('counts only what both decided, and gives no rate without any', async () => {
  const [ana, bruno] = openPair()
  const { file, set } = await ask(ana, [1, 2, 3])
  const his = await setOf(bruno, file)
  await bruno.change([1, 2], setState('spam'), his)
  await ana.change([1], setState('em_revisao'))
  await ana.merge(await answer(bruno, his))
  expect(await agreement(ana, set)).toEqual({ both: 0, agreed: 0, rate: null, kappa: null, pairs: [], disagreed: [] })
  await ana.change([1], setState('spam'))
  expect(await agreement(ana, set)).toMatchObject({ both: 1, rate: 1, kappa: null })
})

it('a second answer corrects the first, and that of a second colleague stands alone', async () => {
  const [ana, bruno] = openPair()
  const carla = openDesk('Carla')
  const { file, set } = await ask(ana, [1, 2])
  const his = await setOf(bruno, file)
  const hers = await setOf(carla, file)
  await bruno.change([1, 2], setState('spam'), his)
  await carla.change([1], setState('aprovada'), hers)
  await ana.merge(await answer(bruno, his))
  const other = await setOf(ana, await answer(carla, hers))
  expect(other).not.toBe(set)
  await bruno.change([1], setState('duvida'), his)
  await bruno.undo(null, his)
  await bruno.undo(null, his)
  await bruno.change([2], setState('aprovada'), his)
  expect(await setOf(ana, await answer(bruno, his))).toBe(set)
  expect([1, 2].map((id) => ana.review(id, set).state)).toEqual(['nova', 'aprovada'])
  expect([1, 2].map((id) => ana.review(id, other).state)).toEqual(['aprovada', 'nova'])
  expect((await sets(ana)).map(({ colleague }) => colleague).sort()).toEqual(['Bruno', 'Carla'])
})

it('changes of a set are undone separately, and stay out of packages and of our states', async () => {
  const [ana, bruno] = openPair()
  const his = await setOf(bruno, (await ask(ana, [1, 2])).file)
  await bruno.change([1], setState('aprovada'))
  await bruno.change([1, 2, 3], setState('spam'), his)
  expect([1, 2, 3].map((id) => bruno.review(id, his).state)).toEqual(['spam', 'spam', 'nova'])
  expect(await ana.open(await bruno.pack())).toMatchObject({ entries: 1, new_events: 1 })
  expect(await bruno.undo()).toMatchObject({ undone: { value: 'aprovada' } })
  expect(bruno.review(1, his).state).toBe('spam')
  expect(await bruno.undo(null, his)).toMatchObject({ undone: { value: 'spam' }, changed: 2 })
})

it('a set that was not given to us to review is not changed', async () => {
  const ana = openDesk('Ana')
  const { set } = await ask(ana, [1, 2])
  await expect(ana.change([1], setState('spam'), set)).rejects.toMatchObject({ code: 'bad_request' })
  await expect(ana.change([1], setState('spam'), 'outro')).rejects.toMatchObject({ code: 'not_found' })
  expect(ana.review(1, set).state).toBe('nova')
})

it('forgetting a set takes its states and trail, and leaves ours', async () => {
  const [ana, bruno] = openPair()
  const { file, set } = await ask(ana, [1, 2])
  const his = await setOf(bruno, file)
  await bruno.change([1], setState('spam'))
  await bruno.change([1], setState('aprovada'), his)
  const answered = await answer(bruno, his)
  expect(await ana.open(answered)).toMatchObject({ entries: 2, decided: 1 })
  expect(await bruno.ask('reviews.forget_set', { set: his })).toEqual([])
  expect([bruno.review(1).state, bruno.trail(1, his)]).toEqual(['spam', []])
  await expect(answer(bruno, his)).rejects.toMatchObject({ code: 'not_found' })
  await expect(answer(ana, set)).rejects.toMatchObject({ code: 'bad_request' })
  // An answer to a request that was forgotten makes a set of its own.
  await ana.ask('reviews.forget_set', { set })
  const again = await setOf(ana, answered)
  expect(await sets(ana)).toMatchObject([{ id: again, role: 'answered', colleague: 'Bruno', entries: 2, decided: 1 }])
})

it('a request without entries is refused, and leaves no set', async () => {
  const ana = openDesk('Ana')
  await expect(ask(ana, [])).rejects.toMatchObject({ code: 'bad_request' })
  expect(await sets(ana)).toEqual([])
})
