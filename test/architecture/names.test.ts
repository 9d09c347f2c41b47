import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSource, sourceFiles } from './sources.ts'

/** Participles and pronouns that say how a value came to be there; a noun says what it is. */
const vagueNames = ['found', 'known', 'before', 'own', 'taken', 'most', 'begun', 'passing', 'held', 'remade']

/** One of them behind no point, in a line that is no comment: only such a file is worth the parsing. */
const mayDeclare = new RegExp(`^(?! *(?:\\*|/\\*\\*|//)).*(?<![.\\w'])(?:${vagueNames.join('|')})\\b`, 'm')

/** Where a file declares one of these names. The fields that it takes apart are named by their type. */
function vagueNamesIn(file: string): readonly string[] {
  const text = readSource(file)
  if (!mayDeclare.test(text)) return []
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const places: string[] = []
  const visit = (node: ts.Node): void => {
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      (ts.isBindingElement(node) && (node.propertyName !== undefined || ts.isArrayBindingPattern(node.parent)))
    if (declares && node.name && ts.isIdentifier(node.name) && vagueNames.includes(node.name.text)) {
      places.push(`${file}:${tree.getLineAndCharacterOfPosition(node.name.getStart()).line + 1} ${node.name.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return places
}

test('variables, parameters and functions are named for what they are', () => {
  expect(sourceFiles('main', 'preload', 'renderer').flatMap(vagueNamesIn)).toEqual([])
})
