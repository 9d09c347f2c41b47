import { describe, expect, it } from 'vitest'
import { noFileNotes } from '../../../preload/contract/tables.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { noMutation } from '../../../renderer/kernel/mutation.ts'
import { createPackagesStore } from '../../../renderer/reviews/packages-store.ts'
import { type Answer, createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { batchWith, conflictWith, openedPackageWith } from '../../kit/samples-forms.ts'

const newerMine = { value: 'vip', who: 'Ana', at: '2026-11-20T09:00:00Z', comment: null }
const conflicts = [conflictWith(), conflictWith({ entry_id: 8, field: 'tags', mine: newerMine })]
const file = (name = 'revisao.cruza') => new File(['x'], name)
const passphrase = 'quatro palavras'

function setUp(answers: Readonly<Record<string, Answer>> = {}) {
  const bridge = createFakeBridge({
    'reviews.open_package': () => openedPackageWith({ conflicts }),
    'reviews.merge_package': () => ({ batch: batchWith({ kind: 'merge' }), changed: 13, set: null }),
    'reviews.undo': () => ({ undone: batchWith({ undone: true }), changed: 13 }),
    ...answers,
  })
  const store = createPackagesStore({ ask: createAsk(bridge), bridge, connection: 'f1' })
  return { bridge, store, state: store.getState }
}

async function setUpOpened(answers?: Readonly<Record<string, Answer>>) {
  const parts = setUp(answers)
  parts.state().choose(file())
  await parts.state().open(passphrase)
  return parts
}

describe('opening a package', () => {
  it('offers the file anew for each passphrase and keeps none of them', async () => {
    const { bridge, state } = setUp({ 'reviews.open_package': refuses('wrong_passphrase') })
    state().choose(file())
    await state().open('errada')
    expect(state()).toMatchObject({ opening: { failure: { code: 'wrong_passphrase' } }, opened: null })
    bridge.answer('reviews.open_package', () => openedPackageWith())
    await state().open(passphrase)
    expect(bridge.offered).toEqual(['revisao.cruza', 'revisao.cruza'])
    expect(state()).toMatchObject({ file: null, opened: { package: 'p1' }, opening: noMutation })
    expect(JSON.stringify(state())).not.toContain(passphrase)
  })

  it('drops the answer when the file was discarded, and the failure when another was chosen', async () => {
    const gate = createGate<unknown>()
    const { bridge, state } = setUp({ 'reviews.open_package': () => gate.passed })
    state().choose(file())
    const discarded = state().open(passphrase)
    state().discard()
    gate.open(openedPackageWith())
    await discarded
    expect(state().opened).toBeNull()
    const next = createGate<unknown>()
    bridge.answer('reviews.open_package', () => next.passed)
    state().choose(file())
    const replaced = state().open(passphrase)
    state().choose(file('outro.cruza'))
    next.refuse(new Refusal({ code: 'wrong_passphrase', params: {} }))
    await replaced
    expect(state().opening).toEqual(noMutation)
  })

  it('goes on while an earlier export fails', async () => {
    const [writing, reading] = [createGate<unknown>(), createGate<unknown>()]
    const { state } = setUp({
      'reviews.export_package': () => writing.passed,
      'reviews.open_package': () => reading.passed,
    })
    const saving = state().save({ formIds: [301], passphrase, name: 'revisao' })
    state().choose(file())
    const opening = state().open(passphrase)
    writing.refuse(new Refusal({ code: 'disk_full', params: {} }))
    await saving
    expect(state()).toMatchObject({ opening: { working: 'open' }, exporting: { failure: { code: 'disk_full' } } })
    reading.open(openedPackageWith())
    await opening
    expect(state()).toMatchObject({ opening: noMutation, opened: { package: 'p1' } })
  })
})

describe('merging a package', () => {
  it.each([
    ['keeps our value where nothing was chosen', [], []],
    ['takes all values of the colleague', ['theirs'], ['7:state', '8:tags']],
    ['takes the newer value of each', ['newest'], ['7:state']],
    ['gives one back', ['theirs', conflictWith()], ['8:tags']],
  ] as const)('%s', async (_, choices, taken) => {
    const { bridge, state } = await setUpOpened()
    for (const choice of choices) {
      if (typeof choice === 'string') state().takeAll(choice)
      else state().take(choice, 'mine')
    }
    expect([...state().taken]).toEqual(taken)
    await state().merge()
    const sides = conflicts.map(({ entry_id, field }) => ({
      entry_id,
      field,
      take: taken.some((key) => key === `${entry_id}:${field}`) ? 'theirs' : 'mine',
    }))
    expect(bridge.inputs('reviews.merge_package')).toEqual([{ connection_id: 'f1', package: 'p1', choices: sides }])
  })

  it('shows its result and undoes it as one batch', async () => {
    const { bridge, state } = await setUpOpened()
    await state().merge()
    expect(state()).toMatchObject({ opened: null, merged: { kind: 'review', changed: 13, batch: 'b1' } })
    await state().undoMerge()
    expect(bridge.inputs('reviews.undo')).toEqual([{ connection_id: 'f1', batch: 'b1' }])
    expect(state().merged).toMatchObject({ batch: null, undone: 13 })
  })

  it('keeps the package open with its choices when it fails', async () => {
    const { state } = await setUpOpened({ 'reviews.merge_package': refuses('disk_full') })
    state().takeAll('theirs')
    await state().merge()
    expect(state()).toMatchObject({
      ...{ merging: { failure: { code: 'disk_full' } }, opened: { package: 'p1' }, merged: null },
    })
    expect(state().taken.size).toBe(2)
  })

  it('leaves a file that was dropped meanwhile', async () => {
    const gate = createGate<unknown>()
    const { state } = await setUpOpened({ 'reviews.merge_package': () => gate.passed })
    const merging = state().merge()
    const next = file('outro.cruza')
    state().choose(next)
    gate.open({ batch: null, changed: 0, set: null })
    await merging
    expect(state()).toMatchObject({ file: next, merged: { changed: 0 } })
  })
})

it('exporting saves nothing when no place was chosen', async () => {
  const saved = { saved: false, name: '', rows: 0, bytes: 0, ...noFileNotes }
  const { bridge, state } = setUp({ 'reviews.export_package': () => saved })
  expect(await state().save({ formIds: [301], passphrase, name: 'revisao' })).toBeNull()
  expect(state().exporting).toEqual(noMutation)
  expect(bridge.inputs('reviews.export_package')).toEqual([
    { connection_id: 'f1', form_ids: [301], passphrase, name: 'revisao' },
  ])
})
