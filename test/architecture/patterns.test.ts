import { createContext, Script } from 'node:vm'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { decomposed } from '../../preload/values/text.ts'
import { readSource, sourceFiles } from './sources.ts'

/**
 * Every text that the app reads may come from somebody else: lists, entries, answers, documents, names of columns. A
 * regular expression whose work grows with the square of the text stops a process for minutes. So each literal of the
 * sources meets 200,000 characters made of what it looks for.
 */
const characters = 200_000
/** Linear work takes milliseconds for all texts of a pattern, quadratic work a minute for one of them. */
const stopAfterMs = 10_000

interface Pattern {
  readonly literal: string
  readonly source: string
  readonly flags: string
  readonly place: string
}

function patternsOf(file: string): Pattern[] {
  const tree = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true)
  const patterns: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const literal = node.getText()
      const end = literal.lastIndexOf('/')
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
      const place = `${file}:${line}`
      patterns.push({ literal, source: literal.slice(1, end), flags: literal.slice(end + 1), place })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return patterns
}

/** Classes, escapes and single signs of a pattern. */
const atom = /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\x[\da-f]{2}|\\u[\da-f]{4}|\\.|[^\\()[\]{}|?*+^$\p{L}]/giu
const literalText = /(?:\\[^\w\s]|[\p{L} ]){2,}/gu
const usual = [' ', '\t', '\n', '\r', '0', 'a', 'Z', 'ã', '_', '-', '.', ',', '"', "'", '\\', '\u0001', '\u0301', '�']

/** One character for each way in which the atoms of a pattern can match. */
function alphabetOf({ source, flags }: Pattern): string[] {
  const atoms = new Set(source.match(atom))
  const tests = [...atoms].map((one) => new RegExp(`^${one}$`, flags.replace(/[gym]/g, '')))
  const signs = [...atoms].map((one) => one.replace(/^\\(?=[^a-z0-9])/i, '')).filter((one) => one.length === 1)
  const inside = [...source.matchAll(/\[((?:\\.|[^\]\\])*)\]/g)].flatMap(([, all = '']) => [
    ...all.replaceAll('\\', ''),
  ])
  const ways = new Map<string, string>()
  for (const sign of [...signs, ...inside, ...usual]) {
    const way = tests.map((one) => (one.test(sign) ? '1' : '0')).join('')
    if (!ways.has(way)) ways.set(way, sign)
  }
  return [...ways.values()]
}

function* adversarialTexts(pattern: Pattern): Generator<string> {
  const alphabet = alphabetOf(pattern)
  const words = new Set(pattern.source.match(literalText)?.map((text) => text.replaceAll('\\', '')))
  const filled = (unit: string) => unit.repeat(Math.ceil(characters / unit.length))
  for (const sign of alphabet) {
    for (const other of alphabet) {
      yield filled(sign) + other
      if (sign === other) continue
      yield other + filled(sign) + other
      yield filled(sign + other)
    }
    for (const word of words) {
      yield word + filled(sign)
      yield filled(sign + word + sign)
    }
  }
}

const sources = sourceFiles('main', 'preload', 'renderer').filter((file) => !file.startsWith('main/demo/'))
const patterns = sources.flatMap(patternsOf)
const unbounded = new Map(
  patterns.filter(({ source }) => /[*+]|\{\d+,\}/.test(source)).map((pattern) => [pattern.literal, pattern]),
)
const run = new Script('for (const text of texts) text.replace(pattern, "")')

test('the patterns of the sources are found', () => {
  expect(patterns.length).toBeGreaterThan(300)
})

test('no pattern takes more than linear time for adversarial text', () => {
  const slow: string[] = []
  for (const pattern of unbounded.values()) {
    const flags = /[gy]/.test(pattern.flags) ? pattern.flags : `${pattern.flags}g`
    const texts = adversarialTexts(pattern)
    const context = createContext({ texts, pattern: new RegExp(pattern.source, flags) })
    try {
      run.runInContext(context, { timeout: stopAfterMs })
    } catch {
      slow.push(`${pattern.place} ${pattern.literal}`)
    }
  }
  expect(slow).toEqual([])
}, 600_000)

test('texts are decomposed in one place only, in linear time for 200,000 combining marks', () => {
  const normalising = sources.filter((file) => /\.normalize\('NF/.test(readSource(file)))
  // The passphrase is the person's own; names of files, headings of reports and what is sent are cut before.
  const known = [
    'main/kernel/host-files.ts',
    'main/kernel/sealed-bytes.ts',
    'main/ledger.ts',
    'main/reports/reconcile.ts',
    'preload/values/text.ts',
  ]
  expect(normalising.toSorted()).toEqual(known)
  expect(decomposed(`a${'\u0323\u0301'.repeat(characters / 2)}`)).toHaveLength(31)
  expect(decomposed(`${'é'.repeat(characters)}`)).toHaveLength(2 * characters)
})
