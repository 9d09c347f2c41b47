import { closeSync, openSync, writeSync } from 'node:fs'
import type { leadFields } from '../../preload/values/lead-fields.ts'
import { randomOf } from '../main/sheets/data/lead-pages.ts'

/**
 * The data of the benches, the same at every call: leads as the lead export answers them, and a phone list some of
 * which names these leads. Of a million leads 88 % are mobiles with the ninth digit, 7 % without, 1 % foreign, 4 % have
 * no phone; four of five have a conversation. Of the list's lines 60 % are leads, 8 % repeat an earlier line, and about
 * 1.7 % hold no key. Its phones come in ten masks, some with the ninth digit taken off or put before.
 */

/** Counts upwards with the generator, so that what an earlier one has written is not used (workshop.ts). */
export const dataVersion = 1
export const rowsPerPage = 500

type Random = () => number
type Lead = Readonly<Record<(typeof leadFields)[number]['key'], unknown>>

const firstNames =
  'Ana João Maria José Antônio Francisca Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Raimundo Rodrigo Manoel Mateus André Fernando Fábio Leonardo Gustavo Guilherme Leandro Tiago Anderson Ricardo Márcio Jorge Sebastião Alexandre Roberto Edson Diego Vítor Sérgio Cláudio Juliana Adriana Márcia Fernanda Patrícia Aline Sandra Camila Amanda Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela Vera Vitória Larissa Cláudia Beatriz Rita Luana Sônia Renata Eliane Ágata Érica Íris Ítalo Úrsula Zuleica Conceição Hélio Flávia Otávio Caio Enzo Heloísa Inácio Joaquim Kauã Lívia Miguel Natália Olívia Priscila Quitéria Raíssa Samuel Tainá Ubiratan Valentina Wagner Ximena Yasmin'.split(
    ' ',
  )
const lastNames =
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Pinto Moura Cavalcanti Campos Conceição Monteiro Brandão Leão Assunção Paixão Sá Galvão Guimarães Magalhães Patrício Américo Queirós Quadros Bragança Falcão Gusmão Simões Viana Xavier Zanetti Bittencourt Albuquerque Figueiredo Siqueira Sampaio Pacheco Peixoto Prado Rangel'.split(
    ' ',
  )
const areaCodes =
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  )
const mailHosts =
  'gmail.com gmail.com gmail.com hotmail.com outlook.com yahoo.com.br uol.com.br bol.com.br icloud.com empresa.com.br'.split(
    ' ',
  )
const cities =
  'São Paulo SP,Rio de Janeiro RJ,Belo Horizonte MG,Brasília DF,Goiânia GO,Curitiba PR,Porto Alegre RS,Florianópolis SC,Vitória ES,Salvador BA,Recife PE,Fortaleza CE,São Luís MA,Belém PA,Manaus AM,Macapá AP,Cuiabá MT,Ribeirão Preto SP,Uberlândia MG,Maringá PR'.split(
    ',',
  )
const words = 'quente frio morno cliente ex-cliente boleto renovação indicação evento pós-venda'.split(' ')
const labels = Array.from({ length: 40 }, (_, at) => `${words[at % 10]}${at < 10 ? '' : `-${Math.floor(at / 10)}`}`)
const agents = Array.from({ length: 25 }, (_, at) => `${firstNames[(at * 7) % 100]} ${lastNames[(at * 11) % 70]}`)
const inboxes = 'WhatsApp Vendas,WhatsApp Suporte,Instagram,Site,Telegram,E-mail,Facebook,WhatsApp Cobrança'.split(',')
const origins = 'anúncio orgânico indicação formulário importação campanha'.split(' ')
const states = ['open', 'pending', 'resolved', 'snoozed']
const noPhones = ['-', 'sem telefone', 'n/d', '0']

const below = (random: Random, end: number) => Math.floor(random() * end)
/** Small numbers more often than large ones. */
const few = (random: Random, end: number) => Math.floor(random() * random() * end)
const pick = (random: Random, values: readonly string[]) => values[below(random, values.length)] ?? ''
const some = (random: Random, count: number, skewed: boolean) => [
  ...new Set(Array.from({ length: count }, () => labels[skewed ? few(random, 40) : below(random, 40)] ?? '')),
]
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const padded = (value: number, length = 2) => String(value).padStart(length, '0')

interface Person {
  readonly name: string
  /** Digits with country code, or empty. */
  readonly phone: string
  readonly email: string
  /** Goes on with what was drawn of the person. */
  readonly random: Random
}

