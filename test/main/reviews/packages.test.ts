import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { revisionsOf } from '../../../main/entries/data/forms-folder.ts'
import { newSealingKey, sealBytes, sealingKeyOf, unsealBytes } from '../../../main/kernel/sealed-bytes.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import {
  assign,
  cheap,
  type Desk,
  disagreeing,
  note,
  openDesk,
  openPair,
  putGivenSet,
  reject,
  setState,
  tag,
} from './review-kit.ts'
import { connection_id, passphrase } from './review-names.ts'

const sealed = { magic: 'CRZP', version: 1, name: 'package', damaged: 'package_unreadable' } as const

/** Any content as a package that opens with the passphrase. */
async function packageOf(desk: Desk, content: unknown, pack: (json: string) => Uint8Array = gzipSync): Promise<string> {
  const file = path.join(desk.dir, 'feito.cruza')
  const key = await newSealingKey(sealed, passphrase, cheap)
  await writeFile(file, sealBytes(key, pack(JSON.stringify(content))))
  return file
}

/** Counts how often other work had its turn in the event loop since it was last asked. */
function countTurns(): () => number {
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  onTestFinished(() => clearInterval(timer))
  return () => {
    const counted = turns
    turns = 0
    return counted
  }
}

/** A decision as a package has it. */
function packedState(id: string, entry_id: number, words: Readonly<Record<string, unknown>> = {}) {
  const at = '2026-11-20T12:00:00.000Z'
  return {
    id,
    entry_id,
    at,
    who: 'Ana',
    kind: 'state',
    before: null,
    after: 'aprovada',
    comment: null,
    batch: `b${id}`,
    undoes: null,
    ...words,
  }
}

const outer = { format: 'cruza-review', version: 1, kind: 'review', service: 'o serviço', from: 'Ana' }
const whole = { ...outer, made_at: '2026-11-20T12:00:00.000Z', forms: [], events: [] }

