import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { phoneKey } from './phone-key.ts'

/**
 * A phone for people: `(11) 98888-7777` for Brazil, `+351 912 345 678` for others. Takes any text, best with its plus
 * sign (bare digits of some countries read as Brazilian); text that is no phone comes back unchanged.
 */
export function formatPhone(text: string): string {
  const reading = phoneKey(text)
  if (!reading.ok) return text
  if (reading.kind === 'foreign') return parsePhoneNumberFromString(`+${reading.key}`)?.formatInternational() ?? text
  const number = reading.key.slice(4)
  return `(${reading.key.slice(2, 4)}) ${number.slice(0, -4)}-${number.slice(-4)}`
}
