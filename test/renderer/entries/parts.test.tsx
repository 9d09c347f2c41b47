import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { EntriesDialog } from '../../../renderer/entries/entries-dialog.tsx'
import { EntryMetadata } from '../../../renderer/entries/entry-answers.tsx'
import { entryWords } from '../../../renderer/entries/entry-columns.ts'
import { EntrySide } from '../../../renderer/entries/entry-side.tsx'
import { cancelledText } from '../../../renderer/entries/notices.tsx'
import { createReviewCommands } from '../../../renderer/entries/review-commands.ts'
import { EntriesScreen, UnsavedNotice } from '../../../renderer/entries/screen.tsx'
import { SyncNotices } from '../../../renderer/entries/sync-notices.tsx'
import { createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { render } from '../../kit/render.tsx'
import { entryDetailWith, fieldWith, formDetailWith, formWith } from '../../kit/samples-forms.ts'
import { describedBy, findField, submit, write } from '../../kit/screen-parts.ts'
import { openedEntries } from './entries-kit.ts'

const texts = ptBR.entries
describe('the metadata of an entry', () => {
  const metadata = [
    { key: 'ip', value: '177.•.•.•', masked: true },
    { key: 'client_ip', value: '2804:•', masked: true },
  ]
  const open = async () => {
    const made = await openedEntries()
    const shown = await render(<EntryMetadata store={made.store} detail={entryDetailWith({ id: 10, metadata })} />)
    return { made, shown }
  }

  it('show each address as its own when it is asked for', async () => {
    const { made, shown } = await open()
    const whole = { metadata: { ip: '177.20.30.40', client_ip: '2804:14d:1::2' } }
    made.bridge.answer('entries.raw', () => ({ json: JSON.stringify(whole), ip: '177.20.30.40' }))
    expect(shown.text()).not.toContain('177.20')
    await shown.click(shown.byRole('button', texts.entry.revealLabel))
    await shown.until(() => expect(shown.text()).toContain('2804:14d:1::2'))
    expect(shown.text()).toContain('177.20.30.40')
  })

  it('say why an address cannot be shown', async () => {
    const { made, shown } = await open()
    made.bridge.answer('entries.raw', refuses('file_damaged'))
    await shown.click(shown.byRole('button', texts.entry.revealLabel))
    await shown.until(() => shown.byRole('alert', ''))
    expect(shown.text()).toContain('177.•.•.•')
  })
})
describe('a note', () => {
  const noteOn = async (made: Awaited<ReturnType<typeof openedEntries>>, id: number) => {
    const { store } = made
    const part = { store, detail: entryDetailWith({ id }), now: 0, note: { current: null }, onLeave: () => undefined }
    const commands = createReviewCommands({ store, onOpenDialog: () => undefined, writeNote: () => false })
    return render([<UnsavedNotice key="unsaved" store={store} />, <EntrySide key={id} {...part} commands={commands} />])
  }

  it('that could not be kept is shown with its text on any entry, until it is kept', async () => {
    const made = await openedEntries()
    const stores = made.bridge.answerOf('reviews.change')
    made.bridge.answer('reviews.change', refuses('disk_full'))
    const first = await noteOn(made, 10)
    await write(findField(texts.notes.label), 'ligar amanhã')
    await first.click(first.byRole('button', texts.notes.add))
    await first.unmount()
    const next = await noteOn(made, 9)
    await next.until(() => expect(next.byRole('alert', '').textContent).toContain('ligar amanhã'))
    if (stores) made.bridge.answer('reviews.change', stores)
    await next.click(next.byRole('button', ptBR.common.tryAgain))
    await next.until(() => expect(next.text()).not.toContain('ligar amanhã'))
    expect(made.inputs('reviews.change').at(-1)).toMatchObject({
      select: { ids: [10] },
      change: { kind: 'note', text: 'ligar amanhã' },
    })
  })

  it('that is being written waits at its entry while others are looked at', async () => {
    const made = await openedEntries()
    const first = await noteOn(made, 10)
    await write(findField(texts.notes.label), 'começo de uma nota')
    await first.unmount()
    const other = await noteOn(made, 9)
    expect(findField(texts.notes.label).value).toBe('')
    await other.unmount()
    await noteOn(made, 10)
    expect(findField(texts.notes.label).value).toBe('começo de uma nota')
  })
})
describe('a deletion that is taken back', () => {
  it('is called too late only when it was sent', () => {
    const { remove } = texts
    const refused = { ok: false, failure: { code: 'internal', params: {} } } as const
    expect(cancelledText({ ok: true, value: true }, ptBR)).toBe(remove.takenBack)
    expect(cancelledText({ ok: true, value: false }, ptBR)).toBe(remove.tooLate)
    expect(cancelledText(refused, ptBR)).toBe(ptBR.failures.internal({}))
  })
})
describe('a copy that was cut short', () => {
  it('says why in a whole sentence', async () => {
    const made = await openedEntries()
    const { sync } = formWith()
    const form = formWith({ connection_id: 'c1', sync: { ...sync, kind: 'partial', failure: 'offline' } })
    made.bridge.answer('forms.list', () => [form])
    await made.state().loadForms()
    const around = { tasks: [], taskWords: () => '', onCancelTask: () => undefined }
    const shown = await render(<SyncNotices store={made.store} {...around} />)
    expect(shown.text()).toContain(ptBR.failures.offline({ host: ptBR.common.theService }))
  })
})
describe('entries that could not be kept', () => {
  it('are counted, and shown by number and reason', async () => {
    const made = await openedEntries()
    made.bridge.answer('forms.list', () => [formWith({ connection_id: 'c1', aside: 2 })])
    const records = [
      { id: 901, reason: 'too_deep', text: '{"id":901}' },
      { id: null, reason: 'no_number', text: '"x"' },
    ]
    made.bridge.answer('entries.aside', () => records)
    await made.state().loadForms()
    const around = { tasks: [], taskWords: () => '', onCancelTask: () => undefined }
    const shown = await render(<SyncNotices store={made.store} {...around} />)
    const { aside } = texts
    expect(shown.text()).toContain(aside.notice('Contato do site', 2))
    await shown.click(shown.byRole('button', aside.see))
    await shown.until(() => shown.byRole('button', aside.copyNamed(texts.entry.number(901))))
    expect(shown.text()).toContain(`${aside.unnamed} · ${aside.reasons.no_number} · ${aside.characters(3)}`)
  })
})
describe('entries of one form that could not be kept', () => {
  it('are counted above those that could', async () => {
    const made = await openedEntries()
    made.bridge.answer('forms.list', () => [formWith({ connection_id: 'c1', aside: 2 })])
    await made.state().loadForms()
    const ways = { onCancelTask: () => undefined, onCruzar: () => undefined, onForms: () => undefined }
    const shown = await render(
      <EntriesScreen store={made.store} tasks={[]} taskWords={() => ''} now={() => 0} {...ways} />,
    )
    await shown.until(() => expect(shown.text()).toContain(texts.aside.notice('Contato do site', 2)))
  })
})
describe('a filter that cannot be kept', () => {
  it('says why where it was named', async () => {
    const made = await openedEntries()
    made.bridge.answer('reviews.save_filter', refuses('disk_full'))
    const { store } = made
    const commands = createReviewCommands({ store, onOpenDialog: () => undefined, writeNote: () => false })
    const part = { store, commands, words: entryWords(ptBR), onClose: () => undefined }
    const shown = await render(<EntriesDialog {...part} dialog={{ kind: 'save-filter' }} />)
    await shown.type(shown.byLabel(texts.filters.name), 'Urgentes')
    await submit()
    await shown.until(() => expect(shown.byRole('dialog', texts.filters.title).textContent).toContain('disco'))
  })
})
describe('a filter that is kept', () => {
  it('is kept once, however often Enter is pressed before the answer', async () => {
    const made = await openedEntries()
    const gate = createGate<unknown>()
    made.bridge.answer('reviews.save_filter', () => gate.passed)
    const { store } = made
    const commands = createReviewCommands({ store, onOpenDialog: () => undefined, writeNote: () => false })
    const closed: true[] = []
    const part = { store, commands, words: entryWords(ptBR), onClose: () => void closed.push(true) }
    const shown = await render(<EntriesDialog {...part} dialog={{ kind: 'save-filter' }} />)
    await shown.type(shown.byLabel(texts.filters.name), 'Urgentes')
    await submit()
    await submit()
    gate.open([])
    await shown.until(() => expect(closed).toHaveLength(1))
    expect(made.bridge.inputs('reviews.save_filter')).toHaveLength(1)
  })
})
/** What the dialog of a new entry needs, over entries whose form is known. */
async function newEntry(create: () => unknown, form = formDetailWith()) {
  const { bridge, store } = await openedEntries()
  bridge.answer('forms.read', () => form)
  bridge.answer('entries.create', create)
  const commands = createReviewCommands({ store, onOpenDialog: () => undefined, writeNote: () => false })
  const closed: true[] = []
  const part = { store, commands, words: entryWords(ptBR), onClose: () => void closed.push(true) }
  return { bridge, closed, dialog: <EntriesDialog key="dialog" {...part} dialog={{ kind: 'create' }} /> }
}
describe('a new entry', () => {
  it('is sent once, however often its form is sent before the answer', async () => {
    const gate = createGate<{ id: number }>()
    const { bridge, closed, dialog } = await newEntry(() => gate.passed)
    const shown = await render(dialog)
    await shown.until(() => shown.byRole('button', texts.create.confirm))
    await submit()
    await submit()
    gate.open({ id: 11 })
    await shown.until(() => expect(closed).toHaveLength(1))
    expect(bridge.inputs('entries.create')).toHaveLength(1)
  })

  it('is not sent with a day that does not exist, which stays as it was typed', async () => {
    const fields = [fieldWith({ label: 'Retirada', type: 'date' })]
    const { bridge, dialog } = await newEntry(() => ({ id: 11 }), formDetailWith({ fields }))
    const shown = await render(dialog)
    await shown.until(() => shown.byRole('button', texts.create.confirm))
    await write(findField('Retirada'), '31/04/2026')
    await submit()
    expect(describedBy(findField('Retirada'))).toContain(ptBR.tables.day.impossible)
    expect(findField('Retirada').value).toBe('31/04/2026')
    expect(bridge.inputs('entries.create')).toEqual([])
  })
})
describe('a new entry that nobody confirmed', () => {
  it('is not offered to be sent again', async () => {
    const { bridge, dialog } = await newEntry(() => {
      throw new Refusal({ code: 'sent_unknown', params: { host: 'a.exemplo' } })
    })
    const shown = await render(dialog)
    await shown.until(() => shown.byRole('button', texts.create.confirm))
    await submit()
    await shown.until(() => expect(shown.text()).toContain(ptBR.failures.sent_unknown({ host: 'a.exemplo' })))
    expect(shown.byRole('button', texts.create.confirm)).toHaveProperty('disabled', true)
    await submit()
    expect(bridge.inputs('entries.create')).toHaveLength(1)
  })
})
describe('a new entry whose dialog was closed before the answer', () => {
  it('says why it failed, and its answers are there when the dialog is opened again', async () => {
    const gate = createGate<{ id: number }>()
    const { dialog } = await newEntry(() => gate.passed)
    const notices = <NoticeStrip key="notices" />
    const shown = await render([notices, dialog])
    const [label = ''] = formDetailWith().fields?.map((field) => field.label) ?? []
    await shown.until(() => shown.byLabel(label))
    await shown.type(shown.byLabel(label), 'Carla Dias')
    await submit()
    await shown.rerender([notices])
    await act(async () => gate.refuse(new Refusal({ code: 'offline', params: { host: 'a.exemplo' } })))
    await shown.until(() => expect(shown.text()).toContain(ptBR.failures.offline({ host: 'a.exemplo' })))
    await shown.rerender([notices, dialog])
    await shown.until(() => expect(shown.byLabel(label).value).toBe('Carla Dias'))
  })
})
describe('a deletion whose dialog was closed before the answer', () => {
  it('says all the same why it could not begin', async () => {
    const made = await openedEntries()
    let refuse: (reason: Refusal) => void = () => undefined
    const answer = new Promise<never>((_, reject) => {
      refuse = reject
    })
    made.bridge.answer('entries.delete', () => answer)
    const { store } = made
    const commands = createReviewCommands({ store, onOpenDialog: () => undefined, writeNote: () => false })
    const part = { store, commands, words: entryWords(ptBR), onClose: () => undefined }
    const shown = await render([
      <NoticeStrip key="notices" />,
      <EntriesDialog key="dialog" {...part} dialog={{ kind: 'remove', ids: [10] }} />,
    ])
    await shown.click(shown.byRole('button', texts.remove.confirm))
    await shown.rerender([<NoticeStrip key="notices" />])
    await act(async () => refuse(new Refusal({ code: 'offline', params: { host: 'forms.example' } })))
    await shown.until(() => expect(shown.text()).toContain('Sem conexão com forms.example'))
  })
})
