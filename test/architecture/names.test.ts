import ts from 'typescript'
import { expect, test } from 'vitest'
import { readSource, sourceFiles } from './sources.ts'

/** Participles and pronouns that say how a value came to be there; a noun says what it is. */
const vagueNames = ['found', 'known', 'before', 'own', 'taken', 'most', 'begun', 'passing', 'held', 'remade']

/** Where a file declares one of these names. The fields that it takes apart are named by their type. */
function vagueNamesIn(file: string): readonly string[] {
  const tree = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true)
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

/** Folders that still have some. */
const pending = /^(main\/(cruzar|remotes|people|leads|entries)|renderer\/(cruzar|entries))\//

test('variables, parameters and functions are named for what they are', () => {
  const files = sourceFiles('main', 'preload', 'renderer').filter((file) => !pending.test(file))
  expect(files.flatMap(vagueNamesIn)).toEqual([])
})
