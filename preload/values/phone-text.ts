import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

const brazilian = /^(?:55)?([1-9]\d)(\d{4,5})(\d{4})$/

/**
 * A phone as it is shown and copied: `(11) 98888-7777` for Brazil, `+351 912 345 678` for others. Text that is no phone
 * comes back as it is.
 */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '')
  const foreign = text.startsWith('+') && !digits.startsWith('55')
  const parts = foreign ? null : brazilian.exec(digits)
  if (parts) return `(${parts[1]}) ${parts[2]}-${parts[3]}`
  if (!text.startsWith('+')) return text
  return parsePhoneNumberFromString(text)?.formatInternational() ?? text
}
