import { describe, expect, it } from 'vitest'
import type { ListSettings, Run } from '../../../preload/contract/cruzar.ts'
import { emptyFilter } from '../../../preload/values/lead-filters.ts'
import { detectedSettings } from '../../../preload/values/list-settings.ts'
import { lockOf, lossesOnLeave, type RecipeFit } from '../../../renderer/cruzar/list-state.ts'
import { createCruzarStore } from '../../../renderer/cruzar/list-store.ts'
import { type Answers, createFakeBridge, refuses } from '../../kit/fake-bridge.ts'
import { connectionWith } from '../../kit/samples.ts'
import {
  inspectionWith,
  listBudgetWith,
  recipeWith,
  recognisedListWith,
  runWith,
  sheetWith,
} from '../../kit/samples-platform.ts'

const inspection = inspectionWith()
const budget = listBudgetWith()

function open(answers: Answers = {}) {
  const bridge = createFakeBridge({
    'cruzar.stage': () => ({ list: 'l1', inspection }),
    'cruzar.inspect': () => inspection,
    'cruzar.budget': () => budget,
    'cruzar.start': () => runWith({ state: 'running' }),
    ...answers,
  })
  const started: Run[] = []
  const used: string[] = []
  const { getState: state } = createCruzarStore({
    bridge,
    ask: bridge.ask,
    pastedName: () => 'Lista colada',
    use: (connection) => used.push(connection),
    inUse: () => used.at(-1),
    onStarted: (run) => started.push(run),
  })
  return { ...bridge, bridge, state, started, used }
}

/** With a file that is staged, inspected and counted. */
async function openFile(answers: Answers = {}) {
  const opened = open(answers)
  await opened.state().stageFile(new File(['Telefone\n11988887777'], 'campanha_novembro.csv'))
  return opened
}

const platform = { kind: 'connection', connection: connectionWith() } as const

