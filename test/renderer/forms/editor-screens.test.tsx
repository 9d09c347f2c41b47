import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { EditForm, NewFormScreen } from '../../../renderer/forms/edit-form.tsx'
import { createEditorStore } from '../../../renderer/forms/editor-store.ts'
import { createFormMutationsStore, createFormStore } from '../../../renderer/forms/form-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { formDetailWith } from '../../kit/samples-forms.ts'
import { describedBy, findField, submit, write } from '../../kit/screen-parts.ts'

const texts = ptBR.forms.editor
const second = formDetailWith({ id: 302, name: 'Segundo' })
function setUp() {
  const gate = createGate<unknown>()
  const bridge = createFakeBridge({
    'forms.create': () => gate.passed,
    'forms.update': () => gate.passed,
    'forms.read': ({ id }: { id: number }) => (id === 302 ? second : formDetailWith()),
  })
  const ask = createAsk(bridge)
  const store = createFormStore({ ask })
  const mutations = createFormMutationsStore({ ask, onSettled: () => store.getState().load() })
  const editor = createEditorStore()
  const left: string[] = []
  const newForm = (
    <NewFormScreen
      mutations={mutations}
      editor={editor}
      connection="c1"
      onMade={({ id }) => left.push(`made ${id}`)}
      onLeave={() => left.push('left')}
    />
  )
  const edit = (form = formDetailWith()) => <EditForm mutations={mutations} editor={editor} store={store} form={form} />
  const isIdle = () => Object.values(mutations.getState().mutations).every(({ working }) => working === null)
  const body = () => document.querySelector('.form-editor-body')
  return { bridge, gate, store, isIdle, editor, left, newForm, edit, body, state: () => editor.getState() }
}
describe('creating a form', () => {
  it('locks the draft during the request, and opens the new form', async () => {
    const { gate, left, newForm, body, state } = setUp()
    await render(newForm)
    await act(async () => state().change({ name: 'Novo' }))
    await submit(document)
    expect(body()?.hasAttribute('inert')).toBe(true)
    await act(async () => gate.open(formDetailWith({ id: 303 })))
    expect(left).toEqual(['made 303'])
    expect(state().draft.name).toBe('')
  })

  it('drops its draft but leads nowhere when another form was opened meanwhile', async () => {
    const { gate, left, newForm, edit, isIdle, state } = setUp()
    const shown = await render(newForm)
    await act(async () => state().change({ name: 'Novo' }))
    await submit(document)
    await shown.rerender(edit(second))
    await act(async () => state().change({ name: 'Segundo, melhor' }))
    await act(async () => gate.open(formDetailWith({ id: 303 })))
    await shown.until(() => expect(isIdle()).toBe(true))
    expect(state()).toMatchObject({ key: 'c1:302', draft: { name: 'Segundo, melhor' }, left: {} })
    expect(left).toEqual([])
  })
})
/** A form whose changed name was confirmed and is being sent. */
async function sendingChanges() {
  const made = setUp()
  await made.store.getState().open({ connection: 'c1', id: 301 })
  const shown = await render(made.edit())
  await act(async () => made.state().change({ name: 'Contato' }))
  await submit(document)
  await shown.click(shown.byRole('button', texts.review.send))
  return { ...made, shown }
}
describe('saving a form', () => {
  it('leaves the draft of another form that was opened meanwhile, and drops its own', async () => {
    const { gate, store, isIdle, edit, state, bridge, shown } = await sendingChanges()
    await act(async () => void store.getState().open({ connection: 'c1', id: 302 }))
    await shown.rerender(edit(second))
    await act(async () => state().change({ name: 'Segundo, melhor' }))
    const changed = formDetailWith({ name: 'Contato' })
    bridge.answer('forms.read', ({ id }: { id: number }) => (id === 302 ? second : changed))
    await act(async () => gate.open(changed))
    await shown.until(() => expect(isIdle()).toBe(true))
    expect(state()).toMatchObject({ key: 'c1:302', draft: { name: 'Segundo, melhor' }, left: {} })
  })

  it('keeps the draft locked when its dialog is closed', async () => {
    const { gate, body, state, bridge, shown } = await sendingChanges()
    await shown.click(shown.byRole('button', ptBR.common.cancel))
    expect(body()?.hasAttribute('inert')).toBe(true)
    const changed = formDetailWith({ name: 'Contato' })
    bridge.answer('forms.read', () => changed)
    await act(async () => gate.open(changed))
    await shown.until(() => expect(state().base?.name).toBe('Contato'))
    expect(body()?.hasAttribute('inert')).toBe(false)
  })
})
describe('an edit of a form that changed on the service', () => {
  it('is sent only after the difference was shown, with the fields that were seen', async () => {
    const { bridge, gate, store, edit, state } = setUp()
    await store.getState().open({ connection: 'c1', id: 301 })
    const shown = await render(edit())
    const [first, ...rest] = formDetailWith().fields ?? []
    await act(async () => state().removeField(state().draft.fields[0]?.key ?? 0))
    await submit(document)
    await shown.click(shown.byRole('button', texts.review.send))
    await act(async () => gate.refuse(new Refusal({ code: 'form_moved', params: {} })))
    const added = { id: 'fld_z', type: 'text', label: 'De outra pessoa', required: false, placeholder: null }
    const moved = formDetailWith({ fields: [first, ...rest, added].filter((field) => field !== undefined) })
    await shown.rerender(edit(moved))
    const dialog = shown.byRole('dialog', texts.review.title)
    expect(dialog.textContent).toContain(ptBR.failures.form_moved({}))
    expect(dialog.textContent).toContain(`${texts.review.movedThere}${texts.review.part.fields}`)
    expect(dialog.textContent).toContain(texts.review.added('De outra pessoa'))
    await shown.click(shown.byRole('button', texts.review.send))
    expect(bridge.inputs('forms.update')).toMatchObject([
      { changes: { fields: rest } },
      { changes: { fields: rest }, seen: moved.fields },
    ])
  })

  it('keeps what they changed in parts that are not sent, and can be dropped for it', async () => {
    const { store, edit, state } = setUp()
    await store.getState().open({ connection: 'c1', id: 301 })
    const shown = await render(edit())
    await act(async () => state().change({ name: 'Contato' }))
    await shown.rerender(edit(formDetailWith({ description: 'De outra pessoa' })))
    expect(shown.text()).toContain(texts.newerStays)
    await submit(document)
    expect(shown.byRole('dialog', texts.review.title).textContent).not.toContain(texts.review.movedThere)
    await shown.click(shown.byRole('button', ptBR.common.cancel))
    await shown.click(shown.byRole('button', texts.takeNewer))
    expect(state().draft).toMatchObject({ name: 'Contato do site', description: 'De outra pessoa' })
  })
})

it('an unknown setting is edited as JSON, and sent without its neighbours', async () => {
  const { bridge, gate, edit } = setUp()
  const { settings } = formDetailWith()
  const shown = await render(edit(formDetailWith({ settings: { ...settings, limite: 10 } })))
  const value = findField(texts.settingValue('limite'))
  expect(value.value).toBe('10')
  await write(value, 'muitas')
  await submit(document)
  expect(describedBy(value)).toContain(texts.settingWrong)
  await write(value, '25')
  await submit(document)
  const dialog = shown.byRole('dialog', texts.review.title)
  expect(dialog.textContent).toContain(texts.review.setting('limite'))
  expect(dialog.textContent).not.toContain('theme')
  await shown.click(shown.byRole('button', texts.review.send))
  expect(bridge.inputs('forms.update')).toMatchObject([{ changes: { settings: { limite: 25 } } }])
  await act(async () => gate.open(formDetailWith()))
})
