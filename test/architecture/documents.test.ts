import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSource, root, sourceFiles } from './sources.ts'

/** Comments and documents name only what exists, and are read once. */

const mostWords = 30
const mostColumns = 120

interface Comment {
  /** `file:line` of its first line. */
  readonly place: string
  /** As it stands, a line of the file each. */
  readonly lines: readonly string[]
  /** Without its signs, an empty line between paragraphs. */
  readonly text: string
}

const files = sourceFiles('main', 'preload', 'renderer', 'test')
const comments = files.flatMap(commentsOf)
const folders = ['docs', 'docs/decisions', 'test', 'test/bench', '.']
const documents = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md' && name !== 'RESULTS.md')
    .map((name) => path.posix.join(folder, name)),
)

/** Comments of a file; line comments that follow each other are one. */
function commentsOf(file: string): Comment[] {
  const source = readSource(file)
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const ranges = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) ranges.set(range.pos, range)
    for (const range of ts.getTrailingCommentRanges(source, node.getEnd()) ?? []) ranges.set(range.pos, range)
    for (const child of node.getChildren(tree)) visit(child)
  }
  visit(tree)
  const parts: { line: number; end: number; isLine: boolean; text: string }[] = []
  for (const { pos, end, kind } of [...ranges.values()].toSorted((one, other) => one.pos - other.pos)) {
    const start = source.lastIndexOf('\n', pos) + 1
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia
    const last = parts.at(-1)
    const text = source.slice(start, end)
    if (isLine && last?.isLine && /^\s*\/\//.test(text) && source.slice(last.end, start).trim() === '') {
      last.text += `\n${text}`
      last.end = end
    } else parts.push({ line: tree.getLineAndCharacterOfPosition(pos).line + 1, end, isLine, text })
  }
  return parts.map(({ line, isLine, text }) => {
    const lines = text.split('\n')
    const words = lines.map((each) =>
      isLine ? each.replace(/^.*?\/\/ ?/, '') : each.replace(/^.*?\/\*+ ?|^\s*\* ?|\s*\*\/$/g, ''),
    )
    return { place: `${file}:${line}`, lines, text: words.join('\n') }
  })
}

/** Sentences of a comment; what is drawn or listed with code in it is none. */
function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/^.*\S {2,}\S.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.|\|) )|\n(?= {3,})/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.!?][)"”]?) (?=[^a-z])/))
}

const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(path.join(root, file)))
const built = /^(?:out|dist)\/|^(?:main|cli|browser|data|thread|keychain|preload)\.cjs$/
const isThere = (name: string) => built.test(name) || tracked.some((file) => file === name || file.endsWith(`/${name}`))

/** Names of files in a text that are nowhere in the project. */
function missingFiles(text: string): string[] {
  const names =
    text.match(/(?<![\w*<>{}./:-])(?:\.{1,2}\/)*[\w-][\w./-]*\.(?:md|tsx?|cjs|mjs|css|sh|yml)(?![\w*])/g) ?? []
  return names
    .map((name) => name.replace(/^(?:\.{1,2}\/)+/, ''))
    .filter((name) => !/^[A-Z]+\./.test(name) && !isThere(name))
}

/** Sections that a text names, and that no document has. */
function missingSections(text: string): string[] {
  const flat = text.replaceAll(/\s+/g, ' ')
  return [...flat.matchAll(/(\S*)(?:,? §([\d.]*\d)| (?:and|to) §([\d.]*\d))/g)].flatMap(
    ([whole, before = '', section]) => {
      if (section === undefined || before === 'RFC' || /^\d+$/.test(before)) return []
      const file = /docs\/[\w/-]+\.md$/.exec(before)?.[0]
      return file && sectionsOf(file).has(section) ? [] : [whole]
    },
  )
}

const known = new Map<string, ReadonlySet<string>>()

/** The numbers of headings and of entries of a list. */
function sectionsOf(file: string): ReadonlySet<string> {
  const sections =
    known.get(file) ??
    new Set(
      existsSync(path.join(root, file))
        ? [...readSource(file).matchAll(/^(?:##+ |- \*\*)(\d+(?:\.\d+)?)\b/gm)].map(([, number = '']) => number)
        : [],
    )
  known.set(file, sections)
  return sections
}

const at = (place: string, what: readonly string[]) => what.map((each) => `${place} ${each}`)

test('comments and documents are read', () => {
  expect(comments.length).toBeGreaterThan(3000)
  expect(documents.length).toBeGreaterThan(12)
})

test('comments name only files and sections that exist', () => {
  const wrong = comments.flatMap(({ place, text }) => at(place, [...missingFiles(text), ...missingSections(text)]))
  expect(wrong).toEqual([])
})

test('documents name only files and sections that exist', () => {
  const wrong = documents.flatMap((file) => {
    const text = readSource(file)
    const links = [...text.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, target = '']) => target)
    const lost = links.filter((target) => !existsSync(path.join(root, path.dirname(file), target)))
    return at(file, [...lost, ...missingFiles(text)])
  })
  expect(wrong).toEqual([])
})

test(`no line of a comment has more than ${mostColumns} columns`, () => {
  const long = comments.flatMap(({ place, lines }) =>
    at(
      place,
      lines.filter((line) => line.length > mostColumns && !line.includes('biome-ignore')),
    ),
  )
  expect(long).toEqual([])
})

test(`no sentence of a comment has more than ${mostWords} words`, () => {
  const long = comments.flatMap(({ place, text }) =>
    at(
      place,
      sentencesOf(text).filter((sentence) => wordsOf(sentence) > mostWords),
    ),
  )
  expect(long).toEqual([])
})

test('what a newcomer reads is short', () => {
  const most = { 'README.md': 6000, 'ARCHITECTURE.md': 12_000, 'CONTRIBUTING.md': 4000 }
  const long = Object.entries(most).filter(([file, characters]) => readSource(file).length > characters)
  expect(long).toEqual([])
})
