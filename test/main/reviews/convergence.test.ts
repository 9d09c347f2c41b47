import { expect, it } from 'vitest'
import type { ReviewChange } from '../../../preload/contract/reviews.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'
import { assign, type Desk, disagreeing, note, openDesk, reject, setState, tag } from './review-kit.ts'

type Random = () => number

function pickOf<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

function randomChange(random: Random, desk: Desk): ReviewChange {
  return pickOf(random, [
    setState(pickOf(random, ['aprovada', 'spam', 'duvida', 'em_revisao', 'nova'])),
    reject(`motivo de ${desk.who}`),
    assign(pickOf(random, ['Ana', 'Bruno', null])),
    tag([pickOf(random, ['vip', 'urgente', 'Vip'])], [pickOf(random, ['vip', 'urgente'])]),
    note(`nota de ${desk.who} ${random()}`),
  ])
}

async function work(random: Random, desk: Desk, changes: number): Promise<void> {
  for (let count = 0; count < changes; count++) {
    if (random() < 0.2) await desk.undo()
    else
      await desk.change(
        [1, 2, 3].filter(() => random() < 0.6),
        randomChange(random, desk),
      )
  }
}

/** What everyone must agree on, without entries that have no review. */
function agreed(desk: Desk): unknown[] {
  return [1, 2, 3].map((id) => {
    const { state, assignee, tags, notes } = desk.review(id)
    return { state, assignee, tags, notes }
  })
}

it('two people who exchange packages both ways come to the same states, whatever they did', async () => {
  for (let seed = 1; seed <= 25; seed++) {
    const random = randomOf(seed * 7919)
    const ana = openDesk('Ana', { entries: [1, 2, 3] })
    const bruno = openDesk('Bruno', { entries: [1, 2, 3] })
    for (let round = 0; round < 4; round++) {
      await work(random, ana, 5)
      await work(random, bruno, 5)
      const [fromAna, fromBruno] = [await ana.pack(), await bruno.pack()]
      // Conflicts are decided for Ana by both: she keeps hers, he takes hers. Sometimes the packages cross.
      await ana.merge(fromBruno, 'mine')
      await bruno.merge(random() < 0.5 ? fromAna : await ana.pack(), 'theirs')
      expect(agreed(bruno), `seed ${seed} round ${round}`).toEqual(agreed(ana))
      expect([disagreeing(ana), disagreeing(bruno)]).toEqual([[], []])
    }
    ana.close()
    bruno.close()
  }
}, 60_000)

it('exchanges end without further changes: packages bring nothing new', async () => {
  const random = randomOf(5)
  const desks = ['Ana', 'Bruno', 'Carla'].map((who) => openDesk(who, { entries: [1, 2, 3] }))
  for (let round = 0; round < 12; round++) {
    for (const desk of desks) await work(random, desk, 4)
    const [one, other] = [pickOf(random, desks), pickOf(random, desks)]
    await one.merge(await other.pack(), 'mine')
  }
  let fresh = 1
  for (let round = 0; fresh > 0; round++) {
    expect(round).toBeLessThan(8)
    fresh = 0
    for (const one of desks) {
      for (const other of desks) {
        const file = await other.pack()
        fresh += (await one.open(file)).new_events
        await one.merge(file, 'mine')
      }
    }
  }
  for (const desk of desks) {
    expect(agreed(desk)).toEqual(agreed(desks[0] ?? desk))
    expect(disagreeing(desk)).toEqual([])
  }
}, 60_000)
