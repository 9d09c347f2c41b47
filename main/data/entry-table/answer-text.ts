import { isRecord } from '../../kernel/json.ts'

/**
 * An answer of any type as the text of a cell; null where there is none. Texts stay as they are, lists are joined by
 * `, `, a link to a file is its address, any other object is its JSON.
 */
export function answerText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(itemText).join(', ')
  return isRecord(value) && typeof value.url === 'string' ? value.url : JSON.stringify(value)
}

function itemText(item: unknown): string {
  return Array.isArray(item) ? JSON.stringify(item) : (answerText(item) ?? '')
}

const mostDepth = 4

/** Every text inside an answer, those of lists and objects too. */
export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth >= mostDepth) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1))
}

/** A text in one line of at most so many characters, without marks that turn the direction of what stands around it. */
export function oneLine(text: string, most: number): string {
  // Long texts are cut before they are cleaned: only their start can be seen.
  const line = text
    .slice(0, most * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
  const characters = [...line.slice(0, most * 2)]
  if (characters.length <= most && line.length < most * 2) return line
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}
