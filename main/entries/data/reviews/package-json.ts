import { AppFailure } from '../../../kernel/failure.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'

/** Called with each value of the outermost object, and with each item of its lists. */
export interface MemberReceiver {
  value(key: string, value: unknown): void
  /** A list begins; it has whatever items follow. */
  list(key: string): void
  item(key: string, item: unknown): void
}

/** More than the longest event: two lists of tags of 100,000 characters, escaped. */
const mostItemBytes = 2 ** 20
/** Of one value or item; an event has one level, a form of a package too. */
const mostLevels = 4

/**
 * Reads the outermost object of a package from its bytes, one value after another and one item of a list after another.
 * JSON as a whole takes many times its length of memory, and blocks as long as it lasts. Throws `package_unreadable`
 * where the bytes are no such object, and where one item is longer or deeper than any of ours.
 */
export function* readMembers(bytes: Buffer, receive: MemberReceiver): InterruptibleWork<void> {
  let at = 0
  /** The next byte that is no blank; -1 at the end. */
  const next = (): number => {
    const limit = at + mostItemBytes
    while (isBlank(bytes[at])) at += 1
    if (at > limit) throw damaged('blanks')
    return bytes[at] ?? -1
  }
  const pass = (sign: number): void => {
    if (next() !== sign) throw damaged('signs')
    at += 1
  }
  const passed = (sign: number): boolean => {
    if (next() !== sign) return false
    at += 1
    return true
  }
  const parsed = (): unknown => {
    next()
    const start = at
    at = endOfValue(bytes, start)
    return parse(bytes.toString('utf8', start, at))
  }
  const passList = function* (key: string): InterruptibleWork<void> {
    receive.list(key)
    pass(signs.openList)
    if (passed(signs.closeList)) return
    do {
      receive.item(key, parsed())
      yield
    } while (passed(signs.comma))
    pass(signs.closeList)
  }
  pass(signs.openObject)
  if (!passed(signs.closeObject)) {
    do {
      const key = parsed()
      if (typeof key !== 'string') throw damaged('key')
      pass(signs.colon)
      if (next() === signs.openList) yield* passList(key)
      else receive.value(key, parsed())
      yield
    } while (passed(signs.comma))
    pass(signs.closeObject)
  }
  if (next() !== -1) throw damaged('end')
}

const signs = {
  openObject: 0x7b,
  closeObject: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
  comma: 0x2c,
  colon: 0x3a,
  quote: 0x22,
  backslash: 0x5c,
} as const
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const ends = new Set<number>([signs.closeObject, signs.closeList, signs.comma, signs.colon, 0x20, 0x0a, 0x0d, 0x09])

/** Behind the last byte of a value; whether it is one is for `JSON.parse` to see. */
function endOfValue(bytes: Buffer, start: number): number {
  const limit = Math.min(bytes.length, start + mostItemBytes)
  let levels = 0
  for (let at = start; at < limit; at += 1) {
    const byte = bytes[at] as number
    if (byte === signs.quote) at = endOfText(bytes, at, limit)
    else if (byte === signs.openObject || byte === signs.openList) levels += 1
    else if (levels === 0 && ends.has(byte)) return at
    else if (byte === signs.closeObject || byte === signs.closeList) levels -= 1
    if (levels > mostLevels) throw damaged('levels')
    if (levels === 0 && (byte === signs.quote || byte === signs.closeObject || byte === signs.closeList)) return at + 1
  }
  throw damaged('length')
}

/** The quote that ends the text which begins at `start`. */
function endOfText(bytes: Buffer, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at += 1) {
    if (bytes[at] === signs.backslash) at += 1
    else if (bytes[at] === signs.quote) return at
  }
  throw damaged('text')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('json')
  }
}

export function damaged(details: string): AppFailure {
  return new AppFailure('package_unreadable', {}, details)
}