describe('a list that comes in', () => {
  it('is offered, staged and counted, and gets a name', async () => {
    const { state, inputs, bridge } = await openFile()
    expect(bridge.offered).toEqual(['campanha_novembro.csv'])
    expect(inputs('cruzar.stage')).toEqual([{ from: 'file', ticket: 'ticket of campanha_novembro.csv' }])
    expect(inputs('cruzar.budget')).toEqual([{ list: 'l1', settings: detectedSettings }])
    expect(state()).toMatchObject({ budget: { value: budget }, counting: false, name: 'campanha novembro' })
  })

  it('is named by the moment when it was pasted', async () => {
    const { state } = open({ 'cruzar.stage': () => ({ list: 'l1', inspection: { ...inspection, name: '' } }) })
    await state().stage({ from: 'text', text: '11988887777' })
    expect(state().name).toBe('Lista colada')
  })

  it('of selected entries is named by their form', async () => {
    const name = 'Respostas de Contato do site'
    const { state, inputs } = open({ 'cruzar.stage': () => ({ list: 'l1', inspection: { ...inspection, name } }) })
    await state().stage({ from: 'table', table: { kind: 'entries', id: 'f1:301:' }, select: { ids: [1, 2] } })
    expect(inputs('cruzar.stage')).toMatchObject([{ from: 'table', select: { ids: [1, 2] } }])
    expect(state().name).toBe(name)
  })

  it('that opens by a password is asked for it until it is right, and the password is kept nowhere', async () => {
    const { state, inputs, bridge } = await openFile({
      'cruzar.stage': (input) => {
        const password = input.from === 'file' ? input.password : undefined
        if (password === 'açaí 7') return { list: 'l1', inspection }
        return refuses('list_unreadable', { cause: password ? 'wrong_password' : 'password' })()
      },
    })
    const lock = () => lockOf(state().list, state().brought)
    const name = 'campanha_novembro.csv'
    expect(lock()).toEqual({ name, isWrong: false, isBusy: false })
    const trying = state().unlock('Açaí 7')
    expect(lock()).toEqual({ name, isWrong: false, isBusy: true })
    await trying
    expect(lock()).toEqual({ name, isWrong: true, isBusy: false })
    await state().unlock('açaí 7')
    expect(lock()).toBeNull()
    expect(state()).toMatchObject({ list: { status: 'ready' }, brought: null })
    // A ticket is used once.
    expect(bridge.offered).toEqual([name, name, name])
    expect(inputs('cruzar.stage')).toMatchObject([{}, { password: 'Açaí 7' }, { password: 'açaí 7' }])
    expect(JSON.stringify(state())).not.toContain('açaí')
  })

  it('that opens by a password is put away where none is given', async () => {
    const { state } = await openFile({ 'cruzar.stage': refuses('list_unreadable', { cause: 'password' }) })
    state().discard()
    expect(state()).toMatchObject({ list: { status: 'idle' }, brought: null })
    const { state: damaged } = await openFile({ 'cruzar.stage': refuses('list_unreadable', { cause: 'damaged' }) })
    expect(lockOf(damaged().list, damaged().brought)).toBeNull()
  })

  it('gives way to the next one, whatever comes late of it', async () => {
    const { state, bridge, hold, answer } = open()
    const slow = hold('cruzar.stage')
    const first = state().stage({ from: 'text', text: 'first' })
    await expect.poll(() => bridge.asked.length).toBe(1)
    answer('cruzar.stage', () => ({ list: 'l2', inspection }))
    await state().stage({ from: 'text', text: 'second' })
    slow.open({ list: 'l1', inspection: inspectionWith({ name: 'late.csv' }) })
    await first
    expect(state()).toMatchObject({ list: { value: { id: 'l2' } }, name: 'campanha novembro' })
    expect(bridge.cancelled).toHaveLength(1)
  })

  it('of an earlier run brings its name and filters, and puts the connection that it asked in use', async () => {
    const { state, inputs, used } = open()
    await state().stageRun(runWith({ filter: { ...emptyFilter, inbox_ids: [11] } }))
    expect(inputs('cruzar.stage')).toEqual([{ from: 'run', id: 'r1' }])
    expect(state()).toMatchObject({ name: 'Campanha de novembro', sheetIds: [], filter: { inbox_ids: [11] } })
    await state().stageRun(runWith({ sheet_id: 's1', sheet_ids: ['s2', 's3'] }))
    expect(state().sheetIds).toEqual(['s1', 's2', 's3'])
    expect(used).toEqual(['c1'])
  })
})

it('the sheet whose own button led here answers, for another list too, until the run or until the person leaves', async () => {
  const { state, inputs } = open()
  state().setOwnSheet('s1')
  await state().stage({ from: 'example' })
  expect(state().sheetIds).toEqual(['s1'])
  state().discard()
  await state().stage({ from: 'text', text: '11988887777' })
  expect(state().sheetIds).toEqual(['s1'])
  await state().start({ kind: 'sheets', sheets: [sheetWith()] })
  expect(inputs('cruzar.start')).toMatchObject([{ sheet_id: 's1' }])
  await state().stage({ from: 'example' })
  expect(state()).toMatchObject({ ownSheet: null, sheetIds: [] })
})

