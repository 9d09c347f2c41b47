import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { AppFailure } from '../../main/kernel/failure.ts'
import { leadFilter } from '../../preload/contract/sheets.ts'
import { fileKey } from '../kit/temporary-folder.ts'
import { createDataKit, phone } from '../main/engine/data-kit.ts'
import { leadOf, manyLeads, pagesOf, randomOf } from '../main/sheets/data/lead-pages.ts'
import { beginPull, columnOf, createSheet, finishPull, sheetWith, storePage } from '../main/sheets/data/open-sheets.ts'
import { type CrashKind, momentOf, startWriter } from './crash-kit.ts'

/** Runs and sheets, killed while they are written: what was confirmed is stored, and stored once. */

const rowsOfRun = 12_000

const runFromSheet: CrashKind = {
  name: 'a run that a sheet answers is not there or has all its answers after SIGKILL',
  kills: 20,
  async prepare() {
    const kit = createDataKit()
    const { data } = kit
    const leads = Array.from({ length: rowsOfRun }, (_, row) => ({
      contato_id: row + 1,
      telefone_digitos: phone(2 * row),
    }))
    await data.ask('sheets.create', { id: 'all', name: 'Todos', connection_id: 'one', filter: leadFilter.parse({}) })
    await data.ask('sheets.begin', { id: 'all', mode: 'full', updated_after: null })
    for (const [page, body] of pagesOf(leads, 10_000).entries()) {
      await data.ask('sheets.page', { id: 'all', page: page + 1, body: Buffer.from(body) })
    }
    await data.ask('sheets.finish', { id: 'all', numbered: true })
    const random = randomOf(12)
    return {
      async attempt() {
        const finished = kit
          .makeRun(rowsOfRun, 'all')
          .catch((error: unknown) => (error instanceof AppFailure ? error.code : String(error)))
        return {
          victim: { finished, kill: () => kit.kill() },
          mayStrike: () => true,
          momentMs: random() * 120,
          async check() {
            await finished
            for (const { rows, answered_keys, state } of await data.ask('runs.list', {})) {
              expect([rows, state, answered_keys]).toEqual([rowsOfRun, 'finished', rowsOfRun])
            }
          },
        }
      },
      async finish() {
        await kit.makeRun(rowsOfRun, 'all')
        for (const { outcomes } of await data.ask('runs.list', {})) {
          expect(outcomes).toMatchObject({ sem_conversa: rowsOfRun / 2, ausente: rowsOfRun / 2, sem_resposta: 0 })
        }
      },
    }
  },
}

const sheetPages: CrashKind = {
  name: 'a sheet goes on behind the pages that it has stored after SIGKILL, and has every page once',
  kills: 20,
  async prepare() {
    // Pages are stored in groups of 65,536 rows and more: every kill strikes near the end of one.
    const perPage = 10_000
    const pagesOfGroup = 7
    const pages = 80
    const sheets = await createSheet()
    sheets.close()
    const storeUntil = (last: number) =>
      startWriter('store-pages.ts', ...[sheets.dir, fileKey, pages, perPage, last].map(String))
    const random = randomOf(7)
    let stored = 0
    return {
      attempt() {
        const { victim, lines } = storeUntil(Math.min(stored + 2 * pagesOfGroup, pages - 1))
        const confirmed = Math.min(pagesOfGroup - 1 + Math.floor(random() * 3), pages - 1 - stored)
        return {
          victim,
          mayStrike: () => lines().length >= confirmed,
          momentMs: random() * 40,
          async check() {
            sheets.restart()
            const [sheet] = await sheets.ask('sheets.list', {})
            expect(sheet?.badge).toEqual({ kind: 'partial', reason: 'ended', failure: null })
            const rows = sheet?.rows ?? 0
            expect(rows % perPage).toBe(0)
            // At most the last group, and the page that crossed its end, are requested again.
            expect(rows / perPage).toBeGreaterThanOrEqual(Math.max(stored, Number(lines().at(-1) ?? 0) - pagesOfGroup))
            stored = rows / perPage
            expect(await columnOf(sheets, 'nome')).toHaveLength(rows)
            sheets.close()
          },
        }
      },
      async finish() {
        expect(stored).toBeGreaterThan(pagesOfGroup)
        expect((await storeUntil(pages).victim.finished).code).toBe(0)
        sheets.restart()
        const rows = pages * perPage
        const state = await beginPull(sheets)
        expect(state).toMatchObject({ next_page: pages + 1, rows })
        const sheet = await finishPull(sheets)
        expect(sheet).toMatchObject({ rows, repeated: 0, badge: { kind: 'complete' } })
        const ids = await columnOf(sheets, 'contato_id')
        expect(ids).toHaveLength(rows)
        expect(ids.findIndex((id, index) => id !== 1000 + index)).toBe(-1)
      },
    }
  },
}

