import { type Codes, codesFor, type DictionaryPart, type ListPart } from './part.ts'

export interface DictionaryBuilder {
  append(value: string | null): void
  take(): DictionaryPart
}

export interface ListBuilder {
  append(labels: readonly string[]): void
  take(): ListPart
}

export function createDictionaryBuilder(): DictionaryBuilder {
  let entries = createEntries<string>()
  return {
    append: (value) => entries.append(value, value),
    take: () => {
      const part: DictionaryPart = { kind: 'dictionary', ...entries.coded() }
      entries = createEntries()
      return part
    },
  }
}

export function createListBuilder(): ListBuilder {
  let entries = createEntries<readonly string[]>()
  return {
    append: (labels) => entries.append(labels.length === 0 ? null : listKey(labels), labels),
    take: () => {
      const part: ListPart = { kind: 'list', ...entries.coded() }
      entries = createEntries()
      return part
    },
  }
}

export function concatenateDictionaries(parts: readonly DictionaryPart[]): DictionaryPart {
  return { kind: 'dictionary', ...concatenateCoded(parts) }
}

export function concatenateLists(parts: readonly ListPart[]): ListPart {
  return concatenateListKeys(parts.map((part) => ({ ...part, values: part.values.map(listKey) })))
}

/** Lists whose dictionaries hold keys (`listKey`); each different set is made once. */
export function concatenateListKeys(parts: readonly Coded<string>[]): ListPart {
  const { rows, codes, values } = concatenateCoded(parts)
  // `listKey` made them.
  return { kind: 'list', rows, codes, values: values.map((key) => JSON.parse(key) as readonly string[]) }
}

/** The dictionary stays whole, also where no taken row uses a value. */
export function takeDictionary(part: DictionaryPart, rows: Uint32Array): DictionaryPart {
  return { ...part, rows: rows.length, codes: takeCodes(part.codes, rows) }
}

export function takeList(part: ListPart, rows: Uint32Array): ListPart {
  return { ...part, rows: rows.length, codes: takeCodes(part.codes, rows) }
}

interface Coded<Value> {
  readonly rows: number
  readonly codes: Codes
  readonly values: readonly Value[]
}

interface Entries<Value> {
  /** A null key is the empty value. */
  append(key: string | null, value: Value | null): void
  coded(): Coded<Value>
}

function createEntries<Value>(): Entries<Value> {
  const known = new Map<string, number>()
  const values: Value[] = []
  const codes: number[] = []
  return {
    append: (key, value) => {
      if (key === null || value === null) {
        codes.push(0)
        return
      }
      let code = known.get(key)
      if (code === undefined) {
        code = values.push(value)
        known.set(key, code)
      }
      codes.push(code)
    },
    coded: () => {
      const narrow = codesFor(codes.length, values.length)
      narrow.set(codes)
      return { rows: codes.length, codes: narrow, values }
    },
  }
}

function concatenateCoded(parts: readonly Coded<string>[]): Coded<string> {
  const known = new Map<string, number>()
  const values: string[] = []
  const codeOf = (value: string): number => {
    const code = known.get(value)
    if (code !== undefined) return code
    const added = values.push(value)
    known.set(value, added)
    return added
  }
  const recoded = parts.map((part) => Uint32Array.from([0, ...part.values.map(codeOf)]))
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const codes = codesFor(rows, values.length)
  let row = 0
  for (const [index, part] of parts.entries()) {
    const map = recoded[index]
    // A code lies inside its own dictionary: `as number` spares a check a row.
    if (map) for (let at = 0; at < part.rows; at++) codes[row + at] = map[part.codes[at] as number] as number
    row += part.rows
  }
  return { rows, codes, values }
}

function takeCodes(codes: Codes, rows: Uint32Array): Codes {
  const taken = codesFor(rows.length, 2 ** (8 * codes.BYTES_PER_ELEMENT) - 1)
  for (let at = 0; at < rows.length; at++) taken[at] = codes[rows[at] as number] as number
  return taken
}

/** A set of labels as one text; different sets have different ones. */
export function listKey(labels: readonly string[]): string {
  return JSON.stringify(labels)
}