describe('other settings', () => {
  it('inspect and count anew, and end the count that is under way', async () => {
    const { state, inputs, bridge, hold, answer } = open()
    const slow = hold('cruzar.budget')
    const first = state().stage({ from: 'example' })
    await expect.poll(() => state().counting).toBe(true)
    answer('cruzar.budget', () => ({ ...budget, keys: 1 }))
    await state().changeSettings({ delimiter: ',' })
    slow.open(budget)
    await first
    expect(bridge.cancelled).toHaveLength(1)
    expect(inputs('cruzar.inspect')).toEqual([{ list: 'l1', settings: { ...detectedSettings, delimiter: ',' } }])
    expect(state()).toMatchObject({ counting: false, budget: { value: { keys: 1 } } })
  })

  it('leave the former count in sight until the new one is there', async () => {
    const { state, hold } = await openFile()
    const slow = hold('cruzar.budget')
    const change = state().changeSettings({ header: false })
    await expect.poll(() => state().counting).toBe(true)
    expect(state().budget).toEqual({ status: 'ready', value: budget })
    slow.open(budget)
    await change
  })

  it('stand as they were chosen when the list cannot be read by them, and can be taken back', async () => {
    const { state, answer } = await openFile()
    answer('cruzar.inspect', refuses('list_empty'))
    await state().changeSettings({ encoding: 'utf-16le' })
    expect(state()).toMatchObject({
      inspecting: { failure: { code: 'list_empty' } },
      list: { value: { settings: { encoding: 'utf-16le' }, inspection } },
    })
    answer('cruzar.inspect', () => inspection)
    await state().resetSettings()
    expect(state()).toMatchObject({ inspecting: { failure: null }, list: { value: { settings: detectedSettings } } })
  })

  it('make a column a key column', async () => {
    const { state, inputs } = await openFile()
    await state().setColumnUse(2, 'email')
    const key_columns = [
      { index: 1, kind: 'phone' },
      { index: 2, kind: 'email' },
    ]
    expect(inputs('cruzar.inspect')).toMatchObject([{ settings: { key_columns } }])
  })

  it('are tried to their end, although counting again is asked for meanwhile', async () => {
    const { state, inputs, answer, hold } = await openFile({ 'cruzar.budget': refuses('data_process_ended') })
    const slow = hold('cruzar.inspect')
    const change = state().changeSettings({ header: false })
    answer('cruzar.budget', () => budget)
    await state().recount()
    slow.open(inspection)
    await change
    expect(state()).toMatchObject({ inspecting: { working: null }, counting: false, budget: { value: budget } })
    expect(inputs('cruzar.budget')).toHaveLength(2)
  })

  it('count again after a count that failed', async () => {
    const { state, answer } = await openFile({ 'cruzar.budget': refuses('data_process_ended') })
    expect(state().budget.status).toBe('failed')
    answer('cruzar.budget', () => budget)
    await state().recount()
    expect(state().budget).toEqual({ status: 'ready', value: budget })
  })
})

describe('the one button', () => {
  it('sends the list, its settings, the connection, the filters and the name, and leads to the run', async () => {
    const { state, inputs, started } = await openFile()
    const filter = { ...emptyFilter, status: ['open' as const] }
    state().setFilter(filter)
    state().setName('Minha lista')
    await state().start(platform)
    expect(inputs('cruzar.start')).toEqual([
      {
        list: 'l1',
        settings: detectedSettings,
        connection_id: 'c1',
        name: 'Minha lista',
        list_id: null,
        filter,
        match: null,
        other_ninth: true,
      },
    ])
    expect(started).toMatchObject([{ id: 'r1' }])
    expect(state().list.status).toBe('idle')
  })

  it('continues the list that it seems to be, unless the person calls it a new one', async () => {
    const recognised = recognisedListWith({ alike: 0.92 })
    const run = async (isNewList: boolean) => {
      const { state, inputs } = await openFile({ 'cruzar.budget': () => listBudgetWith({ recognised }) })
      state().setNewList(isNewList)
      await state().start(platform)
      return inputs('cruzar.start')
    }
    expect(await run(false)).toMatchObject([{ list_id: 'l7' }])
    expect(await run(true)).toMatchObject([{ list_id: null }])
  })

  it('continues it with what its last run asked, and a new list with what is usual', async () => {
    const question = { filter: { ...emptyFilter, status: ['open' as const] }, other_ninth: false }
    const recognised = recognisedListWith({ question: { ...recognisedListWith().question, ...question } })
    const { state, inputs } = open({ 'cruzar.budget': () => listBudgetWith({ recognised }) })
    state().askConnection('c1')
    await state().stageFile(new File(['Telefone\n11988887777'], 'campanha_novembro.csv'))
    expect(state()).toMatchObject({ filter: { status: ['open'] }, otherNinth: false })
    expect(lossesOnLeave(state())).toEqual([])
    state().setNewList(true)
    expect(state()).toMatchObject({ filter: emptyFilter, otherNinth: true })
    state().setNewList(false)
    await state().start(platform)
    expect(inputs('cruzar.start')).toMatchObject([{ filter: { status: ['open'] }, other_ninth: false }])
  })

  it('pressed twice sends once', async () => {
    const { state, inputs } = await openFile()
    await Promise.all([state().start(platform), state().start(platform)])
    expect(inputs('cruzar.start')).toHaveLength(1)
  })

  it('keeps the list when it could not be sent', async () => {
    const { state, started } = await openFile({ 'cruzar.start': refuses('secret_missing') })
    await state().start(platform)
    expect(state()).toMatchObject({
      starting: { working: null, failure: { code: 'secret_missing' } },
      list: { status: 'ready' },
    })
    expect(started).toEqual([])
  })
})

