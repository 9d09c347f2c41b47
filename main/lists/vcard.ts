import type { Encoding } from '../../preload/contract/cruzar.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import type { ListFile } from './plan.ts'
import { blockOfRows, type ListRow, type RowBlock } from './row-block.ts'
import { decodeLines } from './source.ts'

/** Longer values are pictures or hostile. */
const longestValue = 10_000
const columns = ['FN', 'TEL', 'EMAIL', 'ORG'] as const
const knownProperties: ReadonlySet<string> = new Set([...columns, 'N', 'BEGIN', 'END', 'X-ABLABEL'])

/** Whether a text is an address book: what phones and mail programs export as `.vcf`. */
export function isVcard(sample: string): boolean {
  return /^\s{0,100}BEGIN:VCARD\b/i.test(sample)
}

/**
 * Reads an address book (vCard 2.1, 3.0 and 4.0: RFC 6350 and what came before) as a table. Below a row of headings
 * stands one row a card with its name, all its phones, all its e-mails and its company. A card without any of them is a
 * row as well.
 */
export async function* readVcards(
  { bytes, headings }: ListFile,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  let number = 1
  let rows: ListRow[] = [{ texts: [...(headings?.vcard ?? columns)], number }]
  const cards = createCards((texts) => rows.push({ texts, number: ++number }))
  for (const lines of decodeLines(bytes, encoding, 2 * longestValue)) {
    for (const line of lines) cards.line(line)
    if (rows.length > 0) yield blockOfRows(rows)
    rows = []
    await yieldToEventLoop()
  }
  cards.end()
  if (rows.length > 0) yield blockOfRows(rows)
}

interface Property {
  readonly name: string
  /** The text before the property's name and a dot; its label has the same. */
  readonly group: string
  readonly parameters: string
  value: string
}

/** Takes lines, and gives out the row of each card that ends. */
function createCards(give: (row: string[]) => void) {
  let card: Map<string, string[]> | null = null
  /** The groups of the phones of the card, and the groups that a label names as fax. */
  let phoneGroups: string[] = []
  let faxGroups = new Set<string>()
  let property: Property | null = null

  const endCard = (next: Map<string, string[]> | null) => {
    const phones = card?.get('TEL') ?? []
    card?.set(
      'TEL',
      phones.map((phone, at) => (faxGroups.has(phoneGroups[at] ?? '') ? `fax ${phone}` : phone)),
    )
    if (card) give(rowOf(card))
    card = next
    phoneGroups = []
    faxGroups = new Set()
  }
  const endProperty = () => {
    if (property?.name === 'BEGIN') endCard(new Map())
    else if (property?.name === 'END') endCard(null)
    else if (property && card && property.name === 'X-ABLABEL') {
      if (/fax/i.test(property.value)) faxGroups.add(property.group)
    } else if (property && card) {
      if (property.name === 'TEL') phoneGroups.push(property.group)
      const texts = card.get(property.name) ?? []
      card.set(property.name, texts)
      texts.push(textOf(property))
    }
    property = null
  }

  return {
    /** A folded line without a property continues one of a property that no column shows. */
    line(text: string) {
      const isFolded = (text.startsWith(' ') || text.startsWith('\t')) && !/^\s+BEGIN:VCARD/i.test(text)
      const isSoft = property !== null && isQuoted(property) && property.value.endsWith('=')
      if (property && (isFolded || isSoft)) {
        const value = isSoft ? property.value.slice(0, -1) : property.value
        if (value.length < longestValue) property.value = value + (isFolded ? text.slice(1) : text)
      } else if (!isFolded) {
        endProperty()
        property = propertyOf(text)
      }
    },
    end() {
      endProperty()
      endCard(null)
    },
  }
}

/** `item1.TEL;type=CELL:+55 11 98888-7777`, or null for a property that no column shows. */
function propertyOf(line: string): Property | null {
  const colon = line.indexOf(':')
  if (colon === -1) return null
  const [full = '', ...parameters] = line.slice(0, colon).split(';', 20)
  const dot = full.indexOf('.')
  const name = full
    .slice(dot + 1)
    .trim()
    .toUpperCase()
  if (!knownProperties.has(name)) return null
  const group = dot === -1 ? '' : full.slice(0, dot).trim().toLowerCase()
  return {
    name,
    group,
    parameters: parameters.join(';').toUpperCase(),
    value: line.slice(colon + 1, colon + longestValue),
  }
}

/** Matches the parameters of a fax: `TYPE=FAX`, `TYPE="work,fax"`, `;FAX;`. */
const isFax = /(?:^|[;,="])FAX\b/
const isVoice = /(?:^|[;,="])(?:VOICE|CELL)\b/

function isQuoted({ parameters }: Property): boolean {
  return parameters.includes('QUOTED-PRINTABLE')
}

function textOf(property: Property): string {
  const { name, parameters, value } = property
  const text = isQuoted(property) ? unquoted(value, parameters) : value
  if (name === 'TEL') {
    const phone = text
      .replace(/^tel:/i, '')
      .replace(/;ext=(\d{1,6})$/i, ' ramal $1')
      .trim()
    return isFax.test(parameters) && !isVoice.test(parameters) ? `fax ${phone}` : phone
  }
  const parts = text.split(/(?<!\\);/).map((part) =>
    part
      .replace(/\\n/gi, ' ')
      .replace(/\\([\\;,])/g, '$1')
      .trim(),
  )
  // "Silva;João;…" is the surname first.
  const shown = name === 'N' ? [parts[1], parts[0]] : parts
  return shown.filter((part) => part).join(' ')
}

function unquoted(text: string, parameters: string): string {
  const bytes = Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return new TextDecoder(/CHARSET=(?:ISO-8859|WINDOWS)/.test(parameters) ? 'windows-1252' : 'utf-8').decode(bytes)
}

function rowOf(card: ReadonlyMap<string, readonly string[]>): string[] {
  const all = (name: string) => (card.get(name) ?? []).filter((text) => text !== '')
  const [name = all('N')[0] ?? ''] = all('FN')
  return [name, all('TEL').join(' / '), all('EMAIL').join('; '), all('ORG')[0] ?? '']
}
