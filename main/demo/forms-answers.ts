import type { Base } from './base.ts'
import { longMessage, message, rooms } from './forms-messages.ts'
import type { Spam } from './forms-spam.ts'
import type { FormField } from './forms-store.ts'
import type { Person } from './people.ts'
import { habitOf, writtenPhone } from './phone-masks.ts'
import { mix, pick } from './random.ts'

type Answers = Readonly<Record<string, unknown>>

/** People of the entries who are not in the base have indexes that the base never reaches. */
const strangers = 20_000_000

/**
 * The answers of one entry to the form of this kind (0 contact, 1 quote, 2 raffle), as a form service sends them: of
 * several types, keyed by name, label or id, some of them hostile (features.md §8.9 and §9 point 20).
 */
export function answers(base: Base, index: number, kind: number, spam: Spam | null): Answers {
  const { seed } = base
  const person = spam ? spammer(spam) : senderOf(base, index)
  const text = spam?.text ?? textOf(seed, index, person.city)
  const email = emailOf(person, index)
  const phone = phoneOf(person, seed, index)
  const value = mix(seed, index, 54)
  const name = hostileName(index) ?? person.name
  if (kind === 0) return contactAnswers({ name, email, phone, text, value })
  if (kind === 2) {
    return {
      nome: name,
      email,
      celular: phone,
      aceita_contato: value % 4 !== 0,
      quantidade: 1 + (value % 5),
      cupom: 'bf26',
    }
  }
  // Two of four tell details; who sends spam always does.
  return quoteAnswers({ name, phone, text, value }, person.city, spam !== null || value % 2 === 0)
}

/** The same answers under the labels or the ids of the form's fields, as two older integrations send them. */
export function keyed(
  told: Answers,
  index: number,
  fields: readonly FormField[],
  nameOf: (label: string) => string,
): Answers {
  const habit = index % 24
  if (habit !== 5 && habit !== 17) return told
  const names = new Map(fields.map((field) => [nameOf(field.label), habit === 5 ? field.label : field.id]))
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [names.get(key) ?? key, value]))
}

interface Told {
  readonly name: string
  readonly phone: string
  readonly text: string
  readonly value: number
}

function contactAnswers({ name, email, phone, text, value }: Told & { readonly email: string }): Answers {
  return {
    nome: name,
    email,
    telefone: phone,
    mensagem: text,
    assunto: pick(['Orçamento', 'Entrega', 'Assistência', 'Outro'], value),
    ...(value % 3 === 0 ? { aceita_novidades: value % 2 === 0 } : {}),
    ...(value % 25 === 0 ? { anexo: attachment(value) } : {}),
    // No form asks for it: a script of the page sends it along.
    ...(value % 90 === 0 ? { variante_da_pagina: 'B' } : {}),
  }
}

function quoteAnswers({ name, phone, text, value }: Told, city: string, details: boolean): Answers {
  return {
    nome: name,
    whatsapp: phone,
    cidade: city,
    ambientes: rooms.filter((_, place) => (value >>> place) & 1),
    valor_previsto: value % 5 === 0 ? null : 1000 + (value % 90) * 250,
    ...(details ? { detalhes: text } : {}),
    ...(value % 4 === 0 ? { data_da_visita: `2026-12-${String(1 + (value % 28)).padStart(2, '0')}` } : {}),
    ...(value % 9 === 0 ? { site_de_referencia: `https://ideias.example/ambientes/${value % 500}` } : {}),
    ...(value % 11 === 0 ? { medidas: { largura_cm: 200 + (value % 200), altura_cm: 240 } } : {}),
    cep: String(10_000_000 + (value % 80_000_000)).replace(/(\d{5})(\d{3})/, '$1-$2'),
  }
}

/** A file is a link, or an object with one. */
function attachment(value: number): unknown {
  const url = `https://arquivos.vitrine.example/${value % 100_000}/planta.pdf`
  return value % 2 === 0 ? url : { name: 'planta.pdf', url, size: 1000 + (value % 90_000) }
}

/** About half are people whom the base knows; some write a second time, in this form or another. */
function senderOf(base: Base, index: number): Person {
  const again = index % 40 === 17
  const writer = again ? index - (index % 80 === 17 ? 3 : 1) : index
  const known = mix(base.seed, writer, 51) % 100 < 48
  return base.people.at(known ? mix(base.seed, writer, 53) % Math.max(1, base.facts.people) : strangers + writer)
}

function spammer({ name, email }: Spam): Person {
  return { name, email, phone: null, identifier: null, city: '' }
}

function phoneOf({ phone }: Person, seed: number, index: number): string {
  return phone === null || leavesNoContact(index) ? '' : writtenPhone(phone, habitOf(seed, index))
}

function emailOf({ email }: Person, index: number): string {
  if (email === null || leavesNoContact(index)) return ''
  return index % 80 === 57 ? email.toUpperCase() : email
}

/** Some send the form away half filled in. */
function leavesNoContact(index: number): boolean {
  return index % 150 === 61
}

function textOf(seed: number, index: number, city: string): string {
  if (index % 300 === 70) return longMessage(seed, index, city)
  if (index % 400 === 133) return '=HYPERLINK("http://mal.example";"clique aqui")'
  if (index % 400 === 334) return `<script>alert(${index})</script> Vocês fazem estante sob medida?`
  return message(seed, index, city)
}

function hostileName(index: number): string | null {
  return index % 400 === 33 ? '<img src=x onerror=alert(1)>' : null
}
