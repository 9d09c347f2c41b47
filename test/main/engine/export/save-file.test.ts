import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { exportTable } from '../../../../main/engine/export/export-table.ts'
import { AppFailure, failureOf } from '../../../../main/kernel/failure.ts'
import { withTarget } from '../../../../main/kernel/host-files.ts'
import { saveFailure, saveFile } from '../../../../main/kernel/save-file.ts'
import { posixOnly } from '../../../kit/systems.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'
import { jobOf, numberedTable, tableOf, texts } from './export-kit.ts'

const signal = new AbortController().signal
const formats = ['xlsx', 'csv-excel', 'csv-raw'] as const

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: made for the test`), { code, syscall })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing failed',
    (error: unknown) => failureOf(error).code,
  )
}

describe('saving a file', () => {
  it('replaces the target in one step and leaves nothing else in the folder', async () => {
    const folder = await temporaryFolder()
    const target = path.join(folder, 'leads.csv')
    await writeFile(target, 'antigo')
    const { value, bytes } = await saveFile({ path: target, signal }, async (sink) => {
      await sink.write(Buffer.from('novo conteúdo'))
      await sink.write(Buffer.from(' e mais'))
      await sink.patch(0, Buffer.from('N'))
      expect(await readFile(target, 'utf8')).toBe('antigo')
      return 'feito'
    })
    expect({ value, bytes }).toEqual({ value: 'feito', bytes: 21 })
    expect(await readFile(target, 'utf8')).toBe('Novo conteúdo e mais')
    expect(await readdir(folder)).toEqual(['leads.csv'])
  })

  it('writes the temporary file under a hidden name in the same folder', async () => {
    const folder = await temporaryFolder()
    await saveFile({ path: path.join(folder, 'leads.csv'), signal }, async () => {
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.leads\.csv\.[0-9a-f]{12}\.cruza-tmp$/)])
    })
  })

  it('keeps the target and clears up when the work fails, and passes the failure on', async () => {
    const folder = await temporaryFolder()
    const target = path.join(folder, 'leads.csv')
    await writeFile(target, 'antigo')
    const saving = saveFile({ path: target, signal }, async (sink) => {
      await sink.write(Buffer.from('meio'))
      throw new AppFailure('offline', { host: 'exemplo' })
    })
    expect(await codeOf(saving)).toBe('offline')
    expect(await readdir(folder)).toEqual(['leads.csv'])
    expect(await readFile(target, 'utf8')).toBe('antigo')
  })

  it('lets nobody else read a new file', posixOnly('modes'), async () => {
    const target = path.join(await temporaryFolder(), 'leads.csv')
    await saveFile({ path: target, signal }, (sink) => sink.write(Buffer.from('novo')))
    expect((await stat(target)).mode & 0o777).toBe(0o600)
  })

  it('follows a link to the file behind it and keeps that file as private as it was', posixOnly('links'), async () => {
    const folder = await temporaryFolder()
    await mkdir(path.join(folder, 'arquivos'))
    const real = path.join(folder, 'arquivos', 'leads.csv')
    const link = path.join(folder, 'atalho.csv')
    await writeFile(real, 'antigo')
    await chmod(real, 0o600)
    await symlink(real, link)
    await saveFile({ path: link, signal }, (sink) => sink.write(Buffer.from('novo')))
    expect(await readFile(real, 'utf8')).toBe('novo')
    expect((await stat(real)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['arquivos', 'atalho.csv'])
  })

  it('takes the longest name that the system takes', async () => {
    const folder = await temporaryFolder()
    const name = `${'ã'.repeat(125)}.csv`
    await saveFile({ path: path.join(folder, name), signal }, (sink) => sink.write(Buffer.from('x')))
    expect(await readdir(folder)).toEqual([name])
  })

  it('clears what a killed save of the same name left an hour ago, and nothing else', async () => {
    const folder = await temporaryFolder()
    const stale = path.join(folder, '.leads.csv.0123456789ab.cruza-tmp')
    const fresh = path.join(folder, '.leads.csv.ba9876543210.cruza-tmp')
    const other = path.join(folder, '.outro.csv.0123456789ab.cruza-tmp')
    for (const file of [stale, fresh, other]) await writeFile(file, 'meio')
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    for (const file of [stale, other]) await utimes(file, longAgo, longAgo)
    await saveFile({ path: path.join(folder, 'leads.csv'), signal }, (sink) => sink.write(Buffer.from('x')))
    expect((await readdir(folder)).toSorted()).toEqual(
      [fresh, other, path.join(folder, 'leads.csv')].map((file) => path.basename(file)).toSorted(),
    )
  })
})

describe('a target that cannot be written', () => {
  const nothing = async () => {}

  it('fails before any row is read, where it can be known', async () => {
    const folder = await temporaryFolder()
    const fill = vi.fn(async () => undefined)
    await mkdir(path.join(folder, 'pasta.csv'))
    await writeFile(path.join(folder, 'arquivo'), '')
    expect(await codeOf(saveFile({ path: path.join(folder, 'pasta.csv'), signal }, fill))).toBe('name_taken')
    expect(await codeOf(saveFile({ path: path.join(folder, 'falta', 'a.csv'), signal }, fill))).toBe('not_found')
    expect(await codeOf(saveFile({ path: path.join(folder, 'arquivo', 'a.csv'), signal }, fill))).toBe('not_found')
    expect(await codeOf(saveFile({ path: path.join(folder, `${'a'.repeat(300)}.csv`), signal }, fill))).toBe(
      'bad_request',
    )
    expect(fill).not.toHaveBeenCalled()
    expect(await readdir(folder)).toEqual(['arquivo', 'pasta.csv'])
  })

  it('is named in its failure, without its folder', async () => {
    const folder = await temporaryFolder()
    await mkdir(path.join(folder, 'leads.csv'))
    const targets = {
      choose: async (name: string) => ({ path: path.join(folder, name), name, done: nothing, discard: nothing }),
    }
    const saving = withTarget(targets, 'leads.csv', (target) => saveFile({ ...target, signal }, async () => undefined))
    const failure = await saving.catch((error: unknown) => failureOf(error))
    expect(failure).toMatchObject({ code: 'name_taken', params: { file: 'leads.csv' } })
  })

  it('fails when it is no file', posixOnly('fifos'), async () => {
    const folder = await temporaryFolder()
    const target = path.join(folder, 'tomada')
    const server = createServer().listen(target)
    await once(server, 'listening')
    expect(await codeOf(saveFile({ path: target, signal }, async () => undefined))).toBe('name_taken')
    expect(await readdir(folder)).toEqual(['tomada'])
    server.close()
  })

  it('fails when it becomes a folder meanwhile, and the temporary file is deleted', async () => {
    const folder = await temporaryFolder()
    const target = path.join(folder, 'leads.csv')
    expect(await codeOf(saveFile({ path: target, signal }, () => mkdir(target)))).toBe('name_taken')
    expect(await readdir(folder)).toEqual(['leads.csv'])
  })

  it.runIf(process.platform === 'linux')('is busy while a program runs from it', async () => {
    const folder = await temporaryFolder()
    const target = path.join(folder, 'programa')
    await writeFile(target, await readFile('/bin/sleep'), { mode: 0o755 })
    const program = spawn(target, ['60'])
    await once(program, 'spawn')
    expect(await codeOf(saveFile({ path: target, signal }, async () => undefined))).toBe('file_busy')
    program.kill('SIGKILL')
    await once(program, 'exit')
    expect(await readdir(folder)).toEqual(['programa'])
  })

  it.each([
    ['open', 'EBUSY', 'open', 'file_busy'],
    ['open', 'EACCES', 'open', 'no_permission'],
    ['open', 'EROFS', 'open', 'no_permission'],
    ['write', 'ENOSPC', 'write', 'disk_full'],
    ['write', 'ENOSPC', 'fsync', 'disk_full'],
    ['write', 'EDQUOT', 'write', 'disk_full'],
    ['rename', 'EBUSY', 'rename', 'file_busy'],
    ['rename', 'EPERM', 'rename', 'file_busy'],
    ['rename', 'EACCES', 'rename', 'file_busy'],
  ] as const)('at %s, %s of %s is %s', (step, code, syscall, expected) => {
    expect(failureOf(saveFailure(step, systemError(code, syscall))).code).toBe(expected)
  })

  it('is not blamed for trouble of the network', () => {
    const error = systemError('EACCES', 'connect')
    expect(saveFailure('write', error)).toBe(error)
  })
})

describe.each(formats)('an export to %s', (format) => {
  it('stops when cancelled among many rows and leaves no file', async () => {
    const folder = await temporaryFolder()
    const target = path.join(folder, 'leads')
    await writeFile(target, 'antigo')
    const controller = new AbortController()
    const table = numberedTable(50_000_000)
    const progress = (value: { rows: number }) => {
      if (value.rows > 1000) controller.abort()
    }
    const job = jobOf({ path: target, format, ...table, signal: controller.signal, progress })
    expect(await codeOf(exportTable(job))).toBe('cancelled')
    expect(await readdir(folder)).toEqual(['leads'])
    expect(await readFile(target, 'utf8')).toBe('antigo')
  })

  it('is not started when it was cancelled before', async () => {
    const folder = await temporaryFolder()
    const job = jobOf({
      path: path.join(folder, 'leads'),
      format,
      ...numberedTable(10),
      signal: AbortSignal.abort(),
    })
    expect(await codeOf(exportTable(job))).toBe('cancelled')
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves nothing when a cell fails, and passes its failure on', async () => {
    const folder = await temporaryFolder()
    const cell = (row: number) => {
      if (row > 0) throw new AppFailure('file_damaged')
      return 'a'
    }
    const columns = texts('a').map((column) => ({ ...column, cell }))
    const job = jobOf({ path: path.join(folder, 'leads'), format, columns, rows: Uint32Array.of(0, 1) })
    expect(await codeOf(exportTable(job))).toBe('file_damaged')
    expect(await readdir(folder)).toEqual([])
  })

  it('yields to other work while it writes, and reports progress', async () => {
    const folder = await temporaryFolder()
    const reports: { rows: number }[] = []
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 1)
    const total = 400_000
    const job = jobOf({
      path: path.join(folder, 'leads'),
      format,
      ...numberedTable(total),
      progress: (value) => reports.push(value),
    })
    await exportTable(job)
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(1)
    expect(reports.at(-1)).toEqual({ rows: total, total })
    expect(reports.map(({ rows: done }) => done)).toEqual(
      reports.map(({ rows: done }) => done).toSorted((a, b) => a - b),
    )
  })

  it('refuses a table without columns and a zone that nobody knows', async () => {
    const folder = await temporaryFolder()
    const job = jobOf({ path: path.join(folder, 'leads'), format, ...tableOf([], []) })
    expect(await codeOf(exportTable(job))).toBe('bad_request')
    expect(await codeOf(exportTable({ ...job, ...tableOf(texts('a'), []), zone: 'Marte/Olimpo' }))).toBe('bad_request')
    expect(await readdir(folder)).toEqual([])
  })
})
