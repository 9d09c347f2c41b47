import type { Recipient } from '../../preload/contract/contacts.ts'
import { leadFields } from '../../preload/values/lead-fields.ts'
import type { Format } from '../kernel/format.ts'

/** The first word of the name, used to greet people. The service has no such field. */
export const firstNameField = 'primeiro_nome'

/** A field that can be used in a message, with its words. */
export interface MessageField {
  readonly key: string
  readonly value: string
}

/** Numbers that mean nothing to the reader of a message. */
const ownNumbers = new Set(['contato_id', 'conversa_id', 'agente_id', 'caixa_id', 'telefone_digitos', 'agente_email'])

/** The fields with a value: the first name, then the order of the lead row. */
export function messageFields(fields: Recipient['fields'], by: FieldWords): readonly MessageField[] {
  const keys = [firstNameField, ...leadFields.map(({ key }) => key)]
  return keys.flatMap((key) => {
    const value = ownNumbers.has(key) ? '' : fieldText(key, fields, by)
    return value === '' ? [] : [{ key, value }]
  })
}

export interface FieldWords {
  readonly format: Pick<Format, 'dateTime' | 'phone' | 'list'>
  /** The word for a conversation's status. */
  readonly status: (status: string) => string
}

export interface FilledText {
  readonly content: string
  /** Names of fields in the text that have no value, without repetitions. */
  readonly missing: readonly string[]
}

const placeholder = /\{\{([^{}]*)\}\}/g

/** The text with each `{{field}}` replaced by its value. A field without a value stays in the text, and is listed. */
export function fillText(text: string, fields: Recipient['fields'], by: FieldWords): FilledText {
  const missing = new Set<string>()
  const content = text.replace(placeholder, (whole, inside: string) => {
    const name = inside.trim()
    const value = fieldText(name.toLowerCase(), fields, by)
    if (value !== '') return value
    missing.add(name)
    return whole
  })
  return { content, missing: [...missing] }
}

export function hasFields(text: string): boolean {
  return text.search(placeholder) >= 0
}

function fieldText(key: string, fields: Recipient['fields'], by: FieldWords): string {
  if (key === firstNameField) return plainText(String(fields.nome ?? '')).split(' ')[0] ?? ''
  const value = Object.hasOwn(fields, key) ? fields[key] : null
  if (Array.isArray(value)) return by.format.list(value.map((item) => plainText(String(item))))
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? plainText(formatField(key, value, by)) : ''
}

function formatField(key: string, value: string, { format, status }: FieldWords): string {
  const type = leadFields.find((field) => field.key === key)?.type
  if (type === 'phone') return format.phone(value)
  if (type === 'status') return status(value)
  const at = type === 'time' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? value : format.dateTime(at)
}

/**
 * A value as one line. It comes from whoever wrote to the team, and must not be a template of the service, which fills
 * `{{…}}` and `{%…%}` in what it sends.
 */
function plainText(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replace(/\{(?=[{%])/g, '{ ')
    .replace(/(?<=[}%])\}/g, ' }')
    .trim()
}
