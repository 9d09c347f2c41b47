import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..', '..')

/** The source files below folders of the project, by their paths from its root, with slashes on every system. */
export function sourceFiles(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
      // Those of the peers of the bench lie in its folder.
      .filter((file) => /\.(tsx?|cjs)$/.test(file) && !file.includes('/node_modules/')),
  )
}

/** The text of a file of the project. */
export const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8')
