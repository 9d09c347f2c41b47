import type { MetadataJson } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/max/metadata'

/**
 * Numbers of all countries by the metadata of libphonenumber. Its patterns are compiled once for each country code: the
 * library's own parser compiles them for every number, which takes twenty times as long. The answers are the library's.
 */
export interface InternationalPhone {
  /** Country code and number, without what people dial before it inside the country. */
  readonly key: string
  /**
   * `either` may be a mobile or a landline; `other` is of a service and the like. `possible` has the length of a number
   * of its country and is none; null has not.
   */
  readonly kind: PlanKind | 'possible' | null
}

type PlanKind = 'mobile' | 'landline' | 'either' | 'other'

/** The numbers of one country. */
interface Plan {
  readonly lengths: readonly number[]
  readonly any: RegExp
  readonly landline: RegExp
  /** Null where the digits do not show whether a number is a mobile. */
  readonly mobile: RegExp | null
  readonly other: RegExp
  /** Of countries that share a code: how their numbers begin, where that is enough to know. */
  readonly start: RegExp | null
  /** What people dial before a number inside the country, and what takes its place. */
  readonly prefix: RegExp | null
  readonly replacement: string
}

/** A type of numbers: its pattern, and their lengths unless they are those of the country. 0 where it has no such. */
type NumberType = readonly [pattern: string, lengths?: readonly number[]] | 0

/** A plan of the metadata; its facts have fixed places. */
type MetadataPlan = MetadataJson['nonGeographic'][string]

/** In the order of the metadata, that of a code's main country first. */
const plansOfCodes = new Map<string, readonly [Plan, ...Plan[]]>()

const longestCode = 3
/** Digits of a number without its country code. */
const [minDigits, maxDigits] = [2, 17]

/** Reads the digits of a number with its country code; null where there is no such country, or too few or too many. */
export function internationalPhone(digits: string): InternationalPhone | null {
  for (let length = 1; length <= longestCode; length++) {
    const code = digits.slice(0, length)
    const plans = plansOf(code)
    if (!plans) continue
    const number = withoutPrefix(digits.slice(length), plans)
    if (number.length < minDigits || number.length > maxDigits) return null
    const plan = planOf(number, plans)
    const kind = kindOf(number, plan) ?? (plan.lengths.includes(number.length) ? 'possible' : null)
    return { key: code + number, kind }
  }
  return null
}

function plansOf(code: string): readonly [Plan, ...Plan[]] | undefined {
  const compiled = plansOfCodes.get(code)
  if (compiled) return compiled
  const countries = metadata.country_calling_codes[code]?.map((country) => metadata.countries[country])
  const [first, ...others] = countries ?? [metadata.nonGeographic[code]]
  if (!first) return undefined
  const plans = [compile(first), ...others.flatMap((plan) => (plan ? [compile(plan)] : []))] as const
  plansOfCodes.set(code, plans)
  return plans
}

function compile(plan: MetadataPlan): Plan {
  const [, , pattern, lengths, , trunk, , prefix, replacement, , start, types] = plan
  const [landline = '', mobile = '', ...others] = (types as readonly NumberType[]).map((type) => {
    if (type === 0 || type[0] === '') return ''
    const ends = (type[1] ?? (lengths as readonly number[])).map((length) => `.{${length}}$`)
    return `(?=${ends.join('|')})(?:${type[0]})$`
  })
  const matcher = (...ofTypes: readonly string[]) => {
    const patterns = ofTypes.filter((ofType) => ofType !== '')
    return new RegExp(patterns.length > 0 ? `^(?=(?:${pattern})$)(?:${patterns.join('|')})` : '(?!)')
  }
  return {
    lengths,
    any: new RegExp(`^(?:${pattern})$`),
    landline: matcher(landline),
    mobile: mobile === '' ? null : matcher(mobile),
    other: matcher(...others),
    start: start ? new RegExp(`^(?:${start})`) : null,
    prefix: prefix || trunk ? new RegExp(`^(?:${prefix || trunk})`) : null,
    replacement: replacement || '',
  }
}

function planOf(number: string, plans: readonly [Plan, ...Plan[]]): Plan {
  const [main] = plans
  if (plans.length === 1) return main
  return plans.find((plan) => plan.start?.test(number) ?? kindOf(number, plan) !== null) ?? main
}

function kindOf(number: string, { landline, mobile, other }: Plan): PlanKind | null {
  if (landline.test(number)) return (mobile?.test(number) ?? true) ? 'either' : 'landline'
  if (mobile?.test(number)) return 'mobile'
  return other.test(number) ? 'other' : null
}

/** The number without its prefix, unless only with it the number is one of the country, or as long as one. */
function withoutPrefix(number: string, plans: readonly [Plan, ...Plan[]]): string {
  const { any, prefix, replacement } = plans[0]
  const match = prefix?.exec(number)
  if (!prefix || !match) return number
  const isReplaced = replacement !== '' && match.length > 1 && Boolean(match.at(-1))
  const rest = isReplaced ? number.replace(prefix, replacement) : number.slice(match[0].length)
  if (any.test(number) && !any.test(rest)) return number
  const { lengths } = planOf(rest, plans)
  return lengths.includes(rest.length) || rest.length > Math.max(...lengths) ? rest : number
}
