import { screen, waitFor } from '@testing-library/react'
import { act, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { cancelledText } from '../../../renderer/entries/deletion.tsx'
import { EntriesDialog } from '../../../renderer/entries/dialogs.tsx'
import type { OpenDialog } from '../../../renderer/entries/entries-state.ts'
import { AnswerValue, EntryMetadata } from '../../../renderer/entries/entry-answers.tsx'
import { EntrySide } from '../../../renderer/entries/entry-side.tsx'
import { SyncNotices, UnsavedNotice } from '../../../renderer/entries/notices.tsx'
import { FormEntries } from '../../../renderer/entries/screen.tsx'
import { OutsideContext } from '../../../renderer/ui/outside.tsx'
import { type Answer, type Answers, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { fill, render, toastMessages, user } from '../../kit/render.tsx'
import { batchWith, entryDetailWith, fieldWith, formDetailWith, formWith } from '../../kit/samples-forms.ts'
import { describedBy, submit } from '../../kit/screen-parts.ts'
import { until } from '../../kit/until.ts'
import { openedEntries, setUpEntries } from './entries-kit.tsx'

const texts = ptBR.entries

/** Part of the screen of opened entries. */
async function open(part: ReactNode, answers: Answers = {}) {
  const made = await openedEntries()
  made.bridge.answerAll(answers)
  await made.state().loadForms()
  return { ...made, shown: await render(made.inReview(part)) }
}

it('the metadata of an entry show why an address cannot be revealed', async () => {
  const metadata = [{ key: 'ip', value: '177.•.•.•', masked: true }]
  const answers = { 'entries.raw': refuses('file_damaged') }
  await open(<EntryMetadata detail={entryDetailWith({ id: 10, metadata })} />, answers)
  await user.click(screen.getByRole('button', { name: texts.entry.revealLabel }))
  await waitFor(() => screen.getByRole('alert'))
  expect(document.body.textContent).toContain('177.•.•.•')
})

it('an entry that several contacts match alike lists them, and shows what is known of the one that is opened', async () => {
  const contact = (nome: string, conversa_id: number) => ({
    lead: { nome, telefone: '+5511961234567', conversa_id, status: 'open' },
    sheet_name: 'Leads',
  })
  const alike = { count: 2, leads: [contact('Ana', 10), contact('Ana Maria', 11)] }
  const source = { sheet_id: 's1', sheet_name: 'Leads', read_at: '2026-11-20T12:00:00.000Z' }
  const lead = { outcome: 'ambigua' as const, matched_by: 'telefone' as const, lead: null, alike, ...source }
  await open(<EntrySide detail={entryDetailWith({ id: 10, lead })} />)
  expect(document.body.textContent).toContain(
    '2 cadastros combinam igual: nenhum foi escolhido. Abra cada um para comparar.',
  )
  expect(document.body.textContent).not.toContain('nº 11')
  const second = () => screen.getByRole<HTMLButtonElement>('button', { name: /Ana Maria/ })
  await user.click(second())
  expect(second().getAttribute('aria-expanded')).toBe('true')
  expect(document.body.textContent).toContain('nº 11')
  expect(document.body.textContent).not.toContain('nº 10')
})

describe('a note', () => {
  const part = (id: number) => [
    <UnsavedNotice key="unsaved" />,
    <EntrySide key={id} detail={entryDetailWith({ id })} />,
  ]

  it('that could not be stored is shown with its text on any entry until it is stored', async () => {
    const { bridge, shown, inReview, inputs } = await open(part(10))
    const stores = bridge.answerOf('reviews.change')
    bridge.answer('reviews.change', refuses('disk_full'))
    await fill(screen.getByLabelText(texts.notes.label), 'ligar amanhã')
    await user.click(screen.getByRole('button', { name: texts.notes.add }))
    await shown.rerender(inReview(part(9)))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('ligar amanhã'))
    if (stores) bridge.answer('reviews.change', stores)
    await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
    await waitFor(() => expect(document.body.textContent).not.toContain('ligar amanhã'))
    const change = { kind: 'note', text: 'ligar amanhã' }
    expect(inputs('reviews.change').at(-1)).toMatchObject({ select: { ids: [10] }, change })
  })

  it('keeps its draft at its entry while others are open', async () => {
    const { shown, inReview } = await open(part(10))
    await fill(screen.getByLabelText(texts.notes.label), 'começo de uma nota')
    await shown.rerender(inReview(part(9)))
    expect(screen.getByLabelText<HTMLInputElement>(texts.notes.label).value).toBe('')
    await shown.rerender(inReview(part(10)))
    expect(screen.getByLabelText<HTMLInputElement>(texts.notes.label).value).toBe('começo de uma nota')
  })
})

describe('a cancelled deletion', () => {
  it.each([
    ['in time', { ok: true, value: true }, texts.remove.takenBack],
    ['too late', { ok: true, value: false }, texts.remove.tooLate],
    ['in vain', { ok: false, failure: { code: 'internal', params: {} } }, ptBR.failures.internal({})],
  ] as const)('is reported when it was cancelled %s', (_, cancelled, text) => {
    expect(cancelledText(cancelled, ptBR)).toBe(text)
  })
})

describe('the notices of a form', () => {
  const withForm = (form: Parameters<typeof formWith>[0]) => ({ 'forms.list': () => [formWith(form)] })

  it('show in a whole sentence why a copy was cut short', async () => {
    const sync = { ...formWith().sync, kind: 'partial', failure: 'offline' } as const
    await open(<SyncNotices />, withForm({ sync }))
    expect(document.body.textContent).toContain(ptBR.failures.offline({ host: ptBR.common.theService }))
  })

  it('count the entries that could not be kept, and show each with its number and reason', async () => {
    const { rejected } = texts
    await open(<SyncNotices />, {
      ...withForm({ aside: 2 }),
      'entries.rejected': () => [
        { id: 901, reason: 'too_deep', text: '{"id":901}' },
        { id: null, reason: 'no_number', text: '"x"' },
      ],
    })
    expect(document.body.textContent).toContain(rejected.notice('Contato do site', 2))
    await user.click(screen.getByRole('button', { name: rejected.see }))
    await waitFor(() => screen.getByRole('button', { name: rejected.copyNamed(ptBR.common.numbered(901)) }))
    expect(document.body.textContent).toContain(
      `${rejected.unnamed} · ${rejected.reasons.no_number} · ${rejected.characters(3)}`,
    )
  })

  it('stand above the entries of one form', async () => {
    await open(<FormEntries connection="c1" form={301} />, withForm({ aside: 2 }))
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        'Contato do site: 2 respostas vieram de um jeito que não dá para guardar. As outras estão aqui.',
      ),
    )
  })

  it('stand above a form that was read in part and has no entry yet, and go on with the reading', async () => {
    const { bridge, inReview, inputs, state } = setUpEntries(0)
    const sync = { ...formWith().sync, kind: 'partial', failure: 'offline' } as const
    bridge.answerAll({ ...withForm({ sync }), 'forms.sync': () => [formWith()] })
    await state().loadForms()
    await render(inReview(<FormEntries connection="c1" form={301} />))
    await user.click(await screen.findByRole('button', { name: texts.sync.continue }))
    expect(inputs('forms.sync')).toEqual([{ connection_id: 'c1', ids: [301], reconcile: false }])
  })
})

