/** The same questions answered the slow and obvious way, over plain objects: what the columns are checked against. */
import type { ColumnFilter, TableQuery } from '../../../preload/contract/table-queries.ts'
import type { Lead } from '../sheets/data/lead-pages.ts'

const collator = new Intl.Collator('pt-BR')

function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
}

/** Row numbers of the leads that the query shows, in its order. */
export function queryRows(leads: readonly Lead[], { search, filters, conditions, sort }: TableQuery): number[] {
  const rows = leads
    .map((lead, row) => ({ lead, row }))
    .filter(
      ({ lead }) =>
        matches(lead, search) &&
        filters.every((filter) => isOff(filter) || holds(lead, filter)) &&
        meets(lead, conditions),
    )
  const compare = (one: Lead, other: Lead): number => {
    for (const { column, descending } of sort) {
      const order = compareValues(one[column], other[column], descending)
      if (order !== 0) return order
    }
    return 0
  }
  return rows.sort((one, other) => compare(one.lead, other.lead) || one.row - other.row).map(({ row }) => row)
}

const isOff = ({ off }: { off?: true | undefined }) => off === true

/** Parts that are switched off, and groups of nothing but those, count for nothing. */
function meets(lead: Lead, conditions: TableQuery['conditions']): boolean {
  const held = (conditions?.of ?? []).flatMap((part) => {
    if (isOff(part)) return []
    if ('operator' in part) return [holds(lead, part)]
    return together(
      part.match,
      part.filters.flatMap((filter) => (isOff(filter) ? [] : [holds(lead, filter)])),
    )
  })
  return together(conditions?.match ?? 'all', held)[0] ?? true
}

function together(match: 'all' | 'any', held: readonly boolean[]): readonly boolean[] {
  if (held.length === 0) return []
  return [match === 'all' ? held.every(Boolean) : held.some(Boolean)]
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isTime(column: string): boolean {
  return column.endsWith('_em')
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function compareValues(one: unknown, other: unknown, descending: boolean): number {
  if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other))
  const order = orderOf(one, other)
  return descending ? -order : order
}

function orderOf(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [left, right] = [textOf(one), textOf(other)]
  if (/^\d{4}-\d\d-\d\dT/.test(left)) return Date.parse(left) - Date.parse(right)
  return collator.compare(left, right)
}

/** Digits and the signs that people write between them; a space is one as well. */
const mask = /[ ().\-+/\u00a0]/g

/** Every word in one of the four fields; neighbouring words of digits and signs are one sequence of digits. */
function matches(lead: Lead, search: string): boolean {
  const fields = ['nome', 'telefone_digitos', 'email', 'identificador'].map((key) => String(lead[key] ?? ''))
  const groups = search.match(/[\d\s()+./-]*\d[\d\s()+./-]*(?=\s|$)|\S+/g) ?? []
  return groups.every((group) => {
    const word = group.trim()
    if (/^[\d\s()+./-]*\d[\d\s()+./-]*$/.test(word)) {
      const digits = word.replace(/\D/g, '')
      const forms = phoneFormsOf(digits)
      return fields.some((field) => {
        const bare = field.replace(mask, '')
        return bare.includes(digits) || forms.includes(bare)
      })
    }
    return fields.some((field) => fold(field).includes(fold(word)))
  })
}

const areaCodes = /^(?:1[1-9]|2[12478]|3[1-5]|37|38|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])$/

