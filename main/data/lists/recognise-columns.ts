import { phoneKey } from '../../kernel/phones.ts'
import { foldText } from '../columns/fold-text.ts'
import { areaCodeOf, emailKey, isChatLink, readCellKeys } from './cell-keys.ts'
import type { KeyColumn, ListPlan } from './plan.ts'
import type { ListRow } from './row-block.ts'

/** How far down a header may be. */
const farthestHeader = 30

const example = /\b(?:ex|e\.g|exemplo|example|formato|format|modelo)\b/i

/**
 * Recognises the header of a list among its first rows, and the title rows above it (features.md §9, pitfall 9): the row
 * with most heading words above the first row that holds a phone, an e-mail or a long number; without such words, a row
 * whose cells above the phones are words. Where a header is requested all the same, it is the first row. Takes the sample of
 * `inspect.ts`, never empty.
 */
export function recogniseHeader(
  sample: readonly ListRow[],
  requested: boolean | null,
): Pick<ListPlan, 'header' | 'rowsAbove'> {
  const rows = sample.map(({ texts }) => texts)
  const usual = usualCells(rows)
  const plain = rows.findIndex((row) => row.some(isDataCell) || (filledCells(row) > 1 && row.some(holdsKey)))
  // In a list of one column a title may have a phone among its words; where all of them are such, it is a person.
  const dataStart = plain === -1 ? rows.findIndex((row) => row.some(holdsKey)) : plain
  const above = rows.slice(0, dataStart === -1 ? farthestHeader : Math.min(dataStart, farthestHeader))
  const named = byWords(above, usual)
  const position = named === -1 && dataStart > 0 ? byTypes(above, rows[above.length] ?? [], usual) : named
  const header = requested ?? position !== -1
  const number = sample[header ? Math.max(position, 0) : 0]?.number ?? 1
  return { header, rowsAbove: header ? number : number - 1 }
}

/** The row with most heading words; -1 where none has any. */
function byWords(above: readonly (readonly string[])[], usual: number): number {
  const known = above.map((row) => {
    if (filledCells(row) < Math.min(usual, 2) || row.some(holdsKey)) return 0
    return row.filter((cell) => readHeading(cell).known).length
  })
  const most = Math.max(0, ...known)
  if (most === 0) return -1
  // In a list of one column the title comes first and the header last.
  return usual === 1 ? known.lastIndexOf(most) : known.indexOf(most)
}

/** The first row above the data that has words where the row below has phones or e-mails; -1 where none has. */
function byTypes(above: readonly (readonly string[])[], below: readonly string[], usual: number): number {
  const dataColumns = below.flatMap((cell, index) => (isDataCell(cell) ? [index] : []))
  return above.findIndex(
    (row) => filledCells(row) >= Math.min(usual, 2) && dataColumns.some((column) => isWord(row[column] ?? '')),
  )
}

function isWord(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/\d{3}/.test(text) && !/^(?:sem|nao|nd|n\/|s\/)/.test(foldText(text.trim()))
}

/** A cell that headings and titles do not have: an e-mail, a phone, damage by Excel, or a long number that is no date. */
function isDataCell(text: string): boolean {
  if (text === '' || text.length > 200) return false
  if (text.includes('@')) return emailKey(text).ok
  if (isChatLink(text)) return true
  const digits = text.replace(/\D/g, '').length
  if (digits < 3 || /\p{L}{4}/u.test(text)) return false
  const reading = phoneKey(text)
  if (reading.ok || isRewritten(reading.problem)) return true
  return digits >= 7 && !/^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/.test(text)
}

/** Whether Excel rewrote a number: what else is damaged may be a date, too. */
export function isRewritten(problem: string | null): boolean {
  return problem === 'damaged_by_excel' || problem === 'rounded'
}

/** Whether a cell has somebody's phone or e-mail, words beside it or not: an example in a heading is nobody's. */
function holdsKey(text: string): boolean {
  if (text.length > 200 || !/@|\d{4}/.test(text) || example.test(text)) return false
  return readCellKeys(text, 'phone').keys.length > 0
}

/** The most common number of cells that hold something. */
function usualCells(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>()
  let usual = 0
  for (const row of rows) {
    const filled = filledCells(row)
    const seen = (counts.get(filled) ?? 0) + 1
    counts.set(filled, seen)
    if (seen > (counts.get(usual) ?? 0)) usual = filled
  }
  return usual
}

