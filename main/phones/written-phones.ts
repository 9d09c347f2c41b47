import {
  digitsOf,
  lacksAreaCode,
  type PhoneReading,
  phoneKey,
  phoneOfBase,
  unevenProblem,
  writtenForms,
} from './phones.ts'
import { naturalGaps } from './usual-phones.ts'

/**
 * The area code that a phone of a cell takes when it lacks its own: that of the phone before it, else the given one.
 */
export interface NearAreaCode {
  code: string | null
  isOfCell: boolean
}

/** Digits, with the signs before them, without a blank, bracket or plus sign between them. */
interface Chunk {
  readonly from: number
  readonly to: number
}

export interface WrittenPhone {
  readonly text: string
  readonly reading: PhoneReading
}

/** Some chunks that are a phone, or what lacks little to be one. */
interface Part extends WrittenPhone {
  /** A phone with an area code of its own. */
  readonly isFull: boolean
  /** The digits between it and the part before it. */
  readonly digitsBefore: number
}

const chunkPattern = /[^\d\s]{0,8}\d+(?:[^\d\s(+]{1,8}\d+)*/g
/** The most chunks of a phone: each digit apart. */
const longestPhone = 16
/** The most chunks that are read of a cell. */
const maxChunks = 60
/** A number of Brazil that lacks its area code, by its hyphen. */
const localForm = /^(?:9[ .]?)?\d{4}-\d{4}$/
const international = /^\D*(?:\+|00)/

/**
 * Reads the phones of a text that holds digits and signs alone, in their order: `11 98765-0001 (11) 97000-0000`, `49
 * 98765-0001 2`. A phone is what stands where people part its digits; a figure that only a blank parts from it changes
 * neither its country nor its area code nor its kind. Where there is none, gives the problem alone. Never empty.
 */
export function readRun(text: string, near: NearAreaCode): readonly WrittenPhone[] {
  const whole = phoneKey(text, near.code)
  const { digits, gaps } = gapsIn(text)
  const isForeign = whole.ok && whole.kind === 'foreign'
  const isSure = isForeign ? international.test(text) : isNatural(whole, digits, gaps)
  if (gaps === 0 || isSure || (!whole.ok && whole.problem === 'lost_start')) {
    return [{ text, reading: take(whole, near) }]
  }
  const behind = { ...near }
  const parts = partsOf(text, behind)
  const first = parts.find(({ reading }) => reading.ok)
  if (!mayPart(whole, first ?? parts[0])) return [{ text, reading: take(whole, near) }]
  Object.assign(near, behind)
  // A phone that lacks its area code is reported beside the others.
  return first ? parts.filter(({ reading }) => reading.ok || reading.problem === 'no_area_code') : parts.slice(0, 1)
}

/** Whether parts are more likely than the text as one phone, or as no phone at all. */
function mayPart(whole: PhoneReading, first: Part | undefined): boolean {
  if (!first) return false
  const { isFull, digitsBefore, text } = first
  // Two digits may be a country code, or an area code that does not exist.
  if (whole.ok && whole.kind === 'foreign') return (isFull || localForm.test(text)) && digitsBefore < 2
  return isFull || digitsBefore < 2
}

/**
 * Notes the area code of a phone for those behind it. A phone of the cell that has none of its own is written with that
 * one.
 */
function take(reading: PhoneReading, near: NearAreaCode): PhoneReading {
  if (!reading.ok || reading.kind === 'foreign') return reading
  const isAdded = reading.form === writtenForms.areaAdded
  near.code = reading.key.slice(2, 4)
  near.isOfCell ||= !isAdded
  if (!isAdded || !near.isOfCell) return reading
  return { ...reading, form: writtenForms.without55, written: reading.key.slice(2) }
}

/**
 * How many digits a text has, and as bits by the digits before them where blanks, brackets and plus signs part them.
 */
function gapsIn(text: string) {
  let digits = 0
  let gaps = 0
  let isParted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign >= 0x30 && sign <= 0x39) {
      if (isParted && digits > 0) gaps |= 1 << Math.min(digits, maxGap)
      isParted = false
      digits++
    } else if (sign <= 0x20 || sign === 0x28 || sign === 0x2b || sign >= 0x80) isParted = true
  }
  return { digits, gaps }
}

