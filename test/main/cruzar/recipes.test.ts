import { describe, expect, test } from 'vitest'
import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { Recipe } from '../../../preload/contract/recipes.ts'
import { finishRun, phones, startAccount } from '../../kit/leads.ts'
import { startWorkspace, type TestWorkspace } from '../../kit/workspace.ts'
import { buildXlsx, xlsxRow } from '../lists/build-xlsx.ts'

const [ana = '', bia = ''] = phones(2)
const list = `Nome;Celular;Recado;E-mail\nAna;${ana};${bia};ana@exemplo.com.br\n`
const byMessagePhone: Partial<ListSettings> = { key_columns: [{ index: 2, kind: 'phone' }], area_code: '21' }

/** Saves a recipe from a list that is read by these settings. */
async function save(
  workspace: TestWorkspace,
  text: string | Uint8Array,
  settings: Partial<ListSettings>,
  more: Partial<Pick<Recipe, 'name' | 'match' | 'answerer'>> & { readonly file?: string } = {},
) {
  const { name = 'Campanha', match = null, answerer = null, file } = more
  const staged = await workspace.stage(text, file)
  const from = { of: 'list', list: staged.list, settings, match, filter: {}, answerer } as const
  return workspace.ask('recipes.save', { name, from })
}

async function fitOf(workspace: TestWorkspace, text: string | Uint8Array, name?: string) {
  const [fit] = await workspace.ask('recipes.for_list', await workspace.stage(text, name))
  if (!fit) throw new Error('no recipe')
  return fit
}

describe('a recipe', () => {
  test('reads a list of the same headings in another order and case by its headings, and not by places', async () => {
    const workspace = await startWorkspace()
    await save(workspace, list, byMessagePhone)
    const other = `E-MAIL,recado ,nome,CELULAR\nana@exemplo.com.br,${bia},Ana,${ana}\n`
    expect(await fitOf(workspace, other)).toMatchObject({
      same: true,
      missing: [],
      settings: { key_columns: [{ index: 1, kind: 'phone' }], area_code: '21', delimiter: null, header: null },
    })
  })

  test('reads all sheets with people of a workbook, and a list that is crossed again does too', async () => {
    const account = await startAccount({ leads: 10 })
    const { ask, connection_id } = account
    const sheetOf = (name: string, fone: string) => ({
      name,
      rows: xlsxRow(1, ['Nome', 'Fone']) + xlsxRow(2, ['Ana', fone]),
    })
    const book = buildXlsx([sheetOf('Loja A', ana), sheetOf('Loja B', bia)])
    await save(account, book, { sheets: 'all' }, { file: 'lojas.xlsx' })
    const { list: staged } = await account.stage(book, 'lojas.xlsx')
    const [fit] = await ask('recipes.for_list', { list: staged })
    expect(fit).toMatchObject({ same: true, settings: { sheet: null, sheets: 'all' } })
    const start = (of: string, settings: Partial<ListSettings>) =>
      ask('cruzar.start', { list: of, settings, connection_id, filter: {}, name: 'Lojas' })
    const run = await start(staged, fit?.settings ?? {})
    expect(run).toMatchObject({ rows: 2, keys: 2 })
    await account.ended(run)
    const { list: again, inspection } = await ask('cruzar.stage', { from: 'run', id: run.id })
    expect(inspection).toMatchObject({ sheet: null, columns: [{ name: 'Nome' }, { name: 'Fone' }, { name: 'Aba' }] })
    expect(await start(again, {})).toMatchObject({ rows: 2, keys: 2 })
  })

  test('tells columns of the same heading by their order', async () => {
    const workspace = await startWorkspace()
    await save(workspace, `Fone;Nome;Fone\n${ana};Ana;${bia}\n`, { key_columns: [{ index: 2, kind: 'phone' }] })
    expect((await fitOf(workspace, `Nome;Fone;Fone\nAna;${ana};${bia}\n`)).settings).toMatchObject({
      key_columns: [{ index: 2, kind: 'phone' }],
    })
  })

  test('reads a list that has further columns when it is chosen, and names the headings that a list lacks', async () => {
    const workspace = await startWorkspace()
    await save(workspace, list, byMessagePhone)
    const longer = await fitOf(workspace, `Cidade;Recado\nRio;${bia}\n`)
    expect(longer).toMatchObject({ same: false, settings: { key_columns: [{ index: 1 }] } })
    expect(await fitOf(workspace, `Nome;Celular\nAna;${ana}\n`)).toMatchObject({
      same: false,
      settings: null,
      missing: ['Recado'],
    })
  })

  test('of a list without a header fits lists of as many columns of the same kinds', async () => {
    const workspace = await startWorkspace()
    await save(workspace, `Ana;${ana};${bia}\nBia;${bia};${ana}\n`, { key_columns: [{ index: 2, kind: 'phone' }] })
    const fits = await fitOf(workspace, `Caio;${bia};${ana}\n`)
    expect(fits).toMatchObject({ same: true, settings: { key_columns: [{ index: 2, kind: 'phone' }] } })
    expect(await fitOf(workspace, `${bia};Caio;${ana}\n`)).toMatchObject({ same: false, settings: null })
    expect(await fitOf(workspace, list)).toMatchObject({ same: false, settings: null })
  })

  test('keeps what was chosen of a reading and leaves the rest to be recognised', async () => {
    const workspace = await startWorkspace()
    // One column of texts with commas is recognised as several.
    const chosen = await save(workspace, `Fone, obs\n${ana}, oi\n${bia}, tchau\n`, {
      delimiter: 'none',
      encoding: 'utf-8',
    })
    expect(chosen.mapping).toMatchObject({ delimiter: 'none', encoding: null, columns: [{ heading: 'Fone, obs' }] })
    const latin = Buffer.from(`Fone, obs\n${ana}, José\n`, 'latin1')
    expect(await fitOf(workspace, latin)).toMatchObject({ same: true, settings: { delimiter: 'none', encoding: null } })
  })

  test('reads the chosen sheet of a workbook, and the usual one of a workbook without it', async () => {
    const workspace = await startWorkspace()
    const rows = xlsxRow(1, ['Nome', 'Fone']) + xlsxRow(2, ['Ana', ana])
    const cover = { name: 'Capa', rows: xlsxRow(1, ['Nome', 'Telefone']) + xlsxRow(2, ['Bia', bia]) }
    const book = (name: string) => buildXlsx([cover, { name, rows }])
    await save(workspace, book('Lista'), { sheet: 'Lista' }, { file: 'lista.xlsx' })
    expect(await fitOf(workspace, book('Lista'), 'a.xlsx')).toMatchObject({ same: true, settings: { sheet: 'Lista' } })
    const only = buildXlsx([{ name: 'Dezembro', rows }])
    expect(await fitOf(workspace, only, 'b.xlsx')).toMatchObject({ same: true, settings: { sheet: 'Dezembro' } })
  })

  test('holds headings and no cell, even where the person calls the first row of data a header', async () => {
    const workspace = await startWorkspace()
    await save(workspace, list, byMessagePhone)
    await save(
      workspace,
      `Ana;${ana};ana@exemplo.com.br\nBia;${bia};b@exemplo.com.br\n`,
      { header: true },
      { name: 'Forçado' },
    )
    const stored = JSON.stringify(await workspace.ask('recipes.list', {}))
    for (const text of [ana, bia, 'exemplo.com.br']) expect(stored).not.toContain(text)
  })

  test('is replaced by one that is saved under its name, renamed, and forgotten', async () => {
    const workspace = await startWorkspace()
    const first = await save(workspace, list, byMessagePhone)
    const again = await save(workspace, list, { key_columns: [{ index: 1, kind: 'phone' }] }, { match: 'exact' })
    expect(again).toMatchObject({ id: first.id, match: 'exact', mapping: { key_columns: [{ heading: 'Celular' }] } })
    const other = await save(workspace, list, byMessagePhone, { name: 'Outra' })
    await expect(workspace.ask('recipes.rename', { id: other.id, name: 'Campanha' })).rejects.toMatchObject({
      code: 'name_taken',
    })
    await workspace.ask('recipes.rename', { id: other.id, name: 'Antes' })
    await workspace.reopen()
    expect((await workspace.ask('recipes.list', {})).map(({ name }) => name)).toEqual(['Antes', 'Campanha'])
    expect(await workspace.ask('recipes.forget', { id: first.id })).toMatchObject([{ name: 'Antes' }])
  })

  test('without an answerer names no inboxes and agents of an account', async () => {
    const workspace = await startWorkspace()
    const { list: staged } = await workspace.stage(list)
    const filter = { inbox_ids: [3], status: ['open' as const] }
    const from = { of: 'list' as const, list: staged, settings: byMessagePhone, match: null, filter }
    const saved = await workspace.ask('recipes.save', { name: 'Sem conta', from: { ...from, answerer: null } })
    expect(saved.filter).toMatchObject({ inbox_ids: [], status: ['open'] })
    const answerer = { by: 'service', connection_id: 'c1' } as const
    const whole = await workspace.ask('recipes.save', { name: 'Com conta', from: { ...from, answerer } })
    expect(whole.filter).toMatchObject({ inbox_ids: [3] })
  })
})

