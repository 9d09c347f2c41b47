import { cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { openEncryptedFile } from '../../main/engine/store/encrypted-file.ts'
import { formerSchema } from '../../main/leads/former-rows.ts'
import { writeFormerFiles } from '../kit/former-files.ts'
import { fileKey, folderOfTest } from '../kit/temporary-folder.ts'
import { cross } from '../main/cruzar/data/run-kit.ts'
import { leadsOf, manyLeads, randomOf } from '../main/sheets/data/lead-pages.ts'
import { cellsOf, columnOf, openSheets, sheetOf } from '../main/sheets/data/open-sheets.ts'
import { type CrashKind, startWriter } from './crash-kit.ts'

/** The files of sheets, killed while they are moved or forgotten: what shows their rows has them all. */

const filesOf = (dir: string) => readdirSync(path.join(dir, 'sheets')).filter((name) => /^s1\.sheet/.test(name))
const snapshotsOf = (dir: string) => filesOf(dir).filter((name) => name.endsWith('.snapshot'))

/** A folder of its own for each kill, since looking at what is left ends the work. */
const copyOf = (dir: string): string => {
  const copy = folderOfTest()
  cpSync(dir, copy, { recursive: true })
  return copy
}

const conversion: CrashKind = {
  name: 'a former sheet has its rows once and whole after SIGKILL while they were moved to snapshots',
  kills: 12,
  async prepare() {
    const template = folderOfTest()
    const folder = path.join(template, 'sheets')
    const json = path.resolve('test/main/sheets/data/pages-as-blobs.json')
    writeFormerFiles(json, { dir: folder, ending: '.sheet', key: fileKey })
    const file = path.join(folder, 's1.sheet')
    const database = openEncryptedFile({ path: file, key: fileKey, schema: formerSchema, oldest: 1 })
    const add = database.prepare(
      'insert into segment (generation, name, number, body) values (1, ?, 0, zeroblob(1000000))',
    )
    for (let at = 0; at < 60; at++) add.run(`peso${at}`)
    database.close()
    const random = randomOf(31)
    return {
      attempt() {
        const dir = copyOf(template)
        const { victim, lines } = startWriter('data-call.ts', dir, fileKey, 'show')
        return {
          victim,
          mayStrike: () => lines().length > 0,
          momentMs: random() * 500,
          async check() {
            const sheets = openSheets(dir)
            expect(await columnOf(sheets, 'contato_id')).toEqual(leadsOf(150).map(({ contato_id }) => contato_id))
            expect(snapshotsOf(dir)).toHaveLength(2)
            sheets.close()
            const after = openEncryptedFile({
              path: path.join(dir, 'sheets', 's1.sheet'),
              key: fileKey,
              schema: formerSchema,
            })
            expect(after.prepare('select count(*) as count from segment').get()).toEqual({ count: 0 })
            after.close()
          },
        }
      },
    }
  },
}

const forgetting: CrashKind = {
  name: 'runs show all their leads after SIGKILL while their sheet was forgotten, which is there or gone whole',
  kills: 12,
  async prepare() {
    const sheets = openSheets()
    const leads = manyLeads(30_000)
    await sheetOf(sheets, leads)
    const ids: string[] = []
    for (let run = 0; run < 3; run++) ids.push(await cross(sheets, { of: leads.slice(0, 5000) }))
    const shown = async (folder: typeof sheets) =>
      Promise.all(ids.map((id) => cellsOf(folder, { kind: 'run', id }, 'lead_nome')))
    const expected = await shown(sheets)
    sheets.close()
    const random = randomOf(7)
    return {
      attempt(round) {
        const dir = copyOf(sheets.dir)
        const { victim, lines } = startWriter('data-call.ts', dir, fileKey, 'forget')
        return {
          victim,
          mayStrike: () => lines().length > round % 4,
          momentMs: random() * 200,
          async check() {
            const after = openSheets(dir)
            expect(await shown(after)).toEqual(expected)
            const isThere = (await after.ask('sheets.list', {})).length === 1
            expect(snapshotsOf(dir)).toHaveLength(isThere ? 1 : 0)
            if (isThere) expect(await columnOf(after, 'contato_id')).toHaveLength(leads.length)
            after.close()
          },
        }
      },
    }
  },
}

export const snapshotKinds: readonly CrashKind[] = [conversion, forgetting]
