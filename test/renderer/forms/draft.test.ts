import { describe, expect, it } from 'vitest'
import type { FormDetail } from '../../../preload/contract/forms.ts'
import { changeCount, reviewOf } from '../../../renderer/forms/draft-review.tsx'
import { createEditorStore, isUnchanged } from '../../../renderer/forms/editor-store.ts'
import { changesOf, draftProblems, fieldsOf, refusalsOf, settingsOf } from '../../../renderer/forms/form-draft.ts'
import { fieldWith, formDetailWith } from '../../kit/samples-forms.ts'

/** The editor with a form in it, and what a PUT would send. */
function edit(form: FormDetail = formDetailWith()) {
  const store = createEditorStore()
  store.getState().start('c1:301', form)
  const keyOf = (label: string) => store.getState().draft.fields.find((field) => field.label === label)?.key ?? 0
  return {
    store,
    keyOf,
    editor: () => store.getState(),
    changes: () => changesOf(form, store.getState().draft),
    review: () => reviewOf(form, store.getState().draft),
  }
}
describe('the changes of a draft', () => {
  it('are empty while nothing was edited, whatever unknown keys the service has', () => {
    expect(edit().changes()).toEqual({})
  })

  it('are only what was edited', () => {
    const { editor, changes } = edit()
    editor().change({ name: 'Fale conosco ', notification_email: 'a@vitrine.example' })
    expect(changes()).toEqual({ name: 'Fale conosco', settings: { notification_email: 'a@vitrine.example' } })
  })

  it('are all fields with their unknown keys when one field was edited', () => {
    const { editor, changes, keyOf } = edit()
    editor().changeField(keyOf('Email'), { required: true })
    expect(changes().fields).toEqual([
      fieldWith({ label: 'Nome', required: true, placeholder: 'Seu nome' }),
      fieldWith({ label: 'Email', type: 'email', required: true }),
      fieldWith({ label: 'Cidade', type: 'select', options: ['Curitiba', 'Recife'] }),
    ])
  })

  it('leave out fields that were never read', () => {
    const { editor, changes } = edit(formDetailWith({ fields: null, settings: null }))
    editor().change({ description: 'outra' })
    expect(changes()).toEqual({ description: 'outra' })
  })

  it('clear a setting with null and leave out the others', () => {
    const { editor, changes } = edit()
    editor().change({ redirect_url: ' ' })
    expect(changes()).toEqual({ settings: { redirect_url: null } })
  })

  it('hold a new setting as parsed JSON', () => {
    const form = formDetailWith()
    const { editor } = edit(form)
    const key = editor().addSetting()
    editor().changeSetting(key, { name: 'limite', json: '12' })
    expect(settingsOf(form, editor().draft)).toEqual({ limite: 12 })
  })

  it('hold a new field without an id and with the extra keys of its JSON', () => {
    const { editor } = edit(formDetailWith({ fields: [] }))
    const key = editor().addField()
    editor().changeField(key, { label: 'Nota', type: 'estrelas', extra: '{"maximo": 5, "id": "fld_outro"}' })
    expect(fieldsOf(editor().draft)).toEqual([
      { maximo: 5, id: null, type: 'estrelas', label: 'Nota', required: false, placeholder: null },
    ])
  })
})
describe('moving a field', () => {
  it('clamps its position to the list', () => {
    const { editor, keyOf } = edit()
    editor().moveField(keyOf('Cidade'), 0)
    editor().moveField(keyOf('Nome'), 9)
    expect(editor().draft.fields.map(({ label }) => label)).toEqual(['Cidade', 'Email', 'Nome'])
  })

  it('is reviewed as a move of that field alone', () => {
    const { editor, keyOf, review } = edit()
    editor().moveField(keyOf('Cidade'), 0)
    expect(review()).toEqual([{ part: 'fields', fields: [{ how: 'moved', label: 'Cidade', place: 1 }] }])
  })

  it('restores a removed field at its position', () => {
    const { editor, keyOf, changes, review } = edit()
    editor().removeField(keyOf('Email'))
    expect(review()).toEqual([{ part: 'fields', fields: [{ how: 'removed', label: 'Email', place: 0 }] }])
    editor().putBack()
    expect(changes()).toEqual({})
  })
})
describe('the review of a draft', () => {
  it('shows each part before and after', () => {
    const { editor, keyOf, review } = edit()
    editor().change({ name: 'Outro', redirect_url: '' })
    editor().changeField(keyOf('Nome'), { label: 'Nome completo' })
    editor().changeField(editor().addField(), { label: 'Telefone' })
    expect(review()).toEqual([
      { part: 'name', from: 'Contato do site', to: 'Outro' },
      {
        part: 'fields',
        fields: [
          { how: 'changed', label: 'Nome completo', place: 1 },
          { how: 'added', label: 'Telefone', place: 4 },
        ],
      },
      { part: 'setting', name: 'redirect_url', from: 'https://vitrine.example/obrigado', to: '' },
    ])
    expect(changeCount(review())).toBe(4)
  })
})
describe('the problems of a draft', () => {
  it('are keyed by their field', () => {
    const { editor } = edit(formDetailWith({ fields: [] }))
    editor().change({ name: 'x'.repeat(256) })
    const field = editor().addField()
    editor().changeField(field, { type: '', extra: '[1]' })
    const setting = editor().addSetting()
    editor().changeSetting(setting, { name: 'theme', json: 'verde' })
    expect(draftProblems(editor().draft)).toEqual({
      name: 'nameTooLong',
      [`field ${field} label`]: 'labelRequired',
      [`field ${field} type`]: 'typeRequired',
      [`field ${field} extra`]: 'extraWrong',
      [`setting ${setting}`]: 'settingNameTaken',
    })
  })

  it('of the service are shown at the field that they name until it is changed', () => {
    const { editor, keyOf } = edit()
    const fields = {
      name: ['O nome já existe.'],
      'fields.1.type': ['Tipo inválido.'],
      'fields.2.options': ['Opções demais.'],
      'settings.redirect_url': ['Não é um endereço.'],
      'settings.theme.cor': ['Cor desconhecida.'],
      plan: ['Limite atingido.'],
    }
    editor().refuse({ code: 'validation_failed', params: {}, fields })
    const theme = editor().draft.settings[0]?.key ?? 0
    expect(editor().refusals).toEqual({
      name: ['O nome já existe.'],
      [`field ${keyOf('Email')} type`]: ['Tipo inválido.'],
      [`field ${keyOf('Cidade')} extra`]: ['Opções demais.'],
      redirect_url: ['Não é um endereço.'],
      [`setting ${theme}`]: ['Cor desconhecida.'],
      rest: ['plan: Limite atingido.'],
    })
    editor().moveField(keyOf('Email'), 0)
    editor().changeField(keyOf('Email'), { type: 'text' })
    editor().change({ name: 'Outro' })
    expect(Object.keys(editor().refusals)).not.toContain('name')
    expect(Object.keys(editor().refusals)).not.toContain(`field ${keyOf('Email')} type`)
  })

  it('are none when the failure names no fields', () => {
    expect(refusalsOf({ code: 'offline', params: {} }, edit().editor().draft)).toEqual({})
  })
})
describe('a form that changes on the service during an edit', () => {
  it('replaces an unchanged draft', () => {
    const { editor } = edit()
    editor().start('c1:301', formDetailWith({ name: 'Novo nome' }))
    expect(editor().draft.name).toBe('Novo nome')
  })

  it('leaves a changed draft until it restarts', () => {
    const { editor } = edit()
    editor().change({ description: 'minha' })
    editor().start('c1:301', formDetailWith({ name: 'Novo nome' }))
    expect(editor()).toMatchObject({ draft: { name: 'Contato do site', description: 'minha' } })
    editor().restart('c1:301', formDetailWith({ name: 'Novo nome' }))
    expect(isUnchanged(formDetailWith({ name: 'Novo nome' }), editor().draft)).toBe(true)
  })
})
describe('an unknown write', () => {
  it('leaves nothing to send once the service has its changes', () => {
    const { editor, keyOf } = edit()
    editor().change({ name: 'Meu nome' })
    editor().changeField(keyOf('Nome'), { label: 'Nome completo' })
    editor().changeField(editor().addField(), { label: 'Cidade' })
    const fields = fieldsOf(editor().draft).map((field) => ({ ...field, id: field.id ?? 'fld_new' }))
    const there = formDetailWith({ name: 'Meu nome', fields })
    editor().start('c1:301', formDetailWith({ fields }))
    expect(editor().base).toEqual(formDetailWith())
    editor().start('c1:301', there)
    expect(editor().base).toEqual(there)
    expect(isUnchanged(there, editor().draft)).toBe(true)
  })
})
describe('a draft that was left for another form', () => {
  it('is restored if it had changes', () => {
    const { editor } = edit()
    editor().change({ name: 'Meu nome' })
    editor().start('c1:302', formDetailWith({ id: 302, name: 'Segundo' }))
    editor().start('c1:new', null)
    editor().change({ name: 'Novo' })
    editor().start('c1:301', formDetailWith())
    expect(editor().draft.name).toBe('Meu nome')
    expect(Object.keys(editor().left)).toEqual(['c1:new'])
    editor().start('c1:new', null)
    expect(editor()).toMatchObject({ draft: { name: 'Novo' }, base: null })
  })
})