test('a finished run becomes a recipe with its export, whose columns of the list are named by their headings', async () => {
  const workspace = await startAccount({ leads: 20 })
  const { connection_id } = workspace
  const { run } = await finishRun(workspace, { connection_id, list, settings: byMessagePhone })
  const columns = ['c3', 'c1', 'cruzar_resultado'].map((column, place) => ({ column, hidden: place === 1 }))
  const choices = { format: 'csv-excel', outcomes: ['ausente'], columns } as const
  const recipe = await workspace.ask('recipes.save', {
    name: 'Mensal',
    from: { of: 'run', run: run.id, answerer: true, export: { ...choices, outcomes: ['ausente'], columns } },
  })
  expect(recipe).toMatchObject({
    mapping: { key_columns: [{ heading: 'Recado', kind: 'phone' }], area_code: '21', encoding: null, header: null },
    answerer: { by: 'service', connection_id },
    export: {
      format: 'csv-excel',
      outcomes: ['ausente'],
      columns: [
        { column: { heading: 'E-mail', nth: 0 }, hidden: false },
        { column: { heading: 'Celular', nth: 0 }, hidden: true },
        { column: 'cruzar_resultado', hidden: false },
      ],
    },
  })
  const changed = await workspace.ask('recipes.set_export', {
    id: recipe.id,
    run: run.id,
    export: { format: 'xlsx', outcomes: [], columns: null },
  })
  expect(changed).toMatchObject({ name: 'Mensal', export: { format: 'xlsx', columns: null } })
  const staged = await workspace.stage(list)
  const [fit] = await workspace.ask('recipes.for_list', staged)
  const started = await workspace.ask('cruzar.start', {
    list: staged.list,
    settings: fit?.settings ?? {},
    connection_id,
    filter: {},
    name: 'De novo',
    recipe_id: recipe.id,
  })
  await workspace.ended(started)
  expect(await workspace.ask('cruzar.run', { id: started.id })).toMatchObject({ recipe_id: recipe.id, keys: run.keys })
})
