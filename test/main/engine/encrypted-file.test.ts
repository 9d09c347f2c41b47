import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeEncryptedFile } from '../../../main/engine/store/data-files.ts'
import { onDisk, openEncryptedFile, storeFailure } from '../../../main/engine/store/encrypted-file.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { startScript } from '../../kit/command.ts'
import { hasModes } from '../../kit/systems.ts'
import { folderOfTest } from '../../kit/temporary-folder.ts'
import { newerSchema, olderSchema } from './schemas.ts'

const schema = ['create table people (name text not null)']
const key = randomBytes(32).toString('hex')
let folder: string
let file: string

beforeEach(() => {
  folder = folderOfTest()
  file = path.join(folder, 'people.db')
})

const open = (change: Partial<Parameters<typeof openEncryptedFile>[0]> = {}) =>
  openEncryptedFile({ path: file, key, schema, ...change })

function codeOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    return error instanceof AppFailure ? error.code : String(error)
  }
  return 'nothing thrown'
}

describe('an encrypted file', () => {
  it('gives back what was written to the same key', () => {
    const first = open()
    first.prepare('insert into people values (?)').run('Conceição Ninguém')
    first.close()
    const second = open()
    expect(second.prepare('select name from people').pluck().all()).toEqual(['Conceição Ninguém'])
    expect(second.pragma('page_size', { simple: true })).toBe(65_536)
    second.close()
  })

  it.each(['aegis', 'chacha20'] as const)('shows no plain text on disk, in the file or beside it (%s)', (cipher) => {
    const database = open({ cipher })
    const insert = database.prepare('insert into people values (?)')
    for (let index = 0; index < 2000; index++) insert.run(`Conceição Ninguém ${index}`)
    const during = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)))
    database.pragma('wal_checkpoint(TRUNCATE)')
    const after = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)))
    database.close()
    for (const bytes of [...during, ...after]) {
      for (const secret of ['Ningu', 'SQLite format', 'people', key]) expect(bytes.includes(secret)).toBe(false)
      expect(bytes.includes(Buffer.from(key, 'hex'))).toBe(false)
    }
    const again = open()
    expect(again.prepare('select count(*) from people').pluck().get()).toBe(2000)
    again.close()
  })

  it('refuses another key without touching the file', () => {
    open().close()
    const bytesBefore = readFileSync(file)
    expect(codeOf(() => open({ key: randomBytes(32).toString('hex') }))).toBe('key_missing')
    expect(readFileSync(file).equals(bytesBefore)).toBe(true)
    expect(readdirSync(folder)).toEqual(['people.db'])
  })

  it('distinguishes a damaged file from a wrong key', () => {
    open().close()
    const bytes = readFileSync(file)
    bytes.fill(7, 200, 4000)
    writeFileSync(file, bytes)
    expect(codeOf(() => open())).toBe('file_damaged')
  })

  it('refuses a file that a later version wrote', () => {
    open({ schema: [...schema, 'create table later (x)'] }).close()
    expect(codeOf(() => open())).toBe('newer_version')
  })

  it('is readable by its owner alone', () => {
    open().close()
    if (hasModes) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('reports a full disk', () => {
    const database = open()
    database.pragma('max_page_count = 2')
    const insert = database.prepare('insert into people values (?)')
    let failure: unknown
    try {
      for (let index = 0; index < 100; index++) insert.run('x'.repeat(60_000))
    } catch (error) {
      failure = storeFailure(error)
    }
    expect(failure).toMatchObject({ code: 'disk_full' })
    database.close()
  })

  it('begins anew where the first writer ended before the file had anything in it', () => {
    open().close()
    truncateSync(file, 0)
    const database = open()
    expect(database.prepare('select count(*) from people').pluck().get()).toBe(0)
    database.close()
  })

  it('is removed with everything beside it', () => {
    const database = open()
    database.close()
    writeFileSync(`${file}.old`, 'x')
    removeEncryptedFile(file)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a migration', () => {
  it('of several processes at once loses no row, of an older program that has the file open neither', async () => {
    const older = open({ schema: olderSchema })
    const insert = older.prepare('insert into people (name) values (?)')
    insert.run('before')
    const names = ['one', 'two', 'three']
    let running = true
    const updating = Promise.all(
      names.map((name) => startScript('test/main/engine/children/update-file.ts', [file, key, name]).finished),
    ).finally(() => {
      running = false
    })
    const written = ['before']
    while (running) {
      const name = `during ${written.length}`
      try {
        insert.run(name)
        written.push(name)
      } catch (error) {
        // While the file is migrated nobody else may write.
        expect(error).toMatchObject({ code: expect.stringMatching(/^SQLITE_BUSY/) })
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const child of await updating) expect(child).toMatchObject({ code: 0, err: '' })
    older.close()
    const database = open({ schema: newerSchema })
    const storedNames = database.prepare<[], string>('select name from people').pluck().all()
    expect(storedNames.toSorted()).toEqual([...written, ...names].toSorted())
    database.close()
  }, 60_000)

  const later = [...schema, "alter table people add column city text default 'Recife'"]

  it('runs once, and leaves the old file until the next good opening', () => {
    const first = open()
    first.prepare('insert into people values (?)').run('Ana')
    first.close()
    const migrated = open({ schema: later })
    expect(migrated.prepare('select * from people').all()).toEqual([{ name: 'Ana', city: 'Recife' }])
    migrated.close()
    const old = open({ path: `${file}.old` })
    expect(old.prepare('select * from people').all()).toEqual([{ name: 'Ana' }])
    old.close()
    open({ schema: later }).close()
    expect(existsSync(`${file}.old`)).toBe(false)
    expect(readdirSync(folder)).toEqual(['.updating', path.basename(file)])
  })

  it('leaves the file as it was when it fails', () => {
    const first = open()
    first.prepare('insert into people values (?)').run('Ana')
    first.close()
    expect(() => open({ schema: [...later, 'not sql'] })).toThrow()
    const again = open()
    expect(again.prepare('select * from people').all()).toEqual([{ name: 'Ana' }])
    again.close()
  })

  it('clears what an earlier program left when it was killed in the middle', () => {
    open().close()
    writeFileSync(`${file}.migrating`, 'half a copy')
    const database = open({ schema: later })
    expect(database.pragma('user_version', { simple: true })).toBe(2)
    database.close()
    open({ schema: later }).close()
    expect(readdirSync(folder)).toEqual(['.updating', path.basename(file)])
  })
})

it('is flushed at each commit of what is written through, and else at the next checkpoint', () => {
  const database = open()
  const level = () => database.pragma('synchronous', { simple: true })
  const [normal, full] = [1, 2]
  expect(onDisk(database, level)).toBe(full)
  expect(level()).toBe(normal)
  const failing = () =>
    onDisk(database, () => {
      throw new Error('made for the test')
    })
  expect(failing).toThrow()
  expect(level()).toBe(normal)
  database.close()
})