/** Far behind the digits of any phone. */
const maxGap = 30

/** Whether signs part the digits of a phone of Brazil where people part them. */
function isNatural(reading: PhoneReading, digits: number, gaps: number): boolean {
  if (!reading.ok || reading.kind === 'foreign' || digits > maxGap) return false
  const national = reading.form === writtenForms.areaAdded ? reading.written.length : reading.key.length - 2
  return (gaps & ~naturalGaps(digits, national)) === 0
}

function partsOf(text: string, near: NearAreaCode): Part[] {
  const chunks = chunksOf(text)
  const parts: Part[] = []
  let digitsBefore = 0
  for (let at = 0; at < chunks.length; ) {
    const rest = chunks.slice(at, at + longestPhone)
    const part = partIn(text, rest, near)
    if (part) {
      const isFull = part.reading.ok && part.reading.form !== writtenForms.areaAdded
      parts.push({ text: part.text, reading: take(part.reading, near), isFull, digitsBefore })
    }
    digitsBefore = part ? 0 : digitsBefore + digitsOf(text.slice(rest[0]?.from, rest[0]?.to)).length
    at += part?.length ?? 1
  }
  return parts
}

/** More chunks than a cell has phones are not read. */
function chunksOf(text: string): Chunk[] {
  const chunks = Array.from(text.matchAll(chunkPattern), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }))
  return chunks.slice(0, maxChunks)
}

/**
 * The longest phone that chunks begin with: with a plus sign, of Brazil, of another country in one chunk, or without
 * area code.
 */
function partIn(text: string, chunks: readonly Chunk[], near: NearAreaCode) {
  const textOf = (length: number) => text.slice(chunks[0]?.from, chunks[length - 1]?.to)
  const longest = (read: (text: string) => PhoneReading | null, maxLength = chunks.length) => {
    for (let length = maxLength; length > 0; length--) {
      const part = textOf(length)
      const reading = read(part)
      if (reading) return { text: part, reading, length }
    }
    return null
  }
  return (
    longest(textOf(1).includes('+') ? anyPhone : fullPhone) ??
    longest(foreignPhone, 1) ??
    longest((part) => localPhone(part, near))
  )
}

/** Reads any phone. Another plus sign begins another phone, unless it stands behind a country code. */
function anyPhone(text: string): PhoneReading | null {
  const second = text.indexOf('+', text.indexOf('+') + 1)
  if (text.includes('+') && second !== -1 && digitsOf(text.slice(0, second)).length > 3) return null
  const reading = phoneKey(text)
  return reading.ok ? reading : null
}

/** Figures behind a last group of four digits belong to no phone. */
const furtherFigure = /\d{4}-\d{4}[-.]\d/

function fullPhone(text: string): PhoneReading | null {
  const { digits, gaps } = gapsIn(text)
  if (digits < 10 || digits > 20 || unevenProblem(text) || furtherFigure.test(text)) return null
  const reading = phoneOfBase(digitsOf(text), null)
  return reading && isNatural(reading, digits, gaps) ? reading : null
}

function foreignPhone(text: string): PhoneReading | null {
  return text.length > 10 ? anyPhone(text) : null
}

/** Reads a phone that lacks its area code with the one near it, where there is one. */
function localPhone(text: string, near: NearAreaCode): PhoneReading | null {
  const bare = digitsOf(text)
  const { digits, gaps } = gapsIn(text)
  return lacksAreaCode(bare) && (gaps & ~naturalGaps(digits, digits)) === 0 ? phoneKey(bare, near.code) : null
}
