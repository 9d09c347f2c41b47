import { AppFailure } from './failure.ts'

/** What a mail program may be handed beside the address; `attach` and others name files of this computer in some. */
const mailFields = ['subject', 'body']

/**
 * An address that may leave for the person's browser or mail program, made canonical: https and http without a user or
 * password in it, and mailto. Throws `bad_address` for every other scheme, since some run programs or read files, and
 * for what is no absolute address.
 */
export function outsideAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password) throw new AppFailure('bad_address')
  if (url.protocol === 'https:' || url.protocol === 'http:') return url.href
  if (url.protocol !== 'mailto:' || !/^[^\s%?&@]+@[^\s%?&]+$/.test(url.pathname)) throw new AppFailure('bad_address')
  const fields = [...url.searchParams].filter(([name]) => mailFields.includes(name.toLowerCase()))
  const query = fields.map(([name, value]) => `${name.toLowerCase()}=${encodeURIComponent(value)}`).join('&')
  return `mailto:${url.pathname}${query && `?${query}`}`
}
