import { readBrazil } from './brazil.ts'

/** The digits under which a base may have a phone. */
export interface PhoneForms {
  /** With and without the country code 55; other countries' numbers as they are. */
  readonly exact: readonly string[]
  /** The same mobile from before or after the ninth digit; none for a landline (features.md §9, pitfall 4). */
  readonly otherNinth: readonly string[]
}

/** The forms of a phone key (`phoneKey`): a Brazilian number is one by its length and area code, never by "55" alone. */
export function phoneForms(key: string): PhoneForms {
  const brazilian = key.startsWith('55') ? readBrazil(key) : null
  if (!brazilian || `55${brazilian.national}` !== key) return { exact: [key], otherNinth: [] }
  const { national, kind } = brazilian
  return { exact: [key, national], otherNinth: both(otherForm(national, kind)) }
}

function otherForm(national: string, kind: 'mobile' | 'old_mobile' | 'landline'): string | null {
  const area = national.slice(0, 2)
  if (kind === 'old_mobile') return `${area}9${national.slice(2)}`
  // Without its nine it must be what a mobile was, not a landline.
  return kind === 'mobile' && (national[3] ?? '') >= '6' ? area + national.slice(3) : null
}

function both(national: string | null): string[] {
  return national === null ? [] : [`55${national}`, national]
}