describe('the commands', () => {
  it('open the dialog of tags in the table once the brief of the open row is loaded', async () => {
    const { state, rows, review } = await openedEntries(1000)
    state().present('table')
    await rows.getState().openDetails(900)
    review.commands.tag()
    await until(() => expect(state().dialog).toEqual({ kind: 'tag', target: { one: 100 } }))
    expect(state().briefs.get(100)?.sender).toBe('Pessoa 100')
  })

  it('notify when the change of a dialog had no effect', async () => {
    const { bridge, state, review } = await openedEntries()
    bridge.answer('reviews.change', () => ({ batch: null, changed: 0 }))
    const comment = 'fora da área'
    await review.commands.apply({ one: 10 }, { kind: 'state', state: 'rejeitada', comment })
    expect(toastMessages()).toContain(texts.bulk.same)
    expect(state().comments).toEqual([comment])
  })

  it.each([
    ['the key undoes it', 'undo'],
    ['another change is made', 'change'],
  ] as const)('take the undo button of the last change away when %s', async (_, then) => {
    const { state, review } = await openedEntries()
    await review.commands.apply({ several: { ids: [9, 8] } }, { kind: 'state', state: 'spam', comment: '' })
    expect(toastMessages()).toHaveLength(1)
    if (then === 'undo') await review.commands.undo()
    else await state().change({ one: 7 }, { kind: 'note', text: 'outra' })
    expect(toastMessages()).toEqual(then === 'undo' ? [texts.undo.several(batchWith(), 2)] : [])
  })

  it.each([
    ['a change that is undone already', texts.undo.already, () => ({ undone: null, changed: 0 })],
    [
      'a change whose entries have changed since',
      texts.undo.unchanged(batchWith()),
      () => ({ undone: batchWith(), changed: 0 }),
    ],
  ])('say of %s that nothing went back', async (_, sentence, answer) => {
    const { bridge, review } = await openedEntries()
    bridge.answer('reviews.undo', answer)
    await review.commands.undo('b1')
    expect(toastMessages()).toEqual([sentence])
  })
})

/** A dialog over opened entries. */
async function openDialog(dialog: OpenDialog, answers: Answers = {}) {
  const made = await open([<NoticeStrip key="notices" />, <EntriesDialog key="dialog" />], answers)
  await act(async () => made.state().openDialog(dialog))
  return made
}

/** The dialog of a new entry, once its form is loaded. */
async function newEntry(create: Answer<'entries.create'>, form = formDetailWith()) {
  const made = await openDialog({ kind: 'create' }, { 'forms.read': () => form, 'entries.create': create })
  await waitFor(() => screen.getByRole('button', { name: texts.create.confirm }))
  return made
}

const offline = new Refusal({ code: 'offline', params: { host: 'a.exemplo' } })