/** All that a cell of nothing else may hold for a whole Brazilian phone: its forms are written out one by one. */
function phoneFormsOf(searched: string): readonly string[] {
  const rest = searched.replace(/^0+/, '')
  const isAbroad = rest.length >= 12 || searched.startsWith('00')
  const national = isAbroad && rest.startsWith('55') ? rest.slice(2) : rest
  // A number without area code is one as it is only.
  if (national.length < 10 && searched !== national) return []
  const area = national.length >= 10 ? national.slice(0, 2) : ''
  const number = national.slice(area.length)
  const isMobile = number.length === 9 && number.startsWith('9')
  if (national.length > 11 || (area !== '' && !areaCodes.test(area))) return []
  if (!isMobile && !(area !== '' && number.length === 8 && number >= '2')) return []
  const bare = number.slice(-8)
  const numbers = bare >= '6' ? [bare, `9${bare}`] : [number]
  const areas = area === '' ? ['', ...Array.from({ length: 90 }, (_, index) => String(index + 10))] : ['', area]
  return areas.flatMap((code) =>
    numbers.flatMap((one) =>
      code === '' && area !== '' ? [one] : ['', '55', '0', '055', '0055'].map((lead) => lead + code + one),
    ),
  )
}

/** A phone is compared by its digits, with or without the country code. */
function holdsPhone(phone: string, operator: ColumnFilter['operator'], text: string): boolean {
  const digits = phone.replace(/\D/g, '')
  const searched = text.replace(/\D/g, '')
  const forms = text.includes('+') ? [searched] : [searched, `55${searched}`]
  if (operator === 'equals') return forms.includes(digits)
  if (operator === 'starts_with') return forms.some((form) => digits.startsWith(form))
  if (operator === 'ends_with') return digits.endsWith(searched)
  return digits.includes(searched) === (operator === 'contains')
}

function holds(lead: Lead, filter: ColumnFilter): boolean {
  const value = lead[filter.column]
  if (filter.column === 'telefone' && 'text' in filter && /^[\d\s()+./-]*\d[\d\s()+./-]*$/.test(filter.text)) {
    return holdsPhone(isEmpty(value) ? '' : String(value), filter.operator, filter.text)
  }
  const texts = Array.isArray(value) ? value.map(String) : [isEmpty(value) ? '' : String(value)]
  const folded = texts.map(fold)
  switch (filter.operator) {
    case 'blank':
      return isEmpty(value)
    case 'not_blank':
      return !isEmpty(value)
    case 'misfit':
      return !isEmpty(value) && Number.isNaN(isTime(filter.column) ? Date.parse(String(value)) : Number(value))
    case 'contains':
      return folded.some((text) => text.includes(fold(filter.text)))
    case 'not_contains':
      return !folded.some((text) => text.includes(fold(filter.text)))
    case 'equals':
      return folded.some((text) => text === fold(filter.text))
    case 'starts_with':
      return folded.some((text) => text.startsWith(fold(filter.text)))
    case 'ends_with':
      return folded.some((text) => text.endsWith(fold(filter.text)))
    case 'in':
      return isEmpty(value) ? filter.values.includes(null) : texts.some((text) => filter.values.includes(text))
    case 'not_in':
      return isEmpty(value) ? !filter.values.includes(null) : !texts.some((text) => filter.values.includes(text))
    case 'all_of':
      return isEmpty(value)
        ? filter.values.every((one) => one === null)
        : filter.values.every((one) => texts.includes(String(one)))
    case 'between':
      return between(value, filter, isTime(filter.column))
    case 'matches':
      return new RegExp(filter.text, 'i').test(isEmpty(value) ? '' : textOf(value))
    case 'period':
    case 'clock':
      throw new Error('the reference has no calendar')
    default:
      return compares(value, filter)
  }
}

function compares(value: unknown, { operator, value: other }: Extract<ColumnFilter, { value: number }>): boolean {
  const number = isEmpty(value) ? Number.NaN : Number(value)
  const holds = {
    equal: number === other,
    not_equal: number !== other,
    less: number < other,
    at_most: number <= other,
    more: number > other,
    at_least: number >= other,
  }
  return holds[operator]
}

function between(value: unknown, { min, max }: { min: number | null; max: number | null }, time: boolean): boolean {
  if (min === null && max === null) return true
  if (isEmpty(value)) return false
  const number = time ? Date.parse(String(value)) : Number(value)
  return (min === null || number >= min) && (max === null || number <= max)
}
