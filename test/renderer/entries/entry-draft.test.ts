import { describe, expect, it } from 'vitest'
import { type FormField, formField } from '../../../preload/contract/forms.ts'
import {
  answersOf,
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

  it('has numbers as numbers, boxes as yes or no, several values as a list', () => {
    const fields = [
      field({ id: 'n', type: 'number' }),
      field({ id: 'x', type: 'number' }),
      field({ id: 'b', type: 'checkbox' }),
      field({ id: 'm', type: 'multiselect' }),
    ]
    const values = { n: '1.234,5', x: 'doze', b: true, m: 'azul\n\nverde' }
    expect(answersOf({ ...emptyDraft, values }, fields)).toEqual({
      n: 1234.5,
      x: 'doze',
      b: true,
      m: ['azul', 'verde'],
    })
  })

  it('has thousands as Brazilians write them, and no number of nothing', () => {
    const sent = (text: string) =>
      answersOf({ ...emptyDraft, values: { n: text } }, [field({ id: 'n', type: 'number' })])
    expect(sent('1.500')).toEqual({ n: 1500 })
    expect(sent('12.345.678')).toEqual({ n: 12_345_678 })
    expect(sent('1234.5')).toEqual({ n: 1234.5 })
    expect(sent(' ')).toEqual({ n: ' ' })
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
    expect([row('a', '12', 'json'), row('a', '1 2', 'json'), row('a', '1 2', 'text')].map(isValidRow)).toEqual([
      true,
      false,
      true,
    ])
  })

  it('asks for a choice only where the choices are known', () => {
    expect(fieldKind(field({ type: 'select', options: ['a', { value: 'b', label: 'B' }] }))).toBe('choice')
    expect(fieldKind(field({ type: 'select' }))).toBe('text')
    expect(fieldKind(field({ type: 'checkbox', options: ['a'] }))).toBe('several')
    expect(fieldKind(field({ type: 'assinatura' }))).toBe('text')
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
