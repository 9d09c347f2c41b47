import type { Base } from './base.ts'
import { habitOf, type Person, writtenPhone } from './people.ts'
import { mix, pick } from './random.ts'

type Answers = Readonly<Record<string, unknown>>

/** People of the entries who are not in the base have indexes that the base never reaches. */
const strangers = 20_000_000

/**
 * The answers of one entry to the form of this kind (0 contact, 1 quote, 2 raffle), as a form service sends them. They
 * are of several types, keyed by name, label or id, and some are hostile (docs/services.md §11.1 and §13.4).
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
  // Two of four give details; a spam sender always does.
  return quoteAnswers({ name, phone, text, value }, person.city, spam !== null || value % 2 === 0)
}

/** The same answers by the labels or ids of the form's fields, as two older integrations send them. */
export function keyed(
  answers: Answers,
  index: number,
  fields: readonly { readonly id: string; readonly label: string }[],
  nameOf: (label: string) => string,
): Answers {
  const habit = index % 24
  if (habit !== 5 && habit !== 17) return answers
  const names = new Map(fields.map((field) => [nameOf(field.label), habit === 5 ? field.label : field.id]))
  return Object.fromEntries(Object.entries(answers).map(([key, value]) => [names.get(key) ?? key, value]))
}

interface Invented {
  readonly name: string
  readonly phone: string
  readonly text: string
  readonly value: number
}

function contactAnswers({ name, email, phone, text, value }: Invented & { readonly email: string }): Answers {
  return {
    nome: name,
    email,
    telefone: phone,
    mensagem: text,
    assunto: pick(['Orçamento', 'Entrega', 'Assistência', 'Outro'], value),
    ...(value % 3 === 0 ? { aceita_novidades: value % 2 === 0 } : {}),
    ...(value % 25 === 0 ? { anexo: attachment(value) } : {}),
    // No form has such a field: a script of the page adds it.
    ...(value % 90 === 0 ? { variante_da_pagina: 'B' } : {}),
  }
}

function quoteAnswers({ name, phone, text, value }: Invented, city: string, details: boolean): Answers {
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

/** About half are people in the base. Some write twice, in this form or another. */
function senderOf(base: Base, index: number): Person {
  const again = index % 40 === 17
  const writer = again ? index - (index % 80 === 17 ? 3 : 1) : index
  const isCustomer = mix(base.seed, writer, 51) % 100 < 48
  return base.people.at(isCustomer ? mix(base.seed, writer, 53) % Math.max(1, base.facts.people) : strangers + writer)
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

/** Some senders leave the form half empty. */
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

/** Messages to a furniture shop: mostly in different words, so that only spam repeats itself. */
function message(seed: number, index: number, city: string): string {
  const value = mix(seed, index, 57)
  if (value % 7 === 0) return pick(shortMessages, value >>> 3)
  const room = pick(rooms, value >>> 4)
  const size = 30 + (mix(seed, index, 58) % 170)
  const sentence = pick(wishes, value >>> 8)
    .replace('{room}', room)
    .replace('{size}', String(size))
    .replace('{city}', city)
  return `${pick(greetings, value >>> 13)}${sentence} ${pick(questions, value >>> 18)}`
}

/** A story of many lines, different for each sender. */
function longMessage(seed: number, index: number, city: string): string {
  const paragraphs = Array.from({ length: 24 }, (_, place) => {
    const turn = index * 31 + place
    return `${place + 1}. ${message(seed, turn, city)} ${message(seed, turn + 17, city)}`
  })
  return [`Moro em ${city} e escrevo sobre o pedido ${40_000 + index}.`, ...paragraphs, 'Obrigada!'].join('\n\n')
}

const rooms = ['cozinha', 'quarto', 'sala', 'banheiro', 'escritório'] as const

const shortMessages = [
  'Vocês entregam no interior?',
  'Quero falar com um vendedor.',
  '=Promoção "compre 2" ainda vale?',
  'Preciso trocar uma gaveta com defeito.',
  '',
] as const

const greetings = ['', 'Olá! ', 'Bom dia. ', 'Boa tarde, tudo bem? ', 'Oi, ', 'Prezados,\n'] as const

const wishes = [
  'Gostaria de um orçamento para {room} planejada, apartamento de {size} m² em {city}.',
  'Meu pedido de {room} para {city} ainda não chegou; já se passaram {size} dias.',
  'Procuro móveis para {room} de {size} m² aqui em {city}, de preferência em madeira clara.',
  'Comprei uma {room} modulada há {size} dias e falta uma porta; moro em {city}.',
  'Vi no site a {room} de {size} peças. Vocês montam em {city}?',
  'Estamos reformando a casa em {city} e queremos trocar tudo na {room}, cerca de {size} m².',
] as const

const questions = [
  'Qual o prazo de montagem?\nMoro em apartamento, 3º andar.',
  'Podem me ligar depois das 18h?',
  'Aceitam cartão em 10 vezes?',
  'Tem desconto à vista?',
  'Podem mandar um projetista?',
  'Fico no aguardo.',
  'Atendem aos sábados?',
] as const

/** Where a burst of spam starts among the entries, how many there are, and after how many the next burst comes. */
const period = 250
const first = 120
const size = 5
/** Machines send faster than people write. */
const secondsBetween = 3

interface Spam {
  readonly name: string
  readonly email: string
  readonly text: string
  readonly ip: string
  /** The first entry of the burst, and how long after it this entry came. */
  readonly start: number
  readonly seconds: number
}

/**
 * About two entries of a hundred: five in a row from one machine, each burst of another kind. Null for an entry of a
 * person.
 */
export function spamAt(seed: number, index: number): Spam | null {
  const burst = Math.floor(index / period)
  // Bursts start at different places, so that every form has some.
  const place = (index % period) - first - (burst % 3) * 3
  if (place < 0 || place >= size) return null
  const value = mix(seed, burst, 59)
  const word = mix(seed, index, 59).toString(36)
  return {
    name: pick(names, burst * size + place),
    email: `${word}@${pick(['mailbox.example', 'offers.example'], value)}`,
    text: pick(texts, burst)(word),
    ip: `45.${value % 200}.${(value >>> 8) % 256}.${(value >>> 16) % 256}`,
    start: index - place,
    seconds: place * secondsBetween,
  }
}

const names = ['Jeffreyslomy', 'SEO Team', 'MariaFrumb', 'Алексей', 'Robertwhile', 'Crypto Desk', 'Lucky777'] as const

const offer =
  'We can bring your website to the first page of Google within two weeks. Reply for a free audit of your pages!'
/** Links, the same text repeatedly, markup of forums, typical spam offers, another script. */
const texts: readonly [(word: string) => string, ...((word: string) => string)[]] = [
  (word) => `Great prices http://${word}.example/a http://${word}.example/b https://${word}.example/c today only`,
  () => offer,
  (word) => `[url=http://${word}.example]best casino bonus[/url] [url=http://${word}.example/2]slots[/url] ${word}`,
  (word) =>
    `Invista em criptomoedas e receba 3% ao dia, renda garantida ${word}. <a href="http://${word}.example">aqui</a>`,
  (word) => `Продвижение сайтов и реклама недорого, быстро и надёжно ${word}`,
]
