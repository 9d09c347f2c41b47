import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createData } from '../../../main/data-calls.ts'
import { forkChild } from '../../../main/kernel/child-process.ts'
import { createFileTickets } from '../../../main/kernel/host-files.ts'
import { createReviewsService } from '../../../main/reviews/service.ts'
import { notSaved } from '../../../preload/contract/saved-files.ts'
import { tableQuery } from '../../../preload/contract/table-queries.ts'
import { entriesTable } from '../../../preload/values/entries-table.ts'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { formsConnectionWith } from '../../kit/samples.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { startWorkspace, type TestWorkspace } from '../../kit/workspace.ts'
import { assign, note, reject, setState, tag } from './review-kit.ts'
import { passphrase } from './review-names.ts'

const everything = { query: tableQuery.parse({}) }
const inNova = {
  query: tableQuery.parse({ filters: [{ column: 'revisao_estado', operator: 'in', values: ['nova'] }] }),
}

function ticketOf(workspace: TestWorkspace, from: TestWorkspace, name: string): string {
  return workspace.fileTickets.put({ name, source: { path: path.join(from.saved, name) } })
}

describe('reviews of a connected account', () => {
  it('are made on what a query finds, shown by the table at once, and taken back', async () => {
    const account = await startFormAccount()
    const { ask, pushes } = account
    await account.keep(formIds.contact)
    const table = account.table(formIds.contact)
    const { ids } = await ask('entries.ids', { table, query: {} })
    await ask('reviews.change', { table, select: { ids: ids.slice(0, 5) }, change: setState('spam') })
    const from = pushes.length
    const { batch, changed } = await ask('reviews.change', { table, select: inNova, change: setState('aprovada') })
    expect(changed).toBe(ids.length - 5)
    const changedIds = expect.toSatisfy((pushed: string[]) => new Set(pushed).size === changed)
    // What the requests before have left of the budget may be pushed at any time.
    expect(pushes.slice(from).filter(({ feature }) => feature !== 'budget')).toEqual([
      { feature: 'reviews', ids: changedIds },
      { feature: 'entries', ids: changedIds },
    ])
    const counts = async () => (await ask('entries.counts', { table, query: {} })).states
    expect(await counts()).toMatchObject({ nova: 0, spam: 5, aprovada: ids.length - 5 })
    const undone = await ask('reviews.undo', { batch: batch?.id ?? null })
    expect(undone).toMatchObject({ undone: { id: batch?.id, undone: true }, changed: ids.length - 5 })
    expect(await counts()).toMatchObject({ nova: ids.length - 5, spam: 5 })
  })

  it('carry the name of the user of the computer until another was given, which outlives a restart', async () => {
    const account = await startFormAccount()
    expect(await account.ask('reviews.reviewer', {})).toEqual({ name: userInfo().username })
    await account.ask('reviews.name_reviewer', { name: '  Ana Lima ' })
    await account.reopen()
    expect(await account.ask('reviews.reviewer', {})).toEqual({ name: 'Ana Lima' })
  })

  it('go to a colleague in a file, and come back', { timeout: 60_000 }, async () => {
    const mine = await startFormAccount()
    await mine.keep(formIds.event)
    const table = mine.table(formIds.event)
    await mine.ask('reviews.change', { table, select: everything, change: tag(['Ver']) })
    const name = 'Revisão: evento'
    const saved = await mine.ask('reviews.export_package', { form_ids: [formIds.event], passphrase, name })
    const { ids } = await mine.ask('entries.ids', { table, query: {} })
    expect(saved).toMatchObject({ saved: true, name: 'Revisão- evento.cruza', rows: ids.length })

    // A colleague's computer, connected to the same service, without any entries.
    const theirs = await startWorkspace()
    const connection_id = await theirs.connectForms({ ...mine.demo.forms, url: `${mine.demo.forms.url}/` })
    await theirs.ask('reviews.name_reviewer', { name: 'Bruno' })
    const ticket = ticketOf(theirs, mine, saved.name)
    const open = (words: string, which = ticket) =>
      theirs.ask('reviews.open_package', { ticket: which, passphrase: words })
    // Who mistypes the passphrase need not choose the file again.
    await expect(open('não é esta')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    const opened = await open(passphrase)
    expect(opened).toMatchObject({ kind: 'review', entries: ids.length, unknown_entries: ids.length, conflicts: [] })
    await expect(open(passphrase)).rejects.toMatchObject({ code: 'file_unreadable' })
    const merged = await theirs.ask('reviews.merge_package', { package: opened.package, choices: [] })
    expect(merged).toMatchObject({ changed: ids.length, batch: { kind: 'merge' } })

    // What was reviewed waits for its entries.
    await theirs.ask('forms.refresh', {})
    const forms = await theirs.ask('forms.keep', { id: formIds.event, keep: true })
    await theirs.ended(forms.find(({ id }) => id === formIds.event) ?? { task_id: null })
    const rows = await theirs.rows(entriesTable({ connection_id, form_id: formIds.event, set: '' }))
    expect(rows).toHaveLength(ids.length)
    expect(rows.every(({ revisao_etiquetas }) => JSON.stringify(revisao_etiquetas) === '["Ver"]')).toBe(true)
  })

  it('of the team are in no answer about a blind review', async () => {
    const account = await startFormAccount()
    const { ask } = account
    await account.keep(formIds.event)
    const table = account.table(formIds.event)
    const { ids } = await ask('entries.ids', { table, query: {} })
    const [id = 0] = ids
    for (const change of [
      reject('SEGREDO motivo'),
      tag(['SEGREDO etiqueta']),
      assign('SEGREDO nome'),
      note('SEGREDO nota'),
    ]) {
      await ask('reviews.change', { table, select: everything, change })
    }
    const file = { passphrase, name: 'Segunda' }
    const colleague = await startWorkspace()
    const connection_id = await colleague.connectForms(account.demo.forms)
    await colleague.ask('forms.refresh', {})
    const forms = await colleague.ask('forms.keep', { id: formIds.event, keep: true })
    await colleague.ended(forms.find((form) => form.id === formIds.event) ?? { task_id: null })
    const theirs = entriesTable({ connection_id, form_id: formIds.event, set: '' })
    await colleague.ask('reviews.ask_blind', { table: theirs, select: { ids: ids.slice(1) }, ...file })
    const ticket = ticketOf(account, colleague, 'Segunda.cruza')
    const { package: opened } = await ask('reviews.open_package', { ticket, passphrase })
    const { set } = await ask('reviews.merge_package', { package: opened, choices: [] })
    const blind = entriesTable({ connection_id: account.connection_id, form_id: null, set: set ?? '' })
    const idsOf = (search: string) => ask('entries.ids', { table: blind, query: { search } })
    const exported = await ask('tables.export', {
      table: blind,
      query: {},
      columns: null,
      format: 'csv-raw',
      name: 'Cegas',
    })
    const answers = [
      await ask('entries.briefs', { set: set ?? '', ids: ids.slice(0, 300) }),
      await Promise.all(ids.slice(0, 20).map((each) => ask('entries.read', { set: set ?? '', id: each }))),
      await ask('entries.known', { set: set ?? '' }),
      await ask('reviews.batches', { set: set ?? '' }),
      await account.rows(blind),
      await readFile(path.join(account.saved, exported.name), 'utf8'),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/SEGREDO|rejeitada/i)
    expect(await ask('entries.counts', { table: blind, query: {} })).toMatchObject({
      total: ids.length - 1,
      decided_today: 0,
      states: { nova: ids.length - 1, rejeitada: 0 },
    })
    expect((await idsOf('SEGREDO')).ids).toEqual([])
    expect(await ask('reviews.undo', { set: set ?? '', batch: null })).toEqual({ undone: null, changed: 0 })
    expect(await ask('entries.known', {})).toMatchObject({ tags: ['SEGREDO etiqueta'] })
    expect((await ask('entries.read', { id })).state).toBe('rejeitada')
  })

  it('of another service are refused', async () => {
    const [account, other] = [await startFormAccount(), await startFormAccount()]
    const { name } = await account.ask('reviews.export_package', { form_ids: null, passphrase, name: 'Tudo' })
    const ticket = ticketOf(other, account, name)
    const opening = other.ask('reviews.open_package', { ticket, passphrase })
    await expect(opening).rejects.toMatchObject({ code: 'package_foreign' })
  })
})

it('writes, stores and announces nothing when the person chooses no place', async () => {
  const dir = await temporaryFolder()
  const data = createData({ start: () => forkChild(path.resolve('main/data-process.ts')), dir, key: '5b'.repeat(32) })
  const changes: string[] = []
  const service = createReviewsService({
    data,
    exports: {
      save: async () => notSaved,
      saveBytes: async () => notSaved,
      originFor: async () => null,
      accountFolders: async () => ({}),
    },
    fileTickets: createFileTickets(),
    connections: { read: async (id) => ({ ...formsConnectionWith({ id }), created_at: '' }) },
    accounts: { account: async () => null },
    changed: (feature) => changes.push(feature),
    userName: () => 'Ana',
  })
  const call = { signal: new AbortController().signal, progress() {} }
  const table = entriesTable({ connection_id: 'uma', form_id: null, set: '' })
  expect(
    await service['reviews.ask_blind']({ table, select: everything, passphrase, name: 'Dupla' }, call),
  ).toMatchObject({ file: { saved: false }, set: null })
  const everyForm = { connection_id: 'uma', form_ids: null, passphrase, name: 'Tudo' }
  expect(await service['reviews.export_package'](everyForm, call)).toMatchObject({ saved: false, rows: 0 })
  expect(await service['reviews.sets']({ connection_id: 'uma' }, call)).toEqual([])
  expect(changes).toEqual([])
  await data.close()
})
