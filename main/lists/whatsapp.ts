import type { Encoding } from '../../preload/contract/cruzar.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import { phoneKey } from '../phones/phones.ts'
import { type ListFile, listLimits, tooLarge } from './plan.ts'
import { blockOfRows, type ListRow, type RowBlock } from './row-block.ts'
import { decodeLines } from './source.ts'

/** Only the start of a line can name the sender. */
const longestLine = 1000
const longestName = 100
/** Lines of a sample that a chat is recognised by. */
const decidingLines = 50
const columns = ['name', 'phone', 'messages', 'last'] as const

const day = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`
const time = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?)?`
/**
 * When a message was sent: `12/03/2026 14:22 - ` (Android), `[12/03/2026, 14:22:01] ` (iPhone), `[14:22, 12/03/2026] `
 * (copied from the browser).
 */
const stamp = new RegExp(`^\\[?(${day},?\\s(?:às\\s)?${time}|${time},\\s${day})(?:\\]|\\s-)\\s`, 'i')
/** Marks of direction, which WhatsApp writes around phones and before its own notices. */
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** What somebody did to the group; its name may hold a colon. */
const groupNotice = /\b(?:mudou|alterou|criou|adicionou|removeu|changed|created|added|removed)\b.{0,60}["“]/i
const phoneAlone = /^\+?[\d\s().-]{8,30}$/
const foreignPhone = /\+\d[\d\s().-]{6,24}\d/g
/** Replaces a picture or a file, which is a message all the same. */
const attachment = /ocult|omit|anexad|attach/i
/** A mobile phone of Brazil among words. */
const phoneInWords = /(?<!\d)\(?\d{2}\)?\s?9\d{4}[-\s]?\d{4}(?!\d)/

interface Message {
  readonly sent: string
  /** Null for a notice of the group. */
  readonly sender: string | null
  readonly text: string
  /** WhatsApp itself wrote the text, under the name of the chat. */
  readonly isNotice: boolean
}

/** Whether a text is a chat that WhatsApp exported, or messages that were copied from it. */
export function isChat(sample: string): boolean {
  const lines = sample.split(/\r\n|\r|\n/, decidingLines).filter((line) => line.trim() !== '')
  const messages = lines.map((line) => messageOf(line))
  const [first] = messages
  return (
    first !== null &&
    messages.some((message) => message?.sender) &&
    (messages.filter(Boolean).length > 1 || lines.length < 3)
  )
}

/** Whether messages name phones. Those belong to nobody who writes in the chat. */
export function namesPhones(sample: string): boolean {
  return sample.split(/\r\n|\r|\n/).some((line) => {
    const text = line.slice(0, longestLine)
    return phoneInWords.test(messageOf(text)?.text ?? text)
  })
}

/**
 * Reads a chat of WhatsApp as a table: a row of headings, then one row for each person who wrote or whose phone a
 * notice of the group names. It has the name, or the phone of somebody who is no contact, how many messages they wrote,
 * and when the last one was, as the file writes it. The group itself is nobody.
 */
export async function* readChat(
  { bytes, headings }: ListFile,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const chat = createChat()
  for (const lines of decodeLines(bytes, encoding, longestLine)) {
    for (const line of lines) chat.add(line)
    await yieldToEventLoop()
  }
  const rows: ListRow[] = [{ texts: [...(headings?.whatsapp ?? columns)], number: 1 }]
  for (const texts of chat.people()) rows.push({ texts, number: rows.length + 1 })
  yield blockOfRows(rows)
}

interface Person {
  readonly name: string
  readonly phone: string
  messages: number
  last: string
  /** They sent something that WhatsApp did not write itself. */
  wrote: boolean
}

function createChat() {
  const people = new Map<string, Person>()

  function personOf(shown: string): Person {
    const isPhone = phoneAlone.test(shown)
    const key = isPhone ? phoneKey(shown) : null
    const id = key?.ok ? key.key : `=${shown}`
    const existing = people.get(id)
    if (existing) return existing
    const person = { name: isPhone ? '' : shown, phone: isPhone ? shown : '', messages: 0, last: '', wrote: false }
    people.set(id, person)
    if (people.size > listLimits.people) throw tooLarge('people')
    return person
  }

  return {
    /** A line that begins no message continues the one before. */
    add(line: string): void {
      const message = messageOf(line)
      if (!message) return
      const { sender, sent, text, isNotice } = message
      if (sender === null) {
        for (const [phone] of text.matchAll(foreignPhone)) if (phoneKey(phone).ok) personOf(phone)
        return
      }
      const person = personOf(sender)
      person.messages++
      person.last = sent
      person.wrote ||= !isNotice
    },
    *people(): Generator<string[]> {
      for (const { name, phone, messages, last, wrote } of people.values()) {
        if (wrote || phone !== '') yield [name, phone, String(messages), last]
      }
    },
  }
}

/** The message that a line begins; null where it begins none. */
function messageOf(line: string): Message | null {
  const raw = line.slice(0, longestLine).replace(/^\s*\u200e?\s*/, '')
  const bare = withoutMarks(raw)
  const [whole, sent] = stamp.exec(bare) ?? []
  if (whole === undefined || sent === undefined) return null
  const rest = bare.slice(whole.length)
  const colon = rest.slice(0, longestName).indexOf(': ')
  const isEmpty = colon === -1 && rest.length < longestName && rest.endsWith(':')
  const end = isEmpty ? rest.length - 1 : colon
  if (end < 1 || groupNotice.test(rest.slice(0, end))) return { sent, sender: null, text: rest, isNotice: true }
  const text = rest.slice(end + 1)
  const isNotice = /: ?\u200e/.test(raw) && !attachment.test(text)
  return { sent, sender: rest.slice(0, end).trim(), text, isNotice }
}

/** The text without marks, and with plain blanks and hyphens. */
function withoutMarks(text: string): string {
  return text
    .replace(marks, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('\u2011', '-')
}

const self = /^(?:você|voce|you|tú|tu)$/i

/**
 * The members of a group on one line, as WhatsApp shows them (`Ana, +55 11 98888-7777, +55 21 …, Você`): the phones,
 * then the names, without whoever copied them. Null for any other line.
 */
export function membersOf(line: string): readonly string[] | null {
  const members = withoutMarks(line)
    .split(/,\s/)
    .map((member) => member.trim())
  const others = members.filter((member) => !self.test(member))
  const phones = others.filter((member) => member.startsWith('+') && phoneAlone.test(member))
  const names = others.filter((member) => !member.startsWith('+') || !phoneAlone.test(member))
  const areNames = names.every((name) => name.length <= longestName && !/[+\d;|\t]/.test(name))
  // One person may have two phones.
  const minPhones = others.length < members.length ? 1 : 3
  return areNames && phones.length >= minPhones ? [...phones, ...names] : null
}
