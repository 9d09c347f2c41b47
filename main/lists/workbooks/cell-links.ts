/**
 * The links of cells. What a cell shows is its text, but "Falar com Ana" hides the phone that it opens a chat with:
 * then the link is read behind the text.
 */

/** A link to a phone or an e-mail; others are of no person. */
const contactLink =
  /(?:tel|sms|callto|whatsapp|mailto):[^\0-\x20"<>]{4,500}|https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com|(?:www\.)?whatsapp\.com)\/[^\0-\x20"<>]{1,500}/i
/** What shows the phone or the e-mail itself. */
const showsContact = /@|\d{4}/

export function isContactLink(link: string): boolean {
  return contactLink.test(link.slice(0, longestLink))
}

const longestLink = 2000

/** What a cell shows, and behind it its link where only that tells of whom it is. */
export function withLink(text: string, link: string | undefined): string {
  if (link === undefined || showsContact.test(text)) return text
  const [contact] = contactLink.exec(link.slice(0, longestLink)) ?? []
  return contact === undefined || text.length > longestShown ? text : `${text} ${contact}`.trim()
}

const longestShown = 500

/** The link of a formula such as `HYPERLINK("https://wa.me/5511…";"Chamar")`; none where it is put together. */
export function linkOfFormula(formula: string): string | undefined {
  return /\bHYPERLINK\s{0,9}\(\s{0,9}"([^"]{1,2000})"\s{0,9}[,;)]/i.exec(formula)?.[1]
}

/** The link in bytes of a record that holds texts of one byte a character or two, at any place. */
export function linkInBytes(bytes: Buffer): string | undefined {
  for (const text of [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]) {
    const [link] = contactLink.exec(text) ?? []
    if (link !== undefined) return link
  }
  return undefined
}