describe('a recipe', () => {
  const settings: ListSettings = { ...detectedSettings, key_columns: [{ index: 2, kind: 'phone' }] }
  const recipe = recipeWith({
    answerer: { by: 'service', connection_id: 'c2' },
    filter: { ...emptyFilter, inbox_ids: [7] },
  })
  const fit: RecipeFit = { recipe, same: true, settings, missing: [] }
  const fits = (...all: RecipeFit[]) => ({ 'recipes.for_list': () => all })

  it('that alone is for lists of these headings is applied at once, goes with the run, and can be taken back', async () => {
    const { state, inputs, used } = await openFile(fits(fit, { ...fit, same: false, recipe: recipeWith({ id: 'x' }) }))
    expect(state()).toMatchObject({ recipe: { id: 'm1', name: 'Mensal' }, filter: { inbox_ids: [7] } })
    expect(inputs('cruzar.budget')).toEqual([{ list: 'l1', settings }])
    expect(used).toEqual(['c2'])
    state().leave()
    expect(state().list.status).toBe('idle')

    const again = await openFile(fits(fit))
    await again.state().start(platform)
    expect(again.inputs('cruzar.start')).toMatchObject([{ settings, recipe_id: 'm1', filter: { inbox_ids: [7] } }])

    const undone = await openFile(fits(fit))
    await undone.state().undoRecipe()
    expect(undone.state()).toMatchObject({
      recipe: null,
      filter: emptyFilter,
      list: { value: { settings: detectedSettings } },
    })
    await undone.state().start(platform)
    expect(undone.inputs('cruzar.start').at(-1)).not.toHaveProperty('recipe_id')
  })

  it('is only offered where several fit, where no heading tells the list, and where a run is crossed again', async () => {
    const other = { ...fit, recipe: recipeWith({ id: 'm2', name: 'Outro' }) }
    const headless = { ...fit, recipe: recipeWith({ has_header: false }) }
    for (const each of [fits(fit, other), fits(headless)]) {
      const { state } = await openFile(each)
      expect(state()).toMatchObject({ recipe: null, list: { value: { settings: detectedSettings } } })
    }
    const { state } = open(fits(fit))
    await state().stageRun(runWith())
    expect(state().recipe).toBeNull()
    await state().applyRecipe('m1')
    expect(state()).toMatchObject({ recipe: { id: 'm1' }, list: { value: { settings } } })
  })

  it('of a list that was left fits nothing of the next one', async () => {
    const { state, hold, answer, inputs } = open()
    const slow = hold('recipes.for_list')
    const first = state().stage({ from: 'text', text: 'first' })
    await expect.poll(() => inputs('recipes.for_list').length).toBe(1)
    answer('recipes.for_list', () => [])
    await state().stage({ from: 'text', text: 'second' })
    slow.open([fit])
    await first
    expect(state()).toMatchObject({ fits: [], recipe: null })
  })

  it('leaves the sheet to answer whose own button led here', async () => {
    const { state, used } = open(fits(fit))
    state().setOwnSheet('s1')
    await state().stage({ from: 'example' })
    expect(state()).toMatchObject({ recipe: { id: 'm1' }, sheetIds: ['s1'] })
    expect(used).toEqual([])
  })

  it('that could not be asked for costs the list nothing', async () => {
    const { state } = await openFile({ 'recipes.for_list': refuses('file_damaged') })
    expect(state()).toMatchObject({ fits: [], budget: { value: budget } })
  })
})