describe('a package', () => {
  it('reports what it would do before anything is merged', async () => {
    const ana = openDesk('Ana')
    const bruno = openDesk('Bruno', { entries: [1, 2] })
    await ana.change([1, 2, 3], setState('aprovada'))
    await ana.change([1], note('ótima'))
    await bruno.change([2], setState('spam'))
    const before = revisionsOf(bruno.database)
    expect(await bruno.open(await ana.pack())).toMatchObject({
      kind: 'review',
      from: 'Ana',
      forms: [{ id: 7, name: 'Contato' }],
      entries: 3,
      unknown_entries: 1,
      new_events: 4,
      changes: 2,
      conflicts: [
        {
          entry_id: 2,
          sender: 'pessoa 2',
          field: 'state',
          mine: { value: 'spam', who: 'Bruno' },
          theirs: { value: 'aprovada', who: 'Ana' },
        },
      ],
    })
    expect(revisionsOf(bruno.database)).toEqual(before)
    expect(bruno.review(1).state).toBe('nova')
  })

  it('is encrypted, and has no answers of customers', async () => {
    const ana = openDesk('Ana')
    await ana.change([1], note('bilhete'))
    const bytes = await readFile(await ana.pack())
    expect(bytes.includes('bilhete')).toBe(false)
    const { gunzipSync } = await import('node:zlib')
    const json = gunzipSync(unsealBytes(await sealingKeyOf(bytes, passphrase), bytes)).toString('utf8')
    expect(json).toContain('bilhete')
    expect(json).not.toMatch(/Secreta|exemplo\.com|11987654321/)
  })

  it('leaves out what the service did, blind sets, and forms that were not chosen', async () => {
    const ana = openDesk('Ana')
    ana.database
      .prepare(
        `insert into events (id, entry_id, at, who, kind, before, batch) values ('s', 1, '', '', 'gone', 'x', '')`,
      )
      .run()
    putGivenSet(ana, 'cego', 1)
    await ana.change([1], setState('spam'), 'cego')
    const ask = (form_ids: number[] | null) => ({
      connection_id,
      form_ids,
      passphrase,
      who: 'Ana',
      service: 'o serviço',
      path: path.join(ana.dir, 'p.cruza'),
    })
    expect(await ana.ask('reviews.export_package', ask(null))).toMatchObject({ entries: 0 })
    await ana.change([1, 99], setState('spam'))
    expect(await ana.ask('reviews.export_package', ask(null))).toMatchObject({ entries: 2 })
    expect(await ana.ask('reviews.export_package', ask([7]))).toMatchObject({ entries: 1 })
    expect(await ana.ask('reviews.export_package', ask([8]))).toMatchObject({ entries: 0 })
  })

  it('opens with its passphrase alone, and by the same service alone', async () => {
    const ana = openDesk('Ana')
    const file = await ana.pack()
    await expect(ana.open(file, { passphrase: 'outra senha' })).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await expect(ana.open(file, { service: 'outro' })).rejects.toMatchObject({ code: 'package_foreign' })
    await expect(ana.open(path.join(ana.dir, 'não há'))).rejects.toMatchObject({ code: 'file_unreadable' })
  })

  it('is refused for another account of the service, as far as both accounts are known', async () => {
    const ana = openDesk('Ana')
    await ana.change([1], setState('spam'))
    const packed = { connection_id, form_ids: null, passphrase, who: 'Ana', path: path.join(ana.dir, 'conta.cruza') }
    await ana.ask('reviews.export_package', { ...packed, service: 'endereço.uma' })
    await expect(ana.open(packed.path, { service: 'endereço.outra' })).rejects.toMatchObject({
      code: 'package_foreign',
    })
    await expect(ana.open(packed.path, { service: 'outro.uma' })).rejects.toMatchObject({ code: 'package_foreign' })
    for (const service of ['endereço.uma', 'endereço']) {
      expect(await ana.open(packed.path, { service })).toMatchObject({ entries: 1 })
    }
  })

  it('is refused when it is damaged or no package', async () => {
    const ana = openDesk('Ana')
    await ana.change([1], setState('spam'))
    const file = await ana.pack()
    const bytes = await readFile(file)
    const broken = path.join(ana.dir, 'quebrado.cruza')
    for (const at of [0, 5, 30, 80, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(broken, changed)
      await expect(ana.open(broken)).rejects.toMatchObject({ code: 'package_unreadable' })
    }
    for (const content of [bytes.subarray(0, 60), Buffer.from('nome,telefone\n'), Buffer.alloc(0)]) {
      await writeFile(broken, content)
      await expect(ana.open(broken)).rejects.toMatchObject({ code: 'package_unreadable' })
    }
  })

  it.each([
    ['another format', { ...whole, format: 'outro' }, 'package_unreadable'],
    ['a later version', { ...whole, version: 2, kind: 'something new' }, 'newer_version'],
    ['a kind that nobody knows', { ...whole, kind: 'outro' }, 'package_unreadable'],
    ['events that are none', { ...whole, events: [{ id: 'x' }] }, 'package_unreadable'],
    ['no object', [1, 2], 'package_unreadable'],
    ['events that are no list', { ...whole, events: {} }, 'package_unreadable'],
    ['no list of events', { ...whole, events: undefined }, 'package_unreadable'],
    ['another thing in the place of a name', { ...whole, from: ['Ana'] }, 'package_unreadable'],
    ['a time that no file can hold', { ...whole, made_at: '9999-12-31T23:59:59.999Z' }, 'package_unreadable'],
    ['an event of no day', { ...whole, events: [packedState('1', 1, { at: 'NaN' })] }, 'package_unreadable'],
    ['a number as the id of an event', { ...whole, events: [packedState('1', 1, { id: 1 })] }, 'package_unreadable'],
    ['a name of a megabyte', { ...whole, from: 'a'.repeat(2 ** 20) }, 'package_unreadable'],
    [
      'a comment of a megabyte',
      { ...whole, events: [packedState('1', 1, { comment: 'a'.repeat(2 ** 20) })] },
      'package_unreadable',
    ],
    [
      'tags that are no list',
      { ...whole, events: [packedState('1', 1, { kind: 'tags', after: '{}' })] },
      'package_unreadable',
    ],
    ['one id for two events', { ...whole, events: [packedState('1', 1), packedState('1', 2)] }, 'package_unreadable'],
  ])('with %s inside is refused', async (_name, content, code) => {
    const ana = openDesk('Ana')
    await expect(ana.open(await packageOf(ana, content))).rejects.toMatchObject({ code })
  })

  it.each([
    ['brackets', '['.repeat(10_000_000)],
    ['brackets in an event', `{"events":[${'['.repeat(10_000_000)}`],
    ['one member twice', JSON.stringify(whole).replace('{', '{"events":[],')],
    ['an end in the middle', JSON.stringify(whole).slice(0, -4)],
    ['something behind its end', `${JSON.stringify(whole)}[]`],
    ['ten million blanks', JSON.stringify(whole).replace('{', `{${' '.repeat(10_000_000)}`)],
    ['three million numbers', JSON.stringify(whole).replace('{', `{"outros":[${'1,'.repeat(3_000_000)}1],`)],
    [
      'more events of one entry than anybody makes',
      JSON.stringify({ ...whole, events: Array.from({ length: 10_001 }, (_, index) => packedState(`e${index}`, 1)) }),
    ],
  ])('of %s is refused, within little memory', async (_name, json) => {
    const ana = openDesk('Ana')
    const file = await packageOf(ana, null, () => gzipSync(json))
    const before = process.memoryUsage.rss()
    await expect(ana.open(file)).rejects.toMatchObject({ code: 'package_unreadable' })
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 2 ** 20)
  })

  it('with an event twice has it once, and what nobody knows in it is passed over', async () => {
    const ana = openDesk('Ana')
    const event = { ...packedState('1', 1), outro: [1] }
    const json = JSON.stringify({ ...whole, events: [event, event, packedState('2', 2)], outros: [[1], {}] })
    const file = await packageOf(ana, null, () => gzipSync(json.replace('{', '{"__proto__":{"from":"Eva"},')))
    const bruno = openDesk('Bruno')
    expect(await bruno.open(file)).toMatchObject({ from: 'Ana', entries: 2, new_events: 2, changes: 2 })
    expect(await bruno.merge(file)).toMatchObject({ changed: 2 })
    expect(bruno.trail(1)).toHaveLength(1)
  })

  it('of many events lets other calls run while it is written, read and merged, and says how far it is', async () => {
    const [ana, bruno] = openPair()
    const events = Array.from({ length: 30_000 }, (_, index) => packedState(`e${index}`, index % 10_000))
    const file = await packageOf(ana, { ...whole, events })
    const turns = countTurns()
    const rows: (number | null)[][] = []
    const call = { signal: new AbortController().signal, progress: (at: RowProgress) => rows.push([at.rows, at.total]) }
    const { package: handle } = await bruno.open(file, {}, call)
    expect(rows.at(-1)?.[0]).toBeGreaterThan(0)
    expect(turns()).toBeGreaterThan(20)
    await bruno.ask('reviews.merge_package', { package: handle, choices: [], in_my_name: false }, call)
    expect(rows.at(-1)).toEqual([30_000, 30_000])
    expect(turns()).toBeGreaterThan(10)
    expect(bruno.review(9999).state).toBe('aprovada')
    await bruno.pack()
    expect(turns()).toBeGreaterThan(10)
    const [merge] = await bruno.ask('reviews.batches', { set: '' })
    expect(merge).toMatchObject({ kind: 'merge', value: 'Ana', entries: 10_000, entry_id: null })
    expect(await bruno.undo()).toMatchObject({ undone: { id: merge?.id }, changed: 10_000 })
    expect(bruno.review(9999).state).toBe('nova')
    expect(turns()).toBeGreaterThan(2)
  })

  it('that is cancelled while it is merged stays merged so far as one batch, and merges on', async () => {
    const [ana, bruno] = openPair()
    const events = Array.from({ length: 10_000 }, (_, index) => packedState(`e${index}`, index))
    const file = await packageOf(ana, { ...whole, events })
    const { package: handle } = await bruno.open(file)
    const abort = new AbortController()
    const call = { signal: abort.signal, progress: ({ rows }: RowProgress) => void (rows >= 4000 && abort.abort()) }
    const merge = { package: handle, choices: [], in_my_name: false }
    await expect(bruno.ask('reviews.merge_package', merge, call)).rejects.toMatchObject({ code: 'cancelled' })
    expect(await bruno.ask('reviews.batches', { set: '' })).toMatchObject([{ kind: 'merge', entries: 4000 }])
    expect(await bruno.merge(file)).toMatchObject({ changed: 6000 })
    expect(disagreeing(bruno)).toEqual([])
  })

  it('that is cancelled while it is read is not open', async () => {
    const ana = openDesk('Ana')
    const file = await packageOf(ana, {
      ...whole,
      events: Array.from({ length: 20_000 }, (_, index) => packedState(`e${index}`, index)),
    })
    const abort = new AbortController()
    const call = { signal: abort.signal, progress: () => abort.abort() }
    await expect(ana.open(file, {}, call)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('refuses to unpack more than it may, and what is not packed', async () => {
    const ana = openDesk('Ana')
    const bomb = await packageOf(ana, {}, () => gzipSync(Buffer.alloc(201 * 2 ** 20)))
    await expect(ana.open(bomb)).rejects.toMatchObject({ code: 'package_unreadable' })
    const plain = await packageOf(ana, whole, (json) => Buffer.from(json))
    await expect(ana.open(plain)).rejects.toMatchObject({ code: 'package_unreadable' })
  })

  it('stays open for merging until four others were opened', async () => {
    const ana = openDesk('Ana')
    const file = await ana.pack()
    const handles: string[] = []
    for (let count = 0; count < 5; count++) handles.push((await ana.open(file)).package)
    const merge = (handle = '') => ana.ask('reviews.merge_package', { package: handle, choices: [], in_my_name: false })
    await expect(merge(handles[0])).rejects.toMatchObject({ code: 'not_found' })
    expect(await merge(handles[1])).toEqual({ batch: null, changed: 0, set: null })
  })
})

describe('who decided', () => {
  const names = ['Bruno', 'bruno ', 'BRUNÓ', 'Bru\u200bno']
  it.each(names)(
    'is not the one who merges because a package names %j: it is left out unless it is taken',
    async (who) => {
      const [ana, bruno] = openPair()
      await bruno.change([3], setState('spam'))
      const events = [packedState('1', 1), packedState('2', 2, { who }), packedState('3', 3, { who })]
      const file = await packageOf(ana, { ...whole, events })
      expect(await bruno.open(file)).toMatchObject({
        new_events: 1,
        changes: 1,
        conflicts: [],
        in_my_name: { new_events: 3, changes: 2, conflicts: [{ entry_id: 3, theirs: { who } }] },
      })
      expect(await bruno.merge(file)).toMatchObject({ changed: 1 })
      expect(bruno.review(2).state).toBe('nova')
      expect(await bruno.merge(file, 'theirs', true)).toMatchObject({ changed: 2 })
      expect(bruno.trail(2)).toMatchObject([{ who, merged: true, via: 'Ana' }])
    },
  )

  it('stays with names that were used on this computer before', async () => {
    const [ana, bruno] = openPair()
    await bruno.change([5], setState('spam'))
    const file = await packageOf(ana, { ...whole, from: 'Bruno', events: [packedState('1', 1, { who: 'Bruno' })] })
    const beto = { package: '', choices: [], in_my_name: false, who: 'Beto' }
    const plan = await bruno.open(file, { who: 'Beto' })
    expect(plan).toMatchObject({ from: 'Bruno', new_events: 0, in_my_name: { new_events: 1, changes: 1 } })
    expect(await bruno.ask('reviews.merge_package', { ...beto, package: plan.package })).toMatchObject({ changed: 0 })
  })

  it('is not confused with who sent it', async () => {
    const [ana, bruno] = openPair()
    const carla = openDesk('Carla')
    await ana.change([1], setState('aprovada'))
    await bruno.merge(await ana.pack())
    await bruno.change([2], setState('spam'))
    const file = await bruno.pack()
    expect(await carla.open(file)).toMatchObject({ from: 'Bruno', others: ['Ana'], more_others: 0, in_my_name: null })
    await carla.merge(file)
    expect(carla.trail(1)).toMatchObject([{ who: 'Ana', via: 'Bruno' }])
    expect(carla.trail(2)).toMatchObject([{ who: 'Bruno', via: 'Bruno' }])
    expect(bruno.trail(2)).toMatchObject([{ who: 'Bruno', merged: false, via: null }])
  })
})

describe('merging', () => {
  it('takes what the colleague did where I did nothing, and keeps mine where the colleague did nothing', async () => {
    const [ana, bruno] = openPair()
    await ana.change([1, 2], setState('aprovada'))
    await ana.change([1], tag(['vip']))
    await bruno.change([2], assign('Bruno'))
    await bruno.change([3], reject('repetida'))
    const { batch, changed } = await bruno.merge(await ana.pack())
    expect(batch).toMatchObject({ kind: 'merge', value: 'Ana', who: 'Bruno', entries: 2 })
    expect(changed).toBe(2)
    expect(bruno.review(1)).toMatchObject({ state: 'aprovada', tags: ['vip'], decided_by: 'Ana' })
    expect(bruno.review(2)).toMatchObject({ state: 'aprovada', assignee: 'Bruno' })
    expect(bruno.review(3)).toMatchObject({ state: 'rejeitada', comment: 'repetida' })
    expect(bruno.trail(2).map(({ who, merged }) => [who, merged])).toEqual([
      ['Bruno', false],
      ['Ana', true],
    ])
  })

  it('of the same package again changes nothing', async () => {
    const [ana, bruno] = openPair()
    await ana.change([1, 2], setState('aprovada'))
    await bruno.change([1], setState('spam'))
    const file = await ana.pack()
    await bruno.merge(file, 'theirs')
    const rows = bruno.rows()
    const revisions = revisionsOf(bruno.database)
    expect(await bruno.open(file)).toMatchObject({ new_events: 0, changes: 0, conflicts: [] })
    expect(await bruno.merge(file)).toEqual({ batch: null, changed: 0, set: null })
    expect([bruno.rows(), revisionsOf(bruno.database)]).toEqual([rows, revisions])
  })

  it('lists conflicts, keeps both trails, and follows the choices', async () => {
    const [ana, bruno] = openPair()
    await ana.change([1, 2, 3], setState('aprovada'))
    await bruno.change([1, 2], reject('duplicada'))
    await bruno.change([3], setState('aprovada'))
    const { package: handle, conflicts } = await bruno.open(await ana.pack())
    expect(conflicts.map(({ entry_id, mine }) => [entry_id, mine.comment])).toEqual([
      [1, 'duplicada'],
      [2, 'duplicada'],
    ])
    const choices = [{ entry_id: 2, field: 'state' as const, take: 'theirs' as const }]
    await bruno.ask('reviews.merge_package', { package: handle, choices, in_my_name: false })
    expect(bruno.review(1)).toMatchObject({ state: 'rejeitada', comment: 'duplicada' })
    expect(bruno.review(2)).toMatchObject({ state: 'aprovada', comment: null, decided_by: 'Ana' })
    expect(bruno.trail(1).map(({ who, after }) => [who, after])).toEqual([
      ['Bruno', 'rejeitada'],
      ['Ana', 'aprovada'],
      ['Bruno', 'rejeitada'],
    ])
    // Who gets it back follows without a second decision.
    const answer = await bruno.pack()
    expect(await ana.open(answer)).toMatchObject({ conflicts: [], changes: 1 })
    await ana.merge(answer)
    expect(ana.rows()).toEqual(bruno.rows())
  })

  it('unites notes, whoever wrote them first', async () => {
    const [ana, bruno] = openPair()
    await bruno.change([1], note('um'))
    await ana.change([1], note('dois'))
    await bruno.change([1], note('três'))
    await bruno.merge(await ana.pack())
    await ana.merge(await bruno.pack())
    expect(bruno.review(1).notes.map(({ text }) => text)).toEqual(['um', 'dois', 'três'])
    expect(ana.rows()).toEqual(bruno.rows())
    await bruno.undo((await bruno.ask('reviews.batches', { set: '' })).at(-1)?.id)
    await ana.merge(await bruno.pack())
    expect(ana.review(1).notes.map(({ text }) => text)).toEqual(['dois', 'três'])
  })

  it('can be taken back: everything is as it was, and both trails stay', async () => {
    const [ana, bruno] = openPair()
    await ana.change([1, 2, 3], setState('aprovada'))
    await ana.change([1, 4], note('da Ana'))
    await ana.change([1], tag(['vip']))
    await ana.undo()
    await ana.change([3], assign('Ana'))
    await bruno.change([1, 2], reject('duplicada'))
    await bruno.change([4], note('do Bruno'))
    const before = [1, 2, 3, 4].map((id) => bruno.review(id))
    await bruno.merge(await ana.pack(), 'theirs')
    expect(bruno.review(1).state).toBe('aprovada')
    await bruno.change([2], assign('Bruno'))
    const [, merge] = await bruno.ask('reviews.batches', { set: '' })
    expect(await bruno.undo(merge?.id)).toMatchObject({ undone: { kind: 'merge', value: 'Ana' }, changed: 4 })
    const after = [1, 2, 3, 4].map((id) => bruno.review(id))
    const plain = ({ state, comment, tags, notes }: (typeof before)[number]) => ({ state, comment, tags, notes })
    expect(after.map(plain)).toEqual(before.map(plain))
    expect(after.map(({ assignee }) => assignee)).toEqual([null, 'Bruno', null, null])
    // The batches before the merge can be undone next.
    await bruno.undo()
    await bruno.undo()
    await bruno.undo()
    expect(bruno.review(2)).toMatchObject({ state: 'nova', assignee: null })
  })

  it('that an earlier version did is in the trail, and can be taken back', async () => {
    const [ana, bruno] = openPair()
    await ana.change([1, 2], setState('aprovada'))
    const { batch } = await bruno.merge(await ana.pack())
    const span = JSON.stringify({ from: 1, to: 2 })
    bruno.database.prepare('update facts set json = ? where name = ?').run(span, `merge/${batch?.id}`)
    bruno.database.exec('alter table events drop column via; pragma user_version = 3')
    bruno.close()
    const later = openDesk('Bruno', { dir: bruno.dir })
    expect(later.trail(1)).toMatchObject([{ who: 'Ana', merged: true, via: null }])
    expect(await later.undo()).toMatchObject({ undone: { kind: 'merge' }, changed: 2 })
    expect(later.review(1).state).toBe('nova')
  })

  it('keeps what it brings for entries that are not here yet', async () => {
    const ana = openDesk('Ana', { entries: [1, 50] })
    const bruno = openDesk('Bruno', { entries: [1] })
    await ana.change([50], setState('aprovada'))
    expect(await bruno.merge(await ana.pack())).toMatchObject({ changed: 1 })
    expect(bruno.review(50).state).toBe('aprovada')
  })
})
