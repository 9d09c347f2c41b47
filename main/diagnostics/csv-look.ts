import Papa from 'papaparse'

/** How a service writes its spreadsheet file. */
export interface CsvLook {
  readonly bom: boolean
  readonly encoding: 'utf-8' | 'windows-1252'
  readonly delimiter: 'semicolon' | 'comma' | 'tab' | 'pipe' | 'none'
  /** What stands before a phone in a row of the file: an apostrophe, `="…"`, nothing; null where no phone was seen. */
  readonly phones: 'apostrophe' | 'formula' | 'plain' | null
}

const delimiters = [
  ['semicolon', ';'],
  ['comma', ','],
  ['tab', '\t'],
  ['pipe', '|'],
] as const

/** Looks at the first bytes of a lead export as CSV: its marks, never what its rows say (features.md §8.10). */
export function csvLook(bytes: Buffer): CsvLook {
  const bom = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  const { encoding, text } = decoded(bytes)
  const heading = text.slice(0, /\r?\n/.exec(text)?.index ?? text.length)
  const counted = delimiters.map(([name, sign]) => ({ name, sign, times: heading.split(sign).length - 1 }))
  const best = counted.reduce((most, one) => (one.times > most.times ? one : most))
  if (best.times === 0) return { bom, encoding, delimiter: 'none', phones: null }
  const { data } = Papa.parse<string[]>(text, { delimiter: best.sign, preview: 50 })
  const [headings = [], ...rows] = data
  const column = headings.findIndex((name) => /^"?telefone"?$/i.test(name.trim()))
  const phones = rows.flatMap((row) => (column < 0 || !/\d/.test(row[column] ?? '') ? [] : [row[column] ?? '']))
  return { bom, encoding, delimiter: best.name, phones: protectionOf(phones) }
}

function protectionOf(phones: readonly string[]): CsvLook['phones'] {
  if (phones.length === 0) return null
  if (phones.some((phone) => phone.startsWith("'"))) return 'apostrophe'
  return phones.some((phone) => phone.startsWith('=')) ? 'formula' : 'plain'
}

function decoded(bytes: Buffer): { readonly encoding: CsvLook['encoding']; readonly text: string } {
  try {
    // The file goes on after these bytes: a letter that is cut at their end is no mistake.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return { encoding: 'utf-8', text }
  } catch {
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
  }
}
