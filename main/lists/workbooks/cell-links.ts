/**
 * The links of cells. A cell shows its text, but "Falar com Ana" hides the phone of the chat that it opens. Then the
 * link is read behind the text.
 */

/** A link to a phone or an e-mail; other links identify nobody. */
const contactLink =
  /(?:tel|sms|callto|whatsapp|mailto):[^\0-\x20"<>]{4,500}|https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com|(?:www\.)?whatsapp\.com)\/[^\0-\x20"<>]{1,500}/i
/** A text that shows the phone or the e-mail itself. */
const showsContact = /@|\d{4}/

export function isContactLink(link: string): boolean {
  return contactLink.test(link.slice(0, longestLink))
}

const longestLink = 2000

/** The text of a cell, and behind it its link where only the link identifies the person. */
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
