import { describe, expect, it } from 'vitest'
import { createCombineStore } from '../../../renderer/cruzar/combine-store.ts'
import { lockOf, lossesOnLeave } from '../../../renderer/cruzar/list-state.ts'
import { createCruzarStore, type ListSource } from '../../../renderer/cruzar/list-store.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { type Answers, createFakeBridge, refuses } from '../../kit/fake-bridge.ts'
import { inspectionWith, listBudgetWith, runWith, sheetWith } from '../../kit/samples-platform.ts'

const counts = { rows: 10, both: 4, only: 5, keyless: 1, other: { rows: 6, both: 4, only: 2, keyless: 0, repeated: 0 } }
const settings = expect.objectContaining({ key_columns: null })

const nameOf = (input: ListSource) => {
  if (input.from === 'file') return input.ticket.replace('ticket of ', '')
  return input.from === 'lists' ? input.name : 'campanha.csv'
}

/** A list of the person is on screen, and combining it is open. */
async function open(answers: Answers = {}) {
  let staged = 0
  const bridge = createFakeBridge({
    'cruzar.stage': (input) => ({
      list: `l${++staged}`,
      inspection: inspectionWith({ name: nameOf(input) }),
    }),
    'cruzar.budget': () => listBudgetWith(),
    'cruzar.compare': () => counts,
    ...answers,
  })
  const ignore = () => undefined
  const draft = createCruzarStore({
    bridge,
    ask: bridge.ask,
    pastedName: () => 'Lista colada',
    use: ignore,
    inUse: ignore,
    onStarted: ignore,
  })
  const combine = createCombineStore({ bridge, ask: bridge.ask, draft })
  await draft.getState().stage({ from: 'example' })
  combine.getState().open()
  return { bridge, inputs: bridge.inputs, draft, state: combine.getState }
}

describe('combining the list on screen', () => {
  it('compares it with a file, a sheet or a run before anything is done', async () => {
    const { state, inputs } = await open()
    await state().takeFile(new File(['1'], 'já_ligados.csv'))
    expect(readyValue(state().other)).toMatchObject({ id: 'l2', name: 'já ligados', counts })
    expect(inputs('cruzar.compare')).toEqual([{ list: 'l1', settings, other: { list: 'l2', settings } }])
    await state().takeSheet(sheetWith({ id: 's7', name: 'Leads' }))
    expect(inputs('cruzar.stage').at(-1)).toMatchObject({ from: 'table', table: { kind: 'sheet', id: 's7' } })
    await state().takeRun(runWith(), ['ausente'])
    const filters = [{ column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }]
    expect(inputs('cruzar.stage').at(-1)).toMatchObject({
      from: 'table',
      table: { kind: 'run', id: 'r1' },
      select: { query: { filters } },
    })
    await state().takeRun(runWith(), ['com_conversa', 'sem_conversa', 'ausente', 'invalida'])
    expect(inputs('cruzar.stage').at(-1)).toMatchObject({ select: { query: { filters: [] } } })
  })

  it('puts the new list in its place, with who answers as it was chosen, until it is saved', async () => {
    const { state, draft, inputs } = await open()
    draft.getState().askSheets(['s1'])
    await state().takeFile(new File(['1'], 'x.csv'))
    state().setHow('or')
    await state().combine('campanha ou x')
    expect(inputs('cruzar.stage').at(-1)).toMatchObject({
      from: 'lists',
      list: 'l1',
      other: { list: 'l2' },
      how: 'or',
      name: 'campanha ou x',
    })
    expect(state().opened).toBe(false)
    expect(draft.getState()).toMatchObject({ name: 'campanha ou x', sheetIds: ['s1'] })
    expect(readyValue(draft.getState().list)).toMatchObject({ id: 'l3', combined: true })
    expect(lossesOnLeave(draft.getState())).toEqual(['combined'])
    draft.getState().listSaved('l3')
    expect(lossesOnLeave(draft.getState())).toEqual([])
  })

  it('reads all sheets of the other file where that is wanted, and asks for its password', async () => {
    const { state, inputs } = await open({
      'cruzar.stage': (input) => {
        if (input.from !== 'file' || input.password) return { list: 'l2', inspection: inspectionWith() }
        return refuses('list_unreadable', { cause: 'password' })()
      },
      'cruzar.inspect': () => inspectionWith({ sheet_names: ['A', 'B'] }),
    })
    await state().takeFile(new File(['1'], 'x.xlsx'))
    expect(lockOf(state().other, state().brought)).toEqual({ name: 'x.xlsx', isWrong: false, isBusy: false })
    await state().unlock('açaí 7')
    expect(lockOf(state().other, state().brought)).toBeNull()
    await state().readAllSheets()
    const all = { list: 'l2', settings: expect.objectContaining({ sheets: 'all' }) }
    expect(inputs('cruzar.inspect')).toEqual([all])
    expect(inputs('cruzar.compare').at(-1)).toMatchObject({ other: all })
    await state().combine('a sem x')
    expect(inputs('cruzar.stage').at(-1)).toMatchObject({ from: 'lists', other: all })
  })

  it('does nothing where no row would be left', async () => {
    const none = { ...counts, both: 0 }
    const { state, inputs } = await open({ 'cruzar.compare': () => none })
    await state().takeFile(new File(['1'], 'x.csv'))
    state().setHow('and')
    await state().combine('campanha e x')
    expect(inputs('cruzar.stage').at(-1)).toMatchObject({ from: 'file' })
    expect(state().opened).toBe(true)
  })

  it('keeps both lists where making the new one fails', async () => {
    const { bridge, state, draft } = await open()
    await state().takeFile(new File(['1'], 'x.csv'))
    bridge.answer('cruzar.stage', refuses('list_too_large'))
    await state().combine('campanha sem x')
    expect(state()).toMatchObject({ opened: true, combining: { failure: { code: 'list_too_large' } } })
    expect(readyValue(state().other)?.id).toBe('l2')
    expect(readyValue(draft.getState().list)?.id).toBe('l1')
  })
})
