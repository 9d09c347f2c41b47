import { describe, expect, test } from 'vitest'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { differenceTable } from '../../../preload/values/sheet-differences.ts'
import { delay } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { faultSwitch } from '../../kit/controls.ts'
import { everything, startAccount } from '../../kit/leads.ts'

/** What changed in a sheet, over the demonstration's HTTP. */
async function place() {
  const faults = faultSwitch()
  const account = await startAccount({ leads: 600, faults })
  const { ask, ended, rows } = account
  return {
    ...account,
    faults,
    refresh: async (id: string, mode: 'quick' | 'full' = 'full') => ended(await ask('sheets.refresh', { id, mode })),
    async lastPair(id: string) {
      const [to, from] = (await ask('sheets.snapshots', { id })).snapshots
      return { from: { sheet: id, number: from?.number ?? 0 }, to: { sheet: id, number: to?.number ?? 0 } }
    },
    kindsOf: async (pair: Parameters<typeof differenceTable>[0]) =>
      (await rows(differenceTable(pair))).flatMap(({ mudanca }) => mudanca),
  }
}
const resolved: Partial<LeadFilter> = { ...everything, status: ['resolved'] }

describe('what changed since the reading before', () => {
  test('is who is new, who left the base, and who wrote', async () => {
    const { ask, demo, readSheet, refresh, lastPair } = await place()
    const sheet = await readSheet({ name: 'Todos' })
    demo.touch(20)
    demo.drift({ insert: 4, remove: 3 })
    await refresh(sheet.id)
    expect(await ask('sheets.difference', await lastPair(sheet.id))).toMatchObject({
      new: 4,
      gone: 3,
      kinds: expect.arrayContaining([
        { kind: 'nova', rows: 4 },
        { kind: 'saiu_da_base', rows: 3 },
      ]),
      unclear: { later: 0, earlier: 0 },
      quick: false,
    })
  })

  test('sees by a quick refresh who moved, and says that it sees nobody who left', async () => {
    const { ask, demo, readSheet, refresh, lastPair } = await place()
    const sheet = await readSheet({ name: 'Todos' })
    demo.touch(20)
    await refresh(sheet.id, 'quick')
    const difference = await ask('sheets.difference', await lastPair(sheet.id))
    expect(difference).toMatchObject({ changed: 20, gone: 0, quick: true })
    expect(difference.kinds).toContainEqual({ kind: 'respondeu', rows: 20 })
  })

  test('tells who left a filter by a sheet of everybody that was read since', async () => {
    const { demo, readSheet, refresh, lastPair, kindsOf } = await place()
    const sheet = await readSheet({ name: 'Resolvidas', filter: resolved })
    demo.touch(600)
    await refresh(sheet.id)
    const pair = await lastPair(sheet.id)
    expect(await kindsOf(pair)).toContain('saiu')
    await readSheet({ name: 'Todos' })
    const kinds = await kindsOf(pair)
    expect(kinds).not.toContain('saiu')
    expect(kinds).toContain('saiu_do_filtro')
  })

  test('stays what it was while a full refresh is interrupted', async () => {
    const { ask, demo, ended, task, readSheet, faults, lastPair } = await place()
    const sheet = await readSheet({ name: 'Todos' })
    demo.drift({ insert: 4 })
    faults.set(faultPlan().on('/leads', { fromPage: 2, times: 9, fault: delay(60_000) }))
    const refreshed = await ask('sheets.refresh', { id: sheet.id, mode: 'full' })
    await expect.poll(() => task(refreshed)?.done, { interval: 5 }).toBe(500)
    await ask('tasks.cancel', { id: refreshed.task_id ?? '' })
    await ended(refreshed)
    expect((await ask('sheets.snapshots', { id: sheet.id })).snapshots).toHaveLength(1)
    await expect(ask('sheets.difference', await lastPair(sheet.id))).rejects.toMatchObject({ code: 'not_found' })
  })
})
