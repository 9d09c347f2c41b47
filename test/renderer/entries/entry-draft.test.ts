import { describe, expect, it } from 'vitest'
import { type FormField, formField } from '../../../preload/contract/forms.ts'
import {
  answersOf,
  doubtOf,
  emptyDraft,
  fieldErrors,
  fieldKind,
  isValidRow,
  metadataOf,
  otherErrors,
} from '../../../renderer/entries/entry-draft.ts'

const field = (over: Partial<FormField> & Record<string, unknown>): FormField =>
  formField.parse({ type: 'text', label: 'Nome', ...over })

describe('a new entry', () => {
  it('is sent by the identifiers of the fields, else by their labels, without what is empty', () => {
    const fields = [field({ id: 'fld_1' }), field({ label: 'Cidade' }), field({ id: 'fld_3', label: 'E-mail' })]
    const draft = { ...emptyDraft, values: { fld_1: 'Ana', Cidade: 'Recife', fld_3: '' } }
    expect(answersOf(draft, fields)).toEqual({ fld_1: 'Ana', Cidade: 'Recife' })
  })

  it.each([
    ['number', '1.234,5', 1234.5],
    ['number', '1.500', 1500],
    ['number', '12.345.678', 12_345_678],
    ['number', '1234.5', 1234.5],
    ['number', 'doze', 'doze'],
    ['number', ' ', ' '],
    ['checkbox', true, true],
    ['multiselect', 'azul\n\nverde', ['azul', 'verde']],
  ])('has the answer to a field of type %s, written %j, as %j', (type, written, sent) => {
    expect(answersOf({ ...emptyDraft, values: { x: written } }, [field({ id: 'x', type })])).toEqual({ x: sent })
  })

  it.each([
    ['email', 'nao-e-email', 'email'],
    ['email', 'ana@exemplo', 'email'],
    ['email', ' ana@exemplo.com.br ', null],
    ['number', 'doze', 'number'],
    ['number', '1.234,5', null],
    ['phone', '9876', 'phone'],
    ['tel', '(11) 98765-4321 ramal 2', 'phone'],
    ['phone', '+55 (11) 98765-4321', null],
    ['url', 'minha loja', 'url'],
    ['url', 'https://exemplo.com.br/a', null],
    ['text', 'nao-e-email', null],
    ['email', '', null],
    ['checkbox', true, null],
  ])('of a field of type %s is doubted as far as it is written %j: %j', (type, written, doubt) => {
    expect(doubtOf(field({ type }), written)).toBe(doubt)
  })

  it('has the fields and metadata that were added by name', () => {
    const draft = {
      ...emptyDraft,
      extra: [
        { key: ' cupom ', value: 'BF26', type: 'text' as const },
        { key: '', value: 'nada', type: 'json' as const },
      ],
      metadata: [{ key: 'source', value: 'balcão', type: 'text' as const }],
    }
    expect(answersOf(draft, [])).toEqual({ cupom: 'BF26' })
    expect(metadataOf(draft)).toEqual({ source: 'balcão' })
    expect(metadataOf(emptyDraft)).toBeNull()
  })

  it('has added values in the JSON type that was chosen, and a text of digits as a text', () => {
    const row = (key: string, value: string, type: 'text' | 'json') => ({ key, value, type })
    const metadata = [row('cep', '01310', 'text'), row('n', '12', 'json'), row('l', '["a",true]', 'json')]
    expect(metadataOf({ ...emptyDraft, metadata })).toEqual({ cep: '01310', n: 12, l: ['a', true] })
    const rows = [row('a', '12', 'json'), row('a', '1 2', 'json'), row('a', '1 2', 'text')]
    expect(rows.map(isValidRow)).toEqual([true, false, true])
  })

  it.each([
    ['a choice where the choices are known', { type: 'select', options: ['a', { value: 'b', label: 'B' }] }, 'choice'],
    ['a text where a choice names none', { type: 'select' }, 'text'],
    ['several values where a box has choices', { type: 'checkbox', options: ['a'] }, 'several'],
    ['a text for an unknown type', { type: 'assinatura' }, 'text'],
  ])('has %s', (_, about, kind) => {
    expect(fieldKind(field(about))).toBe(kind)
  })
})

describe('what the service refuses', () => {
  const fields = [field({ id: 'fld_1', label: 'E-mail comercial' })]

  it('is shown at its field, whichever name the service uses', () => {
    for (const path of ['fields.fld_1', 'fields.E-mail comercial', 'fields.e_mail_comercial', 'fld_1']) {
      expect(fieldErrors(fields[0] ?? field({}), { [path]: ['inválido'] })).toBe('inválido')
    }
    expect(fieldErrors(fields[0] ?? field({}), undefined)).toBeNull()
  })

  it('is shown with its path where it is of no field', () => {
    const failures = { 'fields.fld_1': ['inválido'], form_id: ['não existe'] }
    expect(otherErrors(fields, failures)).toEqual(['form_id: não existe'])
  })
})
