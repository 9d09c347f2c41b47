import { describe, expect, it } from 'vitest'
import { notSaved } from '../../../preload/contract/saved-files.ts'
import { noMutation } from '../../../renderer/kernel/mutation.ts'
import { type Answers, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { conflictWith, openedPackageWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'
import { setUpReviews } from './reviews-kit.tsx'

const newerMine = { value: 'vip', who: 'Ana', at: '2026-11-20T09:00:00Z', comment: null }
const conflicts = [conflictWith(), conflictWith({ entry_id: 8, field: 'tags', mine: newerMine })]
const file = (name = 'revisao.cruza') => new File(['x'], name)
const passphrase = 'quatro palavras'

/** A chosen package, and one that was opened. */
function setUpChosen(answers?: Answers) {
  const made = setUpReviews({ 'reviews.open_package': () => openedPackageWith({ conflicts }), ...answers })
  made.packages().choose(file())
  return made
}
async function setUpOpened(answers?: Answers) {
  const made = setUpChosen(answers)
  await made.packages().open(passphrase)
  return made
}

describe('opening a package', () => {
  it('offers the file anew for each passphrase and keeps none of them', async () => {
    const { bridge, packages } = setUpChosen({ 'reviews.open_package': refuses('wrong_passphrase') })
    await packages().open('errada')
    expect(packages()).toMatchObject({ opening: { failure: { code: 'wrong_passphrase' } }, opened: null })
    bridge.answer('reviews.open_package', () => openedPackageWith())
    await packages().open(passphrase)
    expect(bridge.offered).toEqual(['revisao.cruza', 'revisao.cruza'])
    expect(packages()).toMatchObject({ file: null, opened: { package: 'p1' }, opening: noMutation })
    expect(JSON.stringify(packages())).not.toContain(passphrase)
  })

  it('drops the answer when the file was discarded, and the failure when another was chosen', async () => {
    const gate = createGate('reviews.open_package')
    const { bridge, inputs, packages } = setUpChosen({ 'reviews.open_package': () => gate.passed })
    const discarded = packages().open(passphrase)
    packages().discard()
    gate.open(openedPackageWith())
    await discarded
    expect(packages().opened).toBeNull()
    const next = bridge.hold('reviews.open_package')
    packages().choose(file())
    const replaced = packages().open(passphrase)
    await until(() => expect(inputs('reviews.open_package')).toHaveLength(1))
    packages().choose(file('outro.cruza'))
    next.refuse(new Refusal({ code: 'wrong_passphrase', params: {} }))
    await replaced
    expect(packages().opening).toEqual(noMutation)
  })

  it('goes on while an earlier export fails', async () => {
    const [writing, reading] = [createGate('reviews.export_package'), createGate('reviews.open_package')]
    const { packages } = setUpChosen({
      'reviews.export_package': () => writing.passed,
      'reviews.open_package': () => reading.passed,
    })
    const saving = packages().save({ form_ids: [301], passphrase, name: 'revisao' })
    const opening = packages().open(passphrase)
    writing.refuse(new Refusal({ code: 'disk_full', params: {} }))
    await saving
    expect(packages()).toMatchObject({ opening: { working: 'open' }, exporting: { failure: { code: 'disk_full' } } })
    reading.open(openedPackageWith())
    await opening
    expect(packages()).toMatchObject({ opening: noMutation, opened: { package: 'p1' } })
  })
})

describe('merging a package', () => {
  it.each([
    ['keeps our value where nothing was chosen', [], []],
    ['takes all values of the colleague', ['theirs'], ['7:state', '8:tags']],
    ['takes the newer value of each', ['newest'], ['7:state']],
    ['gives one back', ['theirs', conflictWith()], ['8:tags']],
  ] as const)('%s', async (_, choices, taken) => {
    const { inputs, packages } = await setUpOpened()
    for (const choice of choices) {
      if (typeof choice === 'string') packages().takeAll(choice)
      else packages().take(choice, 'mine')
    }
    expect([...packages().theirKeys]).toEqual(taken)
    await packages().merge()
    const sides = conflicts.map(({ entry_id, field }) => ({
      entry_id,
      field,
      take: taken.some((key) => key === `${entry_id}:${field}`) ? 'theirs' : 'mine',
    }))
    expect(inputs('reviews.merge_package')).toEqual([
      { connection_id: 'f1', package: 'p1', choices: sides, in_my_name: false },
    ])
  })

  it('keeps the package open with its choices when it fails', async () => {
    const { packages } = await setUpOpened({ 'reviews.merge_package': refuses('disk_full') })
    packages().takeAll('theirs')
    await packages().merge()
    const merging = { failure: { code: 'disk_full' } }
    expect(packages()).toMatchObject({ merging, opened: { package: 'p1' }, merged: null, theirKeys: { size: 2 } })
  })

  it('leaves out what bears the own name until it is taken, with the conflicts of either', async () => {
    const claimed = { new_events: 40, changes: 13, conflicts: [...conflicts, conflictWith({ entry_id: 9 })] }
    const opened = openedPackageWith({ conflicts, in_my_name: claimed })
    const { inputs, packages } = await setUpOpened({ 'reviews.open_package': () => opened })
    packages().takeInMyName(true)
    packages().takeAll('theirs')
    expect([...packages().theirKeys]).toEqual(['7:state', '8:tags', '9:state'])
    packages().takeInMyName(false)
    expect([...packages().theirKeys]).toEqual(['7:state', '8:tags'])
    packages().takeInMyName(true)
    await packages().merge()
    const choices = ['theirs', 'theirs', 'mine'].map((take) => expect.objectContaining({ take }))
    expect(inputs('reviews.merge_package')).toEqual([expect.objectContaining({ choices, in_my_name: true })])
  })

  it('that is stopped leaves the package open, to go on', async () => {
    const gate = createGate('reviews.merge_package')
    const { bridge, packages } = await setUpOpened({ 'reviews.merge_package': () => gate.passed })
    const merging = packages().merge()
    await until(() => expect(packages().merging.working).toBe('merge'))
    packages().stopMerge()
    gate.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await merging
    expect(packages()).toMatchObject({ stopped: true, merging: noMutation, merged: null, opened: { package: 'p1' } })
    bridge.answer('reviews.merge_package', () => ({ batch: null, changed: 3, set: null }))
    await packages().merge()
    expect(packages()).toMatchObject({ stopped: false, opened: null, merged: { changed: 3 } })
  })

  it('leaves a file that was dropped meanwhile', async () => {
    const gate = createGate('reviews.merge_package')
    const { packages } = await setUpOpened({ 'reviews.merge_package': () => gate.passed })
    const merging = packages().merge()
    const next = file('outro.cruza')
    packages().choose(next)
    gate.open({ batch: null, changed: 0, set: null })
    await merging
    expect(packages()).toMatchObject({ file: next, merged: { changed: 0 } })
  })
})

it('exporting saves nothing when no place was chosen', async () => {
  const { inputs, packages } = setUpReviews({ 'reviews.export_package': () => notSaved })
  const input = { form_ids: [301], passphrase, name: 'revisao' }
  expect(await packages().save(input)).toBeNull()
  expect(packages().exporting).toEqual(noMutation)
  expect(inputs('reviews.export_package')).toEqual([{ connection_id: 'f1', ...input }])
})
