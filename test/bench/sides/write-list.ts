import { writeFileSync } from 'node:fs'
import { sampleList } from '../../../main/demo/sample-list.ts'
import { readInput, report } from './input.ts'

/** Writes a phone list of so many lines as CSV; half of it and more are people of the sheet. */
const { path, lines, leads } = readInput<{ path: string; lines: number; leads: number }>()
const text = sampleList({ seed: 1, leads }, lines)
writeFileSync(path, text)
report({ bytes: Buffer.byteLength(text) })
