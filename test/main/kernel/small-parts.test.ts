import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { childEnvironment } from '../../../main/kernel/child-process.ts'
import { AppFailure, failureOf, thrown } from '../../../main/kernel/failure.ts'
import { createFileTickets, type SaveTarget, withTarget } from '../../../main/kernel/host-files.ts'
import { createPreferences } from '../../../main/kernel/preferences.ts'
import { createDerivedCache } from '../../../main/kernel/recent.ts'
import { createAdaptiveConcurrency } from '../../../main/kernel/schedule.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

describe('adaptive concurrency', () => {
  test('widen one by one up to the most, halve on trouble, and never close', () => {
    const concurrency = createAdaptiveConcurrency(4)
    const widths = [concurrency.width]
    for (let turn = 0; turn < 5; turn += 1) {
      concurrency.widen()
      widths.push(concurrency.width)
    }
    expect(widths).toEqual([1, 2, 3, 4, 4, 4])
    concurrency.narrow()
    expect(concurrency.width).toBe(2)
    concurrency.narrow()
    concurrency.narrow()
    expect(concurrency.width).toBe(1)
  })

  test('stay single once they had to be', () => {
    const concurrency = createAdaptiveConcurrency(4)
    concurrency.widen()
    concurrency.single()
    concurrency.widen()
    expect(concurrency.width).toBe(1)
  })
})
describe('a derived value', () => {
  test('is derived once from the very same inputs, and from others with its previous value', async () => {
    const cache = createDerivedCache<string>(2)
    const [input, otherInput] = [{}, {}]
    const derive = (word: string) => async (previous: string | undefined) => `${previous ?? ''}${word}`
    expect(await Promise.all([cache('a', [input], derive('one')), cache('a', [input], derive('two'))])).toEqual([
      'one',
      'one',
    ])
    expect(await cache('a', [otherInput], derive('two'))).toBe('onetwo')
    expect(await cache('b', [input], derive('one'))).toBe('one')
  })

  test('is derived again when it failed', async () => {
    const cache = createDerivedCache<string>(2)
    const failing = cache('a', [1], () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await cache('a', [1], () => 'yes')).toBe('yes')
  })
})
describe('a file ticket', () => {
  test('that nobody takes makes room for newer ones', () => {
    const fileTickets = createFileTickets()
    const tickets = Array.from({ length: 9 }, (_, at) => fileTickets.put({ name: `${at}`, source: { path: `/${at}` } }))
    expect(fileTickets.take(tickets[0] ?? '')).toBeUndefined()
    expect(fileTickets.take(tickets[8] ?? '')?.name).toBe('8')
  })
})
describe('a save target', () => {
  function targets(done: () => Promise<void> = async () => {}) {
    const events: string[] = []
    const choose = async (name: string): Promise<SaveTarget> => ({
      path: `/x/${name}`,
      name,
      async done() {
        events.push('done')
        await done()
      },
      async discard() {
        events.push('discarded')
      },
    })
    return { choose, events }
  }

  test.each([
    ['Leads: março/abril.csv', 'Leads- março-abril.csv'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['...', 'cruza'],
    ['fim. ', 'fim'],
    ['a\u0000b\nc', 'a-b-c'],
    ['CON.csv', 'CON_.csv'],
    ['nul', 'nul_'],
    ['com1.leads.xlsx', 'com1_.leads.xlsx'],
    ['LPT\u00b9.csv', 'LPT\u00b9_.csv'],
    ['Conta.csv', 'Conta.csv'],
    ['Leads de março. .csv', 'Leads de março.csv'],
    ['fim .xlsx', 'fim.xlsx'],
    [`${'a'.repeat(300)}.xlsx`, `${'a'.repeat(175)}.xlsx`],
    [`${'ã'.repeat(300)} (Excel em português).csv`, `${'ã'.repeat(118)}.csv`],
    [`${'😀'.repeat(100)}.csv`, `${'😀'.repeat(59)}.csv`],
    [`${'a'.repeat(180)}. ${'b'.repeat(300)}`, 'a'.repeat(180)],
  ])('is proposed with a name that every system takes: %j', async (suggested, name) => {
    const { choose } = targets()
    expect((await withTarget({ choose }, suggested, async () => 1))?.target.name).toBe(name)
  })

  test('is done when it was written, discarded when writing failed or could not be finished', async () => {
    const good = targets()
    expect(await withTarget(good, 'a', async () => 7)).toMatchObject({ value: 7 })
    expect(good.events).toEqual(['done'])
    const bad = targets()
    await expect(withTarget(bad, 'a', () => Promise.reject(new AppFailure('disk_full')))).rejects.toThrow('disk_full')
    expect(bad.events).toEqual(['discarded'])
    const late = targets(() => Promise.reject(new AppFailure('file_busy')))
    await expect(withTarget(late, 'a', async () => 7)).rejects.toThrow('file_busy')
    expect(late.events).toEqual(['done', 'discarded'])
  })

  test('is none when the person chose none, and nothing is written', async () => {
    let written = false
    const write = async () => {
      written = true
    }
    expect(await withTarget({ choose: async () => null }, 'a', write)).toBeNull()
    expect(written).toBe(false)
  })
})
describe('preferences', () => {
  const first = {
    language: 'pt-BR',
    theme: 'system',
    narrow: false,
    requests_at_once: 4,
    sheet_versions: 2,
    idle_reads: false,
    export_origin: true,
  }

  test('start with the language of the system and are stored', async () => {
    const dir = path.join(await temporaryFolder(), 'new')
    expect(createPreferences(dir, 'en-GB').read()).toEqual({ ...first, language: 'en' })
    expect(createPreferences(dir, 'fr-FR').read().language).toBe('pt-BR')
    expect(existsSync(dir)).toBe(false)
    createPreferences(dir, 'pt-BR').write({ theme: 'dark' })
    expect(createPreferences(dir, 'en').read()).toEqual({ ...first, theme: 'dark' })
    expect(readdirSync(dir)).toEqual(['settings.json'])
  })

  test('that are damaged are the first ones again', async () => {
    const dir = await temporaryFolder()
    for (const text of ['', '{', 'null', '[]', '{"theme":"green"}']) {
      writeFileSync(path.join(dir, 'settings.json'), text)
      expect(createPreferences(dir, 'pt-BR').read()).toEqual(first)
    }
    createPreferences(dir, 'pt-BR').write({ narrow: true })
    expect(JSON.parse(readFileSync(path.join(dir, 'settings.json'), 'utf8'))).toMatchObject({ narrow: true })
  })
})
describe('a failure', () => {
  test('crosses a process boundary and stays what it was', () => {
    const failure = failureOf(new AppFailure('file_busy', { place: 'x' }, 'EBUSY'))
    expect(failure).toEqual({ code: 'file_busy', params: { place: 'x' }, details: 'EBUSY' })
    expect(failureOf(thrown(failure))).toEqual(failure)
    expect(failureOf(failure)).toEqual(failure)
  })

  test('of an abort is a cancel; of anything else it is internal, without words of the error', () => {
    const aborted = AbortSignal.abort()
    expect(failureOf(aborted.reason)).toEqual({ code: 'cancelled', params: {} })
    expect(failureOf({ code: 'constructor', params: {} }).code).toBe('internal')
    expect(failureOf('ana@casa.example')).toEqual({ code: 'internal', params: {}, details: 'unknown' })
    const details = failureOf(new Error('ana@casa.example a.ts:1:2')).details
    expect(details).toMatch(/^Error small-parts\.test\.ts:\d+:\d+$/)
  })
})
test('no child sees the variables that carry secrets, however they are written', () => {
  const environment = { PATH: '/bin', CRUZA_SECRET: 'a', cruza_passphrase: 'b', GONE: undefined }
  expect(childEnvironment(environment)).toEqual({ PATH: '/bin' })
})
test.each([
  ['http://ana:cer@ta@proxy.empresa:8080/', 'http://proxy.empresa:8080/'],
  ['ana:certa@proxy.empresa:8080', 'proxy.empresa:8080'],
  ['proxy.empresa:8080', 'proxy.empresa:8080'],
])('the environment of a child names the proxy of %s without its login', (value, without) => {
  expect(childEnvironment({ https_proxy: value, HTTP_PROXY: value, NO_PROXY: 'a@b' })).toEqual({
    https_proxy: without,
    HTTP_PROXY: without,
    NO_PROXY: 'a@b',
  })
})
