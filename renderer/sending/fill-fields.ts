import type { Recipient } from '../../preload/contract/contacts.ts'
import { leadFields } from '../../preload/values/lead-fields.ts'
import type { Format } from '../kernel/format.ts'

/** The first word of the name: what people are greeted with. No field of the service. */
export const firstNameField = 'primeiro_nome'

/** A field that a message can be written with, as people read it. */
export interface MessageField {
  readonly key: string
  readonly value: string
}

/** Numbers that mean nothing to who reads a message. */
const ownNumbers = new Set(['contato_id', 'conversa_id', 'agente_id', 'caixa_id', 'telefone_digitos', 'agente_email'])

/** The fields that have a value, the first name before all, then in the order of the lead row. */
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
  /** Names of fields in the text that have no value, each once. */
  readonly missing: readonly string[]
}

const placeholder = /\{\{([^{}]*)\}\}/g

/** The text with each `{{field}}` replaced by its value; one without a value stays as it is, and is named. */
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
 * Values come from whoever wrote to the team: they stay on one line, and can be no template of the service, which fills
 * `{{…}}` and `{%…%}` in what it sends.
 */
function plainText(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replace(/\{(?=[{%])/g, '{ ')
    .replace(/(?<=[}%])\}/g, ' }')
    .trim()
}
