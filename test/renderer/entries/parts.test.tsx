import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { EntriesDialog } from '../../../renderer/entries/entries-dialog.tsx'
import { AnswerValue, EntryMetadata } from '../../../renderer/entries/entry-answers.tsx'
import { entryWords } from '../../../renderer/entries/entry-columns.ts'
import { EntrySide } from '../../../renderer/entries/entry-side.tsx'
import { cancelledText } from '../../../renderer/entries/notices.tsx'
import { createReviewCommands, type OpenDialog } from '../../../renderer/entries/review-commands.ts'
import { EntriesScreen, UnsavedNotice } from '../../../renderer/entries/screen.tsx'
import { SyncNotices } from '../../../renderer/entries/sync-notices.tsx'
import { OutsideContext } from '../../../renderer/ui/outside.tsx'
import { type Answer, createGate, Refusal } from '../../kit/fake-bridge.ts'
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

  it('shows each address in full when revealed', async () => {
    const { made, shown } = await open()
    const whole = { metadata: { ip: '177.20.30.40', client_ip: '2804:14d:1::2' } }
    made.bridge.answer('entries.raw', () => ({ json: JSON.stringify(whole), ip: '177.20.30.40' }))
    expect(shown.text()).not.toContain('177.20')
    await shown.click(shown.byRole('button', texts.entry.revealLabel))
    await shown.until(() => expect(shown.text()).toContain('2804:14d:1::2'))
    expect(shown.text()).toContain('177.20.30.40')
  })

  it('shows why an address cannot be revealed', async () => {
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

  it('that could not be stored is shown with its text on any entry until it is stored', async () => {
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

  it('keeps its draft at its entry while others are open', async () => {
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

describe('a cancelled deletion', () => {
  it('is reported as too late only when it was sent', () => {
    const { remove } = texts
    const refused = { ok: false, failure: { code: 'internal', params: {} } } as const
    expect(cancelledText({ ok: true, value: true }, ptBR)).toBe(remove.takenBack)
    expect(cancelledText({ ok: true, value: false }, ptBR)).toBe(remove.tooLate)
    expect(cancelledText(refused, ptBR)).toBe(ptBR.failures.internal({}))
  })
})

describe('the notices of a form', () => {
  const around = { tasks: [], taskWords: () => '', onCancelTask: () => undefined }
  const withForm = async (form: Parameters<typeof formWith>[0]) => {
    const made = await openedEntries()
    made.bridge.answer('forms.list', () => [formWith({ connection_id: 'c1', ...form })])
    await made.state().loadForms()
    return made
  }

  it('show in a whole sentence why a copy was cut short', async () => {
    const { store } = await withForm({ sync: { ...formWith().sync, kind: 'partial', failure: 'offline' } })
    const shown = await render(<SyncNotices store={store} {...around} />)
    expect(shown.text()).toContain(ptBR.failures.offline({ host: ptBR.common.theService }))
  })

  it('count the entries that could not be kept, and show each with its number and reason', async () => {
    const { bridge, store } = await withForm({ aside: 2 })
    bridge.answer('entries.aside', () => [
      { id: 901, reason: 'too_deep', text: '{"id":901}' },
      { id: null, reason: 'no_number', text: '"x"' },
    ])
    const shown = await render(<SyncNotices store={store} {...around} />)
    const { aside } = texts
    expect(shown.text()).toContain(aside.notice('Contato do site', 2))
    await shown.click(shown.byRole('button', aside.see))
    await shown.until(() => shown.byRole('button', aside.copyNamed(texts.entry.number(901))))
    expect(shown.text()).toContain(`${aside.unnamed} · ${aside.reasons.no_number} · ${aside.characters(3)}`)
  })

  it('stand above the entries of one form', async () => {
    const { store } = await withForm({ aside: 2 })
    const ways = { onCruzar: () => undefined, onForms: () => undefined }
    const shown = await render(<EntriesScreen store={store} now={() => 0} {...around} {...ways} />)
    await shown.until(() => expect(shown.text()).toContain(texts.aside.notice('Contato do site', 2)))
  })
})

/** A dialog over opened entries; `closed` has an item for each time that it asked to be closed. */
async function dialogOf(dialog: OpenDialog, answers: Readonly<Record<string, Answer>> = {}) {
  const { bridge, store } = await openedEntries()
  for (const [name, answer] of Object.entries(answers)) bridge.answer(name, answer)
  const commands = createReviewCommands({ store, onOpenDialog: () => undefined, writeNote: () => false })
  const closed: true[] = []
  const part = { store, commands, words: entryWords(ptBR), dialog, onClose: () => void closed.push(true) }
  return { bridge, closed, element: <EntriesDialog key="dialog" {...part} /> }
}

/** The dialog of a new entry, once its form is loaded. */
async function newEntry(create: Answer, form = formDetailWith()) {
  const made = await dialogOf({ kind: 'create' }, { 'forms.read': () => form, 'entries.create': create })
  const notices = <NoticeStrip key="notices" />
  const shown = await render([notices, made.element])
  await shown.until(() => shown.byRole('button', texts.create.confirm))
  return { ...made, shown, notices }
}

const offline = new Refusal({ code: 'offline', params: { host: 'a.exemplo' } })

describe('the dialog of a saved filter', () => {
  const open = async (save: Answer) => {
    const made = await dialogOf({ kind: 'save-filter' }, { 'reviews.save_filter': save })
    const shown = await render(made.element)
    await shown.type(shown.byLabel(texts.filters.name), 'Urgentes')
    await submit()
    return { ...made, shown }
  }

  it('shows why the filter could not be saved', async () => {
    const { shown } = await open(refuses('disk_full'))
    await shown.until(() => expect(shown.byRole('dialog', texts.filters.title).textContent).toContain('disco'))
  })

  it('saves once when Enter is pressed again before the answer', async () => {
    const gate = createGate<unknown>()
    const { bridge, closed, shown } = await open(() => gate.passed)
    await submit()
    gate.open([])
    await shown.until(() => expect(closed).toHaveLength(1))
    expect(bridge.inputs('reviews.save_filter')).toHaveLength(1)
  })
})

describe('the dialog of a new entry', () => {
  it('sends once when it is submitted again before the answer', async () => {
    const gate = createGate<{ id: number }>()
    const { bridge, closed, shown } = await newEntry(() => gate.passed)
    await submit()
    await submit()
    gate.open({ id: 11 })
    await shown.until(() => expect(closed).toHaveLength(1))
    expect(bridge.inputs('entries.create')).toHaveLength(1)
  })

  it('sends nothing while a day does not exist, and keeps the typed text', async () => {
    const fields = [fieldWith({ label: 'Retirada', type: 'date' })]
    const { bridge } = await newEntry(() => ({ id: 11 }), formDetailWith({ fields }))
    await write(findField('Retirada'), '31/04/2026')
    await submit()
    expect(describedBy(findField('Retirada'))).toContain(ptBR.tables.day.impossible)
    expect(findField('Retirada').value).toBe('31/04/2026')
    expect(bridge.inputs('entries.create')).toEqual([])
  })

  it('cannot be submitted again after an answer was lost', async () => {
    const { bridge, shown } = await newEntry(refuses('sent_unknown', { host: 'a.exemplo' }))
    await submit()
    await shown.until(() => expect(shown.text()).toContain(ptBR.failures.sent_unknown({ host: 'a.exemplo' })))
    expect(shown.byRole('button', texts.create.confirm)).toHaveProperty('disabled', true)
    await submit()
    expect(bridge.inputs('entries.create')).toHaveLength(1)
  })

  it('notifies of a failure after it was closed, and has the answers when it is opened again', async () => {
    const gate = createGate<{ id: number }>()
    const { element, shown, notices } = await newEntry(() => gate.passed)
    const [label = ''] = formDetailWith().fields?.map((field) => field.label) ?? []
    await shown.type(shown.byLabel(label), 'Carla Dias')
    await submit()
    await shown.rerender([notices])
    await act(async () => gate.refuse(offline))
    await shown.until(() => expect(shown.text()).toContain(ptBR.failures.offline({ host: 'a.exemplo' })))
    await shown.rerender([notices, element])
    await shown.until(() => expect(shown.byLabel(label).value).toBe('Carla Dias'))
  })
})

describe('the dialog of a deletion', () => {
  it('of several entries waits until their number is typed', async () => {
    const { element } = await dialogOf({ kind: 'remove', ids: [10, 11] })
    const shown = await render(element)
    const confirm = shown.byRole('button', texts.remove.confirm)
    expect(confirm).toHaveProperty('disabled', true)
    await shown.type(shown.byLabel(ptBR.common.typeToConfirm('2')), '2')
    expect(confirm).toHaveProperty('disabled', false)
  })

  it('notifies of a failure after it was closed', async () => {
    const gate = createGate<unknown>()
    const { element } = await dialogOf({ kind: 'remove', ids: [10] }, { 'entries.delete': () => gate.passed })
    const notices = <NoticeStrip key="notices" />
    const shown = await render([notices, element])
    await shown.click(shown.byRole('button', texts.remove.confirm))
    await shown.rerender([notices])
    await act(async () => gate.refuse(offline))
    await shown.until(() => expect(shown.text()).toContain('Sem conexão com a.exemplo'))
  })
})

describe('a link of an entry', () => {
  const show = async (value: string) => {
    const open = vi.fn()
    const page = await render(
      <OutsideContext value={open}>
        <AnswerValue answer={{ value, given: true, recognised: 'link' }} />
      </OutsideContext>,
    )
    return { open, page }
  }

  it('opens outside after its address was shown in ASCII', async () => {
    const { open, page } = await show('https://аpple.example/promo')
    await page.click(page.byRole('button', 'Abrir o link'))
    expect(open).not.toHaveBeenCalled()
    expect(page.text()).toContain('https://xn--pple-43d.example/promo')
    await page.click(page.byRole('button', 'Abrir no navegador'))
    expect(open.mock.calls).toEqual([['https://xn--pple-43d.example/promo']])
  })

  it('stays text when its address is not of the web', async () => {
    const { page } = await show('javascript:alert(1)')
    expect(page.text()).toContain('javascript:alert(1)')
    expect(() => page.byRole('button', 'Abrir o link')).toThrow()
  })
})