/** Somebody by number, whether lead or not, so that a line of the list can name any lead. */
function personOf(number: number): Person {
  const random = randomOf(Math.imul(number, 2_654_435_761) ^ 0x5bd1e995)
  const [first, last] = [pick(random, firstNames), pick(random, lastNames)]
  const middle = random() < 0.25 ? ` ${pick(random, firstNames)}` : ''
  const name = `${first}${middle} ${last}${random() < 0.6 ? ` ${pick(random, lastNames)}` : ''}`
  const look = random()
  const kind = random()
  const area = pick(random, areaCodes)
  const subscriber = `${6 + below(random, 4)}${padded(below(random, 1e7), 7)}`
  const phone = phoneOf(kind, area, subscriber)
  const hasEmail = phone === '' || random() < 0.55
  const box = `${folded(first)}${pick(random, ['.', '_', ''])}${folded(last)}${below(random, 100_000)}`
  const email = hasEmail ? `${box}@${pick(random, mailHosts)}` : ''
  return { name: written(look, { name, first, last }), phone, email, random }
}

function phoneOf(kind: number, area: string, subscriber: string): string {
  if (kind < 0.88) return `55${area}9${subscriber}`
  if (kind < 0.95) return `55${area}${subscriber}`
  return kind < 0.96 ? `3519${subscriber}` : ''
}

/** As people write names: most as they are, some in one case, cut, with a symbol or with quotes and a comma. */
function written(look: number, { name, first, last }: { name: string; first: string; last: string }): string {
  if (look < 0.06) return name.toUpperCase()
  if (look < 0.12) return name.toLowerCase()
  if (look < 0.15) return first
  if (look < 0.16) return `${first} 😊`
  return look < 0.17 ? `"${first}", ${last}` : name
}

const earliest = 1_672_531_200
/** The last lead was created then, in seconds of the epoch. */
export const lastLeadAt = 1_785_000_000

/** ISO 8601 in the offset of São Paulo. */
const moment = (seconds: number) => new Date((seconds - 10_800) * 1000).toISOString().replace('Z', '-03:00')

function leadOf(index: number): Lead {
  const { name, phone, email, random } = personOf(index)
  const created = earliest + below(random, lastLeadAt - earliest)
  const has = random() < 0.8
  const started = created + below(random, 4e6)
  const last = started + below(random, 1e6)
  const [agent, inbox] = [few(random, 25), few(random, 8)]
  const ifHas = <Value>(value: Value) => (has ? value : null)
  return {
    contato_id: 1_000_000 + index * 3,
    nome: name,
    telefone: phone === '' ? '' : `+${phone}`,
    telefone_digitos: phone,
    email,
    identificador: random() < 0.1 ? `crm-${below(random, 1e9)}` : null,
    contato_criado_em: moment(created),
    etiquetas_contato: some(random, below(random, 4), true),
    conversa_id: ifHas(500_000 + index * 2),
    conversa_criada_em: ifHas(moment(started)),
    ultima_mensagem_em: ifHas(moment(last)),
    ultima_mensagem_do_contato_em: ifHas(moment(last - below(random, 1e4))),
    primeira_mensagem_do_contato_em: ifHas(moment(started + 60)),
    mensagens: has ? 1 + few(random, 200) : 0,
    status: ifHas(states[few(random, 4)]),
    agente: ifHas(agents[agent]),
    agente_id: ifHas(100 + agent),
    agente_email: ifHas(`agente${agent}@empresa.com.br`),
    caixa: ifHas(inboxes[inbox]),
    caixa_id: ifHas(10 + inbox),
    origem: ifHas(pick(random, origins)),
    etiquetas_conversa: has ? some(random, below(random, 3), false) : [],
    conversas_no_periodo: has ? 1 + below(random, 4) : 0,
  }
}

/** The lead of a later reading at this place: one in a hundred is another person, one in ten has moved. */
function laterLeadOf(index: number, total: number): Lead {
  if (index % 100 === 7) return leadOf(total + index)
  const lead = leadOf(index)
  if (index % 10 !== 3) return lead
  return { ...lead, mensagens: Number(lead.mensagens) + 1, status: lead.status === 'resolved' ? 'open' : 'resolved' }
}

/** A phone as people write it: ten masks, and some with the ninth digit toggled or without an area code. */
function masked(phone: string, random: Random): string {
  if (!phone.startsWith('55')) return phone === '' ? '' : `+${phone}`
  const [area, number] = [phone.slice(2, 4), phone.slice(4)]
  const [start, end] = [number.slice(0, -4), number.slice(-4)]
  const toggled = number.length === 9 ? start.slice(1) : `9${start}`
  const look = random()
  if (look < 0.3) return `(${area}) ${start}-${end}`
  if (look < 0.5) return area + number
  if (look < 0.62) return `+55 ${area} ${start}-${end}`
  if (look < 0.74) return phone
  if (look < 0.8) return `0${area} ${start}-${end}`
  if (look < 0.86) return `${area}.${start}.${end}`
  if (look < 0.9) return `+55 (${area}) ${start}${end}`
  if (look < 0.97) return `(${area}) ${toggled}-${end}`
  return look < 0.985 ? `${start}-${end}` : `tel: ${area} ${start} ${end} (whats)`
}