/** A quick refresh of so many rows of 30,000; `steps` are those of its progress after which it is killed. */
const sheetRefresh = (name: string, changed: number, steps: readonly number[]): CrashKind => ({
  name: `a sheet shows its old rows or the refreshed ones whole after SIGKILL, where ${name}`,
  kills: steps.length,
  async prepare() {
    const rows = 30_000
    const sheets = await sheetWith(manyLeads(rows))
    await beginPull(sheets, 'quick')
    const refreshed = Array.from({ length: changed }, (_, row) => ({ ...leadOf(3 + row), nome: 'Mudou' }))
    const [body = ''] = pagesOf([leadOf(90_000), ...refreshed], changed + 1)
    await storePage(sheets, 1, body)
    sheets.close()
    let struck = 0
    let isMerged = false
    return {
      attempt(round) {
        const step = steps[round] ?? 1
        const { victim, lines } = startWriter('finish-pull.ts', sheets.dir, fileKey)
        return {
          victim,
          // A merge that was quicker than its kill leaves nothing to merge in the next rounds.
          mayStrike: () => isMerged || lines().length >= step,
          momentMs: 0,
          async check() {
            sheets.restart()
            const [sheet] = await sheets.ask('sheets.list', {})
            expect([rows, rows + 1]).toContain(sheet?.rows)
            expect(sheet?.interrupted).toBe(sheet?.rows === rows ? 'quick' : null)
            isMerged = sheet?.interrupted === null
            if (!isMerged) struck += 1
            expect(await columnOf(sheets, 'contato_id')).toHaveLength(sheet?.rows ?? 0)
            sheets.close()
          },
        }
      },
      async finish() {
        expect(struck).toBeGreaterThan(0)
        sheets.restart()
        const [before] = await sheets.ask('sheets.list', {})
        if (before?.interrupted) await finishPull(sheets)
        const names = await columnOf(sheets, 'nome')
        expect(names).toHaveLength(rows + 1)
        expect(names.filter((name) => name === 'Mudou')).toHaveLength(changed)
        expect([names[2], names[3], names[3 + changed]]).toEqual([
          leadOf(2).nome,
          'Mudou',
          manyLeads(rows)[3 + changed]?.nome,
        ])
        const files = readdirSync(path.join(sheets.dir, 'sheets')).filter((file) => file.endsWith('.snapshot'))
        expect(files.length).toBeLessThanOrEqual(2)
      },
    }
  },
})

/** One step a column. */
const whole = sheetRefresh('all rows are written anew', 5000, [1, 2, 9, 17, 24])
const changes = sheetRefresh('a snapshot of the changes is written', 1, [1, 1, 1])

/** A new reading of 30,000 rows, one of which came twice, so that all are written anew; killed in any step of that. */
const anew: CrashKind = {
  name: 'a sheet shows its old rows or those of a new reading whole after SIGKILL while that is finished',
  kills: 8,
  async prepare() {
    const rows = 30_000
    const sheets = await sheetWith(manyLeads(rows))
    await beginPull(sheets)
    const leads = manyLeads(rows).map((lead) => ({ ...lead, nome: 'Mudou' }))
    await storePage(sheets, 1, pagesOf([...leads, { ...leads[0] }], rows + 1)[0])
    sheets.close()
    const show = async () => {
      sheets.restart()
      const [sheet] = await sheets.ask('sheets.list', {})
      const names = await columnOf(sheets, 'nome')
      expect(names).toHaveLength(rows)
      const isNew = sheet?.interrupted === null
      expect(names.filter((name) => name === 'Mudou')).toHaveLength(isNew ? rows : 0)
      return isNew
    }
    let struck = 0
    let isShown = false
    return {
      attempt(round) {
        const { victim, lines } = startWriter('finish-pull.ts', sheets.dir, fileKey)
        return {
          victim,
          mayStrike: () => isShown || lines().length >= Math.min(1 + 4 * round, 24),
          momentMs: momentOf(round, 40),
          async check() {
            isShown = await show()
            if (!isShown) struck += 1
            sheets.close()
          },
        }
      },
      async finish() {
        expect(struck).toBeGreaterThan(0)
        sheets.restart()
        if (!isShown) await finishPull(sheets)
        expect(await show()).toBe(true)
        const files = readdirSync(path.join(sheets.dir, 'sheets')).filter((file) => file.endsWith('.snapshot'))
        expect(files).toHaveLength(1)
      },
    }
  },
}

export const dataKinds: readonly CrashKind[] = [runFromSheet, sheetPages, whole, changes, anew]
