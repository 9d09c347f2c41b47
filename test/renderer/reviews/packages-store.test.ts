import { describe, expect, it } from 'vitest'
import { noFileNotes } from '../../../preload/contract/tables.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createPackagesStore } from '../../../renderer/reviews/packages-store.ts'
import { type Answer, createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { batchWith, conflictWith, openedPackageWith } from '../../kit/samples-forms.ts'

const conflicts = [
  conflictWith(),
  conflictWith({
    entry_id: 8,
    field: 'tags',
    mine: { value: 'vip', who: 'Ana', at: '2026-11-20T09:00:00Z', comment: null },
  }),
]

function setUp(answers: Readonly<Record<string, Answer>> = {}) {
  const bridge = createFakeBridge({
    'reviews.open_package': () => openedPackageWith({ conflicts }),
    'reviews.merge_package': () => ({ batch: batchWith({ kind: 'merge' }), changed: 13, set: null }),
    'reviews.undo': () => ({ undone: batchWith({ undone: true }), changed: 13 }),
    ...answers,
  })
  const store = createPackagesStore({ ask: createAsk(bridge), bridge, connection: 'f1' })
  return { bridge, store, inputsOf: bridge.inputs }
}

const file = (name = 'revisao.cruza') => new File(['x'], name)

async function opened(answers?: Readonly<Record<string, Answer>>) {
  const parts = setUp(answers)
  parts.store.getState().choose(file())
  await parts.store.getState().open('quatro palavras')
  return parts
}

describe('a package of a colleague', () => {
  it('is opened with a ticket of its own for every passphrase that is tried', async () => {
    const { store, bridge } = setUp()
    bridge.answer('reviews.open_package', refuses('wrong_passphrase'))
    store.getState().choose(file())
    expect(await store.getState().open('errada')).toBe(false)
    expect(store.getState()).toMatchObject({ failure: { code: 'wrong_passphrase' }, opened: null })
    bridge.answer('reviews.open_package', () => openedPackageWith())
    expect(await store.getState().open('certa')).toBe(true)
    expect(bridge.offered).toEqual(['revisao.cruza', 'revisao.cruza'])
    expect(store.getState()).toMatchObject({ file: null, opened: { package: 'p1' }, failure: undefined })
  })

  it('that was put away while it was read does not open any more', async () => {
    const gate = createGate<unknown>()
    const { store } = setUp({ 'reviews.open_package': () => gate.passed })
    store.getState().choose(file())
    const opening = store.getState().open('quatro palavras')
    store.getState().discard()
    gate.open(openedPackageWith())
    expect(await opening).toBe(false)
    expect(store.getState().opened).toBeNull()
  })

  it('that was put away while it was read says nothing of why it could not be opened', async () => {
    const gate = createGate<unknown>()
    const { store } = setUp({ 'reviews.open_package': () => gate.passed })
    store.getState().choose(file())
    const opening = store.getState().open('quatro palavras')
    store.getState().choose(file('outro.cruza'))
    gate.refuse(new Refusal({ code: 'wrong_passphrase', params: {} }))
    expect(await opening).toBe(false)
    expect(store.getState().failure).toBeUndefined()
  })

  it('is still being opened when an earlier export ends', async () => {
    const [writing, reading] = [createGate<unknown>(), createGate<unknown>()]
    const { store } = setUp({
      'reviews.export_package': () => writing.passed,
      'reviews.open_package': () => reading.passed,
    })
    const saving = store.getState().save({ formIds: [301], passphrase: 'quatro palavras', name: 'revisao' })
    store.getState().choose(file())
    const opening = store.getState().open('quatro palavras')
    writing.refuse(new Refusal({ code: 'disk_full', params: {} }))
    await saving
    expect(store.getState()).toMatchObject({ doing: 'open', failure: { code: 'disk_full' } })
    reading.open(openedPackageWith())
    await opening
    expect(store.getState()).toMatchObject({ doing: null, opened: { package: 'p1' } })
  })

  it('that is dropped while another is merged waits for its passphrase', async () => {
    const gate = createGate<unknown>()
    const { store } = await opened({ 'reviews.merge_package': () => gate.passed })
    const merging = store.getState().merge()
    const next = new File(['x'], 'outro.cruza')
    store.getState().choose(next)
    gate.open({ batch: null, changed: 0, set: null })
    await merging
    expect(store.getState()).toMatchObject({ file: next, merged: { changed: 0 } })
  })

  it('keeps no passphrase', async () => {
    const { store } = await opened()
    expect(JSON.stringify(store.getState())).not.toContain('quatro palavras')
  })

  it('keeps what is here in every conflict that nobody decided', async () => {
    const { store, inputsOf } = await opened()
    await store.getState().merge()
    expect(inputsOf('reviews.merge_package')).toEqual([
      {
        connection_id: 'f1',
        package: 'p1',
        choices: [
          { entry_id: 7, field: 'state', take: 'mine' },
          { entry_id: 8, field: 'tags', take: 'mine' },
        ],
      },
    ])
  })

  it('is merged by what was chosen: one, all, or the newer of each', async () => {
    const { store, inputsOf } = await opened()
    const taken = () => [...store.getState().taken]
    store.getState().takeAll('theirs')
    expect(taken()).toEqual(['7:state', '8:tags'])
    store.getState().take(conflictWith(), 'mine')
    expect(taken()).toEqual(['8:tags'])
    store.getState().takeAll('newest')
    expect(taken()).toEqual(['7:state'])
    await store.getState().merge()
    expect(inputsOf('reviews.merge_package')).toMatchObject([
      {
        choices: [
          { entry_id: 7, take: 'theirs' },
          { entry_id: 8, take: 'mine' },
        ],
      },
    ])
  })

  it('says what the merge came to, and takes it back as one', async () => {
    const { store, inputsOf } = await opened()
    await store.getState().merge()
    expect(store.getState()).toMatchObject({ opened: null, merged: { kind: 'review', changed: 13, batch: 'b1' } })
    await store.getState().undoMerge()
    expect(inputsOf('reviews.undo')).toEqual([{ connection_id: 'f1', batch: 'b1' }])
    expect(store.getState().merged).toMatchObject({ batch: null, undone: 13 })
  })

  it('stays open with its choices when the merge fails', async () => {
    const { store, bridge } = await opened()
    bridge.answer('reviews.merge_package', refuses('disk_full'))
    store.getState().takeAll('theirs')
    await store.getState().merge()
    expect(store.getState()).toMatchObject({ failure: { code: 'disk_full' }, opened: { package: 'p1' }, merged: null })
    expect(store.getState().taken.size).toBe(2)
  })
})

describe('a package for a colleague', () => {
  it('is not there when no place for it was chosen', async () => {
    const saved = { saved: false, name: '', rows: 0, bytes: 0, ...noFileNotes }
    const { store, inputsOf } = setUp({ 'reviews.export_package': () => saved })
    const wanted = { formIds: [301], passphrase: 'quatro palavras', name: 'revisao-2026-11-20' }
    expect(await store.getState().save(wanted)).toBeUndefined()
    expect(store.getState()).toMatchObject({ doing: null, failure: undefined })
    expect(inputsOf('reviews.export_package')).toEqual([
      { connection_id: 'f1', form_ids: [301], passphrase: 'quatro palavras', name: 'revisao-2026-11-20' },
    ])
  })
})