interface Line {
  readonly name: string
  readonly phone: string
  /** The phone without its mask, for a line that repeats it. */
  readonly digits: string
  readonly email: string
}

function contactOf(line: number, leads: number, depth = 0): Line {
  const random = randomOf(line * 7919 + 17)
  if (line > 100 && depth < 3 && random() < 0.08) {
    const earlier = contactOf(below(random, line), leads, depth + 1)
    return { ...earlier, phone: earlier.digits === '' ? earlier.phone : masked(earlier.digits, randomOf(line + 99)) }
  }
  const person = personOf(random() < 0.6 ? below(random, leads) : 2_000_000_000 + line)
  const hasPhone = person.phone !== '' && (random() < 0.75 || person.email === '')
  const digits = hasPhone ? person.phone : ''
  const shown = random() < 0.2 ? person.email.toUpperCase() : person.email
  const email = !hasPhone || random() < 0.5 ? shown : ''
  if (random() >= 0.01) return { name: person.name, phone: masked(digits, random), digits, email }
  return { name: person.name, phone: pick(random, noPhones), digits: '', email: random() < 0.5 ? '' : email }
}

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

function lineOf(line: number, leads: number, columns: number): string {
  const { name, phone, email } = contactOf(line, leads)
  const random = randomOf(line * 31 + 7)
  const place = pick(random, cities)
  const day = `${padded(1 + below(random, 28))}/${padded(1 + below(random, 12))}/202${below(random, 6)}`
  const note = random()
  const reminder = note < 0.2 ? `retornar; falar com "${name.split(' ')[0]}"` : ''
  const remark = note > 0.7 ? 'importado da planilha antiga' : reminder
  const cells = [name, phone, email, place.slice(0, -3), place.slice(-2), `C${padded(line, 7)}`, day, remark]
  return cells
    .slice(0, columns)
    .map((cell) => quoted(cell, ';'))
    .join(';')
}

const listHeadings = ['nome', 'telefone', 'email', 'cidade', 'uf', 'codigo', 'data', 'obs'] as const

/**
 * Writes a list of so many lines over so many leads: the first of 8 columns, or all, `;`, CRLF, quotes where a cell
 * needs them, UTF-8.
 */
export function writeList(file: string, lines: number, leads: number, columns: number = listHeadings.length): void {
  const out = openOutput(file)
  out.add(`${listHeadings.slice(0, columns).join(';')}\r\n`)
  for (let line = 0; line < lines; line++) out.add(`${lineOf(line, leads, columns)}\r\n`)
  out.end()
}

/**
 * Writes the pages of the lead export one after another, as UTF-8 JSON, and the same rows as CSV with lists joined by
 * `|`, for the peers. Gives where in the file each page begins; the last is where the file ends. `later` is the reading
 * after the first.
 */
export function writeLeads(pagesFile: string, csvFile: string, total: number, later = false): number[] {
  const [pages, csv] = [openOutput(pagesFile), openOutput(csvFile)]
  const offsets = [0]
  for (let from = 0; from < total; from += rowsPerPage) {
    const leads = Array.from({ length: Math.min(rowsPerPage, total - from) }, (_, at) =>
      later ? laterLeadOf(from + at, total) : leadOf(from + at),
    )
    if (from === 0) csv.add(`${Object.keys(leads[0] ?? {}).join(',')}\n`)
    const page = from / rowsPerPage + 1
    const has_more = from + leads.length < total
    const place = { page, per_page: rowsPerPage, has_more, next_page: has_more ? page + 1 : null }
    const meta = { total, count: leads.length, ...place, filtros: {} }
    offsets.push(pages.add(JSON.stringify({ meta, leads })))
    for (const lead of leads) csv.add(`${Object.values(lead).map(csvCell).join(',')}\n`)
  }
  pages.end()
  csv.end()
  return offsets
}

const csvCell = (value: unknown) => quoted(Array.isArray(value) ? value.join('|') : String(value ?? ''), ',')

/** A file that is written in large pieces. */
function openOutput(file: string) {
  const handle = openSync(file, 'w')
  let texts: string[] = []
  let length = 0
  let bytes = 0
  const flush = () => {
    writeSync(handle, texts.join(''))
    texts = []
    length = 0
  }
  return {
    /** Gives how many bytes the file has with this text. */
    add(text: string): number {
      texts.push(text)
      length += text.length
      bytes += Buffer.byteLength(text)
      if (length > 4e6) flush()
      return bytes
    },
    end() {
      flush()
      closeSync(handle)
    },
  }
}