describe('the dialog of a new entry', () => {
  it('sends once when it is submitted again before the answer', async () => {
    const gate = createGate<{ id: number }>()
    const { inputs, state } = await newEntry(() => gate.passed)
    await submit()
    await submit()
    gate.open({ id: 11 })
    await waitFor(() => expect(state().dialog).toBeNull())
    expect(inputs('entries.create')).toHaveLength(1)
  })

  it('sends nothing while a day does not exist, and keeps the typed text', async () => {
    const fields = [fieldWith({ label: 'Retirada', type: 'date' })]
    const { inputs } = await newEntry(() => ({ id: 11 }), formDetailWith({ fields }))
    await fill(screen.getByLabelText('Retirada'), '31/04/2026')
    await submit()
    expect(describedBy(screen.getByLabelText('Retirada'))).toContain(ptBR.tables.day.impossible)
    expect(screen.getByLabelText<HTMLInputElement>('Retirada').value).toBe('31/04/2026')
    expect(inputs('entries.create')).toEqual([])
  })

  it('says beside the field that an e-mail does not look like one, and sends it when it is confirmed', async () => {
    const fields = [fieldWith({ id: 'fld_2', label: 'Email', type: 'email' })]
    const { inputs } = await newEntry(() => ({ id: 11 }), formDetailWith({ fields }))
    await fill(screen.getByLabelText('Email'), 'nao-e-email')
    await submit()
    expect(describedBy(screen.getByLabelText('Email'))).toContain(texts.create.doubts.email)
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(inputs('entries.create')).toEqual([])
    screen.getByRole('button', { name: texts.create.confirmDoubtful })
    await fill(screen.getByLabelText('Email'), 'nao-e-mail')
    screen.getByRole('button', { name: texts.create.confirm })
    await submit()
    expect(inputs('entries.create')).toEqual([])
    await submit()
    expect(inputs('entries.create')).toMatchObject([{ fields: { fld_2: 'nao-e-mail' } }])
  })

  it('cannot be submitted again after an answer was lost', async () => {
    const { inputs } = await newEntry(refuses('sent_unknown', { host: 'a.exemplo' }))
    await submit()
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        'O pedido foi enviado, mas a.exemplo não confirmou. Não o repita: use “Verificar” para saber o que aconteceu.',
      ),
    )
    expect(screen.getByRole('button', { name: texts.create.confirm })).toHaveProperty('disabled', true)
    await submit()
    expect(inputs('entries.create')).toHaveLength(1)
  })

  it('notifies of a failure after it was closed, and has the answers when it is opened again', async () => {
    const gate = createGate<{ id: number }>()
    const { state } = await newEntry(() => gate.passed)
    const [label = ''] = formDetailWith().fields?.map((field) => field.label) ?? []
    await fill(screen.getByLabelText(label, { exact: false }), 'Carla Dias')
    await submit()
    await act(async () => state().openDialog(null))
    await act(async () => gate.refuse(offline))
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        'Sem conexão com a.exemplo. O que está guardado continua aqui; tente de novo quando a rede voltar.',
      ),
    )
    await act(async () => state().openDialog({ kind: 'create' }))
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(label, { exact: false }).value).toBe('Carla Dias'),
    )
  })
})

it('a deletion of several entries waits until their number is typed', async () => {
  await openDialog({ kind: 'remove', ids: [10, 11] })
  const confirm = screen.getByRole('button', { name: ptBR.common.delete })
  expect(confirm).toHaveProperty('disabled', true)
  await fill(screen.getByLabelText(ptBR.common.typeToConfirm('2')), '2')
  expect(confirm).toHaveProperty('disabled', false)
})

it('a deletion that fails after its dialog was closed is notified', async () => {
  const gate = createGate('entries.delete')
  const { state } = await openDialog({ kind: 'remove', ids: [10] }, { 'entries.delete': () => gate.passed })
  await user.click(screen.getByRole('button', { name: ptBR.common.delete }))
  await act(async () => state().openDialog(null))
  await act(async () => gate.refuse(offline))
  await waitFor(() => expect(document.body.textContent).toContain('Sem conexão com a.exemplo'))
})

describe('a link of an entry', () => {
  const show = async (value: string) => {
    const open = vi.fn()
    const page = await render(
      <OutsideContext value={open}>
        <AnswerValue value={value} given recognised="link" />
      </OutsideContext>,
    )
    return { open, page }
  }

  it('opens outside after its address was shown in ASCII', async () => {
    const { open } = await show('https://аpple.example/promo')
    await user.click(screen.getByRole('button', { name: /Abrir o link/ }))
    expect(open).not.toHaveBeenCalled()
    expect(document.body.textContent).toContain('https://xn--pple-43d.example/promo')
    await user.click(screen.getByRole('button', { name: 'Abrir no navegador' }))
    expect(open.mock.calls).toEqual([['https://xn--pple-43d.example/promo']])
  })

  it('stays text when its address is not of the web', async () => {
    await show('javascript:alert(1)')
    expect(document.body.textContent).toContain('javascript:alert(1)')
    expect(screen.queryByRole('button', { name: /Abrir o link/ })).toBeNull()
  })
})
