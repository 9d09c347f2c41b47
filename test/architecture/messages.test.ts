import ts from 'typescript'
import { expect, test } from 'vitest'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { readSource, sourceFiles } from './sources.ts'

/** Every text of a catalogue by its place; a sentence with values counts by its place alone. */
function textsOf(part: unknown, place: string): readonly (readonly [place: string, text: string | undefined])[] {
  if (typeof part === 'string') return [[place, part]]
  if (typeof part === 'function') return [[place, undefined]]
  if (typeof part !== 'object' || part === null) throw new Error(`no text at ${place}`)
  return Object.entries(part).flatMap(([name, inner]) => textsOf(inner, `${place}.${name}`))
}

const portuguese = textsOf(catalogues['pt-BR'], 'texts')
const english = textsOf(catalogues.en, 'texts')

test('both languages say the same things', () => {
  expect(english.map(([place]) => place).sort()).toEqual(portuguese.map(([place]) => place).sort())
  expect(portuguese.length).toBeGreaterThan(300)
})

test('no text is empty or ends in a space', () => {
  for (const [place, text] of [...portuguese, ...english]) {
    if (text !== undefined) expect(text, place).toMatch(/^\S(.*\S)?$/s)
  }
})

/** The texts of a source file, without its comments: literals, templates and what stands between tags. */
function textsIn(file: string): readonly string[] {
  const tree = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return texts
}

/** The source files of some folders whose texts fit. */
const filesWith = (folders: readonly string[], fits: (text: string) => boolean) =>
  sourceFiles(...folders).filter((file) => textsIn(file).some(fits))

test('lines of facts are made by joinFacts and FactLine alone, which isolate foreign text', () => {
  const joining = filesWith(['renderer', 'main/cli'], (text) => text.includes('·'))
  expect(joining).toEqual(['renderer/ui/fact-line.tsx'])
})

test('keys are named by keyText and keyNames alone, which know how a Mac writes them', () => {
  const naming = filesWith(['renderer', 'preload/messages'], (text) => /\b(Ctrl|Shift|Alt|Control)\b( |$)/.test(text))
  expect(naming).toEqual(['renderer/kernel/shortcuts.ts'])
})

test('the access key has one name in Portuguese, and adjectives agree with it', () => {
  // What the services themselves call it stands in quotation marks.
  const otherNames = /\btoken\b|credencia|chave de api|(?:chave|conta) certo\b/i
  expect(filesWith(['preload/messages/pt-BR'], (text) => otherNames.test(text.replace(/“[^”]*”/g, '')))).toEqual([])
})
