import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { startWorkspace, type TestWorkspace } from '../../kit/workspace.ts'

const passphrase = 'uma frase longa'

async function exportPackage({ ask, saved }: TestWorkspace, name: string, person_notes?: boolean) {
  const notes = person_notes === undefined ? {} : { person_notes }
  const file = await ask('reviews.export_package', { form_ids: null, passphrase, name, ...notes })
  expect(file).toMatchObject({ saved: true })
  return readFile(path.join(saved, `${name}.cruza`))
}

async function openPackage({ ask, fileTickets }: TestWorkspace, bytes: Uint8Array) {
  const ticket = fileTickets.put({ name: 'pacote.cruza', source: { bytes } })
  return ask('reviews.open_package', { ticket, passphrase })
}

it('a package carries the notes about people where they are wanted, and joins them with those of the colleague once', async () => {
  const ana = await startFormAccount({ demo: { entries: 60 } })
  await ana.keep(formIds.contact)
  await ana.ask('reviews.name_reviewer', { name: 'Ana' })
  const bruno = await startWorkspace()
  await bruno.connectForms(ana.demo.forms)
  await bruno.ask('forms.refresh', {})
  await bruno.ended(
    (await bruno.ask('forms.keep', { id: formIds.contact, keep: true })).find(({ id }) => id === formIds.contact) ?? {
      task_id: null,
    },
  )
  const rows = await ana.rows(ana.table(formIds.contact))
  const [first, second] = rows.filter(({ telefone }) => telefone !== null)
  const senderOf = (row: typeof first) => ({ contact_id: null, phones: [String(row?.telefone)], emails: [] })
  await ana.ask('notes.save', { ...senderOf(first), text: 'Liga sempre à tarde', tags: ['VIP'] })
  await ana.ask('notes.save', { ...senderOf(second), text: '', tags: ['fria'] })
  await bruno.ask('notes.save', { ...senderOf(first), text: 'Minha', tags: ['minha'] })

  const without = await openPackage(bruno, await exportPackage(ana, 'sem'))
  expect(without.new_notes).toBe(0)
  const bytes = await exportPackage(ana, 'com', true)
  const opened = await openPackage(bruno, bytes)
  expect(opened.new_notes).toBe(2)
  await bruno.ask('reviews.merge_package', { package: opened.package, choices: [] })
  const joined = { text: 'Minha\n\nAna: Liga sempre à tarde', tags: ['minha', 'VIP'] }
  expect(await bruno.ask('notes.of', senderOf(first))).toMatchObject(joined)
  expect(await bruno.ask('notes.of', senderOf(second))).toMatchObject({ text: '', tags: ['fria'] })
  expect(bruno.changes).toContain('notes')

  const again = await openPackage(bruno, bytes)
  expect(again.new_notes).toBe(0)
  await bruno.ask('reviews.merge_package', { package: again.package, choices: [] })
  expect(await bruno.ask('notes.of', senderOf(first))).toMatchObject(joined)
})