function filledCells(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words of headings, folded: lower case, no accents. To recognise one more heading, add its word to its set. */
const headingWords = {
  phone: wordSet(
    'telefone telefones tel tels fone fones celular celulares cel whatsapp whats wpp zap zapzap phone mobile msisdn',
  ),
  /** They may head phones and often head something else: their cells decide. */
  weakPhone: wordSet('contato contatos numero numeros ddd chave chaves lead'),
  email: wordSet('email emails e-mail mail correio'),
  /** Of columns that hold other digits; cells that read as phones do not make a phone column of these. */
  otherDigits: wordSet(
    'cpf cnpj rg id codigo cod pedido protocolo cep data valor preco nascimento matricula contrato timestamp conta',
  ),
  /** People of the team: a phone or e-mail of theirs is beside the person of the row. */
  team: wordSet('agente agent atendente vendedor vendedora consultor consultora operador operadora corretor corretora'),
  other: wordSet(
    'nome name sobrenome cliente empresa razao fantasia cidade uf estado endereco rua bairro status situacao observacao ' +
      'obs origem campanha produto vendedor responsavel agente etiqueta etiquetas tag tags genero sexo idade pais sequencia',
  ),
}

export type Heading = ReturnType<typeof readHeading>

/** What a heading states about its column; all false for text that is no heading. */
export function readHeading(text: string) {
  const folded = foldText(text.slice(0, 80)).replace(/e[\s_-]?mail/g, 'email')
  const words = folded.split(/[^\p{L}]+/u).filter((word) => word !== '')
  const has = (kind: keyof typeof headingWords) => words.some((word) => headingWords[kind].has(word))
  const phone = has('phone') || /telefon|celular|whatsapp|smartphone|phone/.test(folded)
  const [weakPhone, email, otherDigits] = [has('weakPhone'), has('email'), has('otherDigits')]
  return {
    phone,
    weakPhone,
    email,
    otherDigits,
    ofTeam: has('team'),
    /** The area code alone, not "Celular com DDD". */
    areaCode: !phone && words.includes('ddd'),
    /** Any word that heads columns. */
    known: (phone || weakPhone || email || otherDigits || has('other')) && text.length <= 60,
  }
}

/** How a run heads the fields of leads beside its list, in files for systems and for people. */
const ofLead = /^lead_|\(lead\)$/
/** How it heads the key that decided a row: the catalogue's `cruzar.columns.cruzar_chave` in both languages. */
const keyHeadings: ReadonlySet<string> = new Set(['cruzar_chave', 'Chave enviada', 'Key sent'])

/** Cells that decide what a column is: the first ones that hold something. */
const decidingCells = 200

/**
 * Recognises the columns of phones and e-mails from heading and cells together (features.md §3: samples come from the
 * first cells that hold something). A heading alone makes a column only while no cell speaks against it; cells alone make
 * one only when most are phones and the heading does not name other digits (CPF, CEP, …). Columns of the team, such as the
 * e-mail of the agent, are keys only where there are no others, and so are those that a run has put beside its list: the key
 * before the fields of the lead. A list with one filled column has its keys there, whatever they are, so that their problems are
 * shown.
 */
export function recogniseColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<ListPlan, 'keyColumns' | 'areaCodeColumn'> {
  const columns = names.map((name, index) => ({ index, heading: readHeading(name), shape: shapeOf(rows, index) }))
  const isRun = names.some((name) => ofLead.test(name) || name === 'cruzar_resultado')
  const found = columns.flatMap(({ index, heading, shape }) => {
    const kind = kindOf(heading, shape)
    const name = isRun ? (names[index] ?? '') : ''
    if (!kind) return []
    if (keyHeadings.has(name)) return [{ index, kind, rank: 1 }]
    return [{ index, kind, rank: heading.ofTeam || ofLead.test(name) || name.startsWith('cruzar_') ? 2 : 0 }]
  })
  const first = Math.min(...found.map(({ rank }) => rank))
  const keyColumns: KeyColumn[] = found.filter(({ rank }) => rank === first).map(({ index, kind }) => ({ index, kind }))
  const [only, ...others] = columns.filter(({ shape }) => shape.cells > 0)
  if (keyColumns.length === 0 && only && others.length === 0) keyColumns.push({ index: only.index, kind: 'phone' })
  const areaCode = columns.findIndex(({ heading, shape }) => heading.areaCode && shape.areaCodes >= 0.8)
  const hasPhones = keyColumns.some((column) => column.kind === 'phone' && column.index !== areaCode)
  return {
    keyColumns: keyColumns.filter((column) => column.index !== areaCode),
    areaCodeColumn: areaCode !== -1 && hasPhones ? areaCode : null,
  }
}

function kindOf(heading: Heading, shape: ReturnType<typeof shapeOf>): 'phone' | 'email' | null {
  const isEmpty = shape.cells === 0
  if (isEmpty && heading.email) return 'email'
  if (isEmpty) return heading.phone ? 'phone' : null
  if (shape.emails >= 0.5 && shape.phones < 0.1) return 'email'
  if (shape.emails + shape.phones >= 0.6 && shape.emails > 0 && shape.phones >= 0.1) return 'phone'
  if (heading.phone && shape.nearlyPhones >= 0.3) return 'phone'
  if (heading.email && shape.emails >= 0.3) return 'email'
  if (heading.otherDigits) return null
  if (heading.weakPhone) return shape.nearlyPhones >= 0.5 ? 'phone' : null
  return shape.phones >= (heading.known ? 0.9 : 0.6) ? 'phone' : null
}

/** What the first cells of a column are that hold something, as shares of them. */
function shapeOf(rows: readonly (readonly string[])[], index: number) {
  const texts = rows.map((row) => row[index] ?? '').filter((text) => text.trim() !== '')
  const cells = texts.slice(0, decidingCells).map((text) => {
    const { keys, problem } = readCellKeys(text, 'phone')
    const emails = keys.filter(({ kind }) => kind === 'email').length
    return { text, problem, emails, phones: keys.length - emails }
  })
  const share = (holds: (cell: (typeof cells)[number]) => boolean) => cells.filter(holds).length / (cells.length || 1)
  return {
    cells: cells.length,
    phones: share(({ phones, emails }) => phones > 0 && emails === 0),
    emails: share(({ emails }) => emails > 0),
    /** Phones, and what was a phone once: too short, damaged by Excel. */
    nearlyPhones: share(({ phones, text, problem }) => phones > 0 || isNearlyPhone(text, problem)),
    areaCodes: share(({ text }) => areaCodeOf(text) !== null),
  }
}

/** A date, with or without its time: as many digits as a phone. */
const date = /^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[\sT,]|$)/
function isNearlyPhone(text: string, problem: string | null): boolean {
  if (date.test(text)) return false
  if (isRewritten(problem) || problem === 'service_number') return true
  return problem !== null && problem !== 'no_digits' && text.replace(/\D/g, '').length >= 7
}
