import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { FormDetail } from '../../../preload/contract/forms.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { EditForm, NewFormScreen } from '../../../renderer/forms/edit-form.tsx'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { createGate, Refusal } from '../../kit/fake-bridge.ts'
import { fill, render, user } from '../../kit/render.tsx'
import { formDetailWith } from '../../kit/samples-forms.ts'
import { describedBy, submit } from '../../kit/screen-parts.ts'
import { createFormsApp } from './forms-app.tsx'

const texts = ptBR.forms.editor
const second = formDetailWith({ id: 302, name: 'Segundo' })

function setUp() {
  const gate = createGate('forms.create')
  const { app, bridge, forms, place } = createFormsApp(
    {
      'forms.create': () => gate.passed,
      'forms.update': () => gate.passed,
      'forms.read': ({ id }) => (id === 302 ? second : formDetailWith()),
    },
    { screen: 'forms', create: true },
  )
  const newForm = (
    <AppProvider value={app}>
      <NewFormScreen connection="c1" />
    </AppProvider>
  )
  const edit = (form: FormDetail = formDetailWith()) => (
    <AppProvider value={app}>
      <EditForm form={form} />
    </AppProvider>
  )
  const { editor, mutations, form: store } = forms
  const isIdle = () => Object.values(mutations.getState().mutations).every(({ working }) => working === null)
  const isLocked = () => document.querySelector('.form-editor-body')?.hasAttribute('inert')
  const change = (part: { name: string }) => act(async () => editor.getState().change(part))
  return { bridge, gate, store, isIdle, place, newForm, edit, isLocked, change, state: () => editor.getState() }
}

describe('creating a form', () => {
  it('locks the draft during the request, and opens the new form', async () => {
    const { gate, place, newForm, isLocked, change, state } = setUp()
    await render(newForm)
    await change({ name: 'Novo' })
    await submit(document.body)
    expect(isLocked()).toBe(true)
    await act(async () => gate.open(formDetailWith({ id: 303 })))
    expect(place()).toEqual({ screen: 'form', connection: 'c1', id: 303, part: 'edit' })
    expect(state().draft.name).toBe('')
  })

  it('drops its draft but leads nowhere when another form was opened meanwhile', async () => {
    const { gate, place, newForm, edit, isIdle, change, state } = setUp()
    const shown = await render(newForm)
    await change({ name: 'Novo' })
    await submit(document.body)
    await shown.rerender(edit(second))
    await change({ name: 'Segundo, melhor' })
    await act(async () => gate.open(formDetailWith({ id: 303 })))
    await waitFor(() => expect(isIdle()).toBe(true))
    expect(state()).toMatchObject({ key: 'c1:302', draft: { name: 'Segundo, melhor' }, left: {} })
    expect(place()).toEqual({ screen: 'forms', create: true })
  })
})

/** A form whose changed name was confirmed and is being sent. */
async function sendingChanges() {
  const made = setUp()
  await made.store.getState().open({ connection_id: 'c1', id: 301 })
  const shown = await render(made.edit())
  await made.change({ name: 'Contato' })
  await submit(document.body)
  await user.click(screen.getByRole('button', { name: texts.review.send }))
  return { ...made, shown }
}
describe('saving a form', () => {
  it('leaves the draft of another form that was opened meanwhile, and drops its own', async () => {
    const { gate, store, isIdle, edit, change, state, bridge, shown } = await sendingChanges()
    await act(async () => void store.getState().open({ connection_id: 'c1', id: 302 }))
    await shown.rerender(edit(second))
    await change({ name: 'Segundo, melhor' })
    const changed = formDetailWith({ name: 'Contato' })
    bridge.answer('forms.read', ({ id }) => (id === 302 ? second : changed))
    await act(async () => gate.open(changed))
    await waitFor(() => expect(isIdle()).toBe(true))
    expect(state()).toMatchObject({ key: 'c1:302', draft: { name: 'Segundo, melhor' }, left: {} })
  })

  it('keeps the draft locked when its dialog is closed', async () => {
    const { gate, isLocked, state, bridge } = await sendingChanges()
    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    expect(isLocked()).toBe(true)
    const changed = formDetailWith({ name: 'Contato' })
    bridge.answer('forms.read', () => changed)
    await act(async () => gate.open(changed))
    await waitFor(() => expect(state().base?.name).toBe('Contato'))
    expect(isLocked()).toBe(false)
  })
})
describe('an edit of a form that changed on the service', () => {
  it('is sent only after the difference was shown, with the fields that were seen', async () => {
    const { bridge, gate, store, edit, state } = setUp()
    await store.getState().open({ connection_id: 'c1', id: 301 })
    const shown = await render(edit())
    const [first, ...rest] = formDetailWith().fields ?? []
    await act(async () => state().removeField(state().draft.fields[0]?.key ?? 0))
    await submit(document.body)
    await user.click(screen.getByRole('button', { name: texts.review.send }))
    await act(async () => gate.refuse(new Refusal({ code: 'form_moved', params: {} })))
    const added = { id: 'fld_z', type: 'text', label: 'De outra pessoa', required: false, placeholder: null }
    const moved = formDetailWith({ fields: [first, ...rest, added].filter((field) => field !== undefined) })
    await shown.rerender(edit(moved))
    const dialog = screen.getByRole('dialog', { name: texts.review.title })
    expect(dialog.textContent).toContain(
      'Os campos do formulário mudaram no serviço enquanto você editava. Nada foi enviado: veja o que mudou antes de enviar.',
    )
    expect(dialog.textContent).toContain(`${texts.review.movedThere}${texts.review.part.fields}`)
    expect(dialog.textContent).toContain('Novo: De outra pessoa')
    await user.click(screen.getByRole('button', { name: texts.review.send }))
    expect(bridge.inputs('forms.update')).toMatchObject([
      { changes: { fields: rest } },
      { changes: { fields: rest }, seen: moved.fields },
    ])
  })

  it('keeps what they changed in parts that are not sent, and can be dropped for it', async () => {
    const { store, edit, change, state } = setUp()
    await store.getState().open({ connection_id: 'c1', id: 301 })
    const shown = await render(edit())
    await change({ name: 'Contato' })
    await shown.rerender(edit(formDetailWith({ description: 'De outra pessoa' })))
    expect(document.body.textContent).toContain(texts.newerStays)
    await submit(document.body)
    expect(screen.getByRole('dialog', { name: texts.review.title }).textContent).not.toContain(texts.review.movedThere)
    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    await user.click(screen.getByRole('button', { name: texts.takeNewer }))
    expect(state().draft).toMatchObject({ name: 'Contato do site', description: 'De outra pessoa' })
  })
})

it('an unknown setting is edited as JSON, and sent without its neighbours', async () => {
  const { bridge, gate, edit } = setUp()
  const { settings } = formDetailWith()
  await render(edit(formDetailWith({ settings: { ...settings, limite: 10 } })))
  const value = screen.getByLabelText<HTMLInputElement>(texts.settingValue('limite'))
  expect(value.value).toBe('10')
  await fill(value, 'muitas')
  await submit(document.body)
  expect(describedBy(value)).toContain(texts.settingWrong)
  await fill(value, '25')
  await submit(document.body)
  const dialog = screen.getByRole('dialog', { name: texts.review.title })
  expect(dialog.textContent).toContain('Ajuste limite')
  expect(dialog.textContent).not.toContain('theme')
  await user.click(screen.getByRole('button', { name: texts.review.send }))
  expect(bridge.inputs('forms.update')).toMatchObject([{ changes: { settings: { limite: 25 } } }])
  await act(async () => gate.open(formDetailWith()))
})
