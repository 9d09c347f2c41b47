import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRecordFile, openRecordFile, type RecordFile } from '../../../main/engine/store/record-file.ts'
import { fileKey, folderOfTest } from '../../kit/temporary-folder.ts'

const head = 56
/** Of a record, before its body. */
const label = 60
const bodies = ['primeiro', 'segundo!', 'terceiro'].map((text) => Buffer.from(text))
const recordBytes = label + 8

function used(file: RecordFile): RecordFile {
  onTestFinished(file.close)
  return file
}

/** A file of three records of the same length. */
function written(): { readonly place: string; readonly length: number } {
  const place = path.join(folderOfTest(), 'registros')
  const file = used(createRecordFile(place, fileKey))
  for (const [number, body] of bodies.entries()) file.append('nome', number, body)
  file.flush()
  file.close()
  return { place, length: file.length }
}

const opened = (place: string, options?: Parameters<typeof openRecordFile>[2]) =>
  used(openRecordFile(place, fileKey, options))
const readAll = (place: string) => bodies.map((_, number) => opened(place).read('nome', number))
const changed = (place: string, change: (bytes: Buffer) => Uint8Array) =>
  writeFileSync(place, change(readFileSync(place)))

describe('a file of records', () => {
  it('gives what was added after it is opened again, and takes more behind it', () => {
    const { place, length } = written()
    expect(readAll(place)).toEqual(bodies)
    const file = opened(place, { length, writable: true })
    file.append('email', 0, Buffer.from('ana@exemplo.com.br'))
    expect(file.read('email', 0)?.toString()).toBe('ana@exemplo.com.br')
    expect(opened(place).count('nome')).toBe(3)
    expect(opened(place).read('email', 0)?.toString()).toBe('ana@exemplo.com.br')
    expect([opened(place).read('nome', 3), opened(place).read('cpf', 0)]).toEqual([null, null])
  })

  it('holds no text that can be read without its key, and opens with no other one', () => {
    const { place } = written()
    for (const text of ['segundo', 'nome']) expect(readFileSync(place).includes(text)).toBe(false)
    expect(() => openRecordFile(place, 'ff'.repeat(32))).toThrow(expect.objectContaining({ code: 'key_missing' }))
  })

  it('of a newer version does not open, and neither does anything else', () => {
    const { place } = written()
    changed(place, (bytes) => bytes.fill(2, 4, 5))
    expect(() => opened(place)).toThrow(expect.objectContaining({ code: 'newer_version' }))
    writeFileSync(place, 'nada')
    expect(() => opened(place)).toThrow(expect.objectContaining({ code: 'file_damaged' }))
  })

  it('is damaged where any byte of a record differs, one of its name as well', () => {
    for (let at = head; at < head + recordBytes; at++) {
      const { place } = written()
      changed(place, (bytes) => bytes.fill((bytes[at] as number) ^ 1, at, at + 1))
      expect(() => readAll(place)).toThrow(expect.objectContaining({ code: 'file_damaged' }))
    }
  })

  it('is damaged where records have changed places, or are those of another file', () => {
    const { place } = written()
    const other = readFileSync(written().place)
    const recordAt = (bytes: Buffer, number: number) =>
      bytes.subarray(head + number * recordBytes, head + (number + 1) * recordBytes)
    const original = readFileSync(place)
    const start = original.subarray(0, head)
    for (const records of [
      [recordAt(original, 1), recordAt(original, 0), recordAt(original, 2)],
      [recordAt(original, 0), recordAt(original, 2)],
      [recordAt(other, 0), recordAt(original, 1), recordAt(original, 2)],
    ]) {
      writeFileSync(place, Buffer.concat([start, ...records]))
      expect(() => readAll(place)).toThrow(expect.objectContaining({ code: 'file_damaged' }))
    }
  })

  it('is damaged where its end is missing', () => {
    for (const cut of [1, 8, 40, label + 7]) {
      const { place, length } = written()
      changed(place, (bytes) => bytes.subarray(0, length - cut))
      expect(() => opened(place)).toThrow(expect.objectContaining({ code: 'file_damaged' }))
    }
    const { place, length } = written()
    changed(place, (bytes) => bytes.subarray(0, length - recordBytes))
    expect(() => opened(place, { length })).toThrow(expect.objectContaining({ code: 'file_damaged' }))
  })

  it('does not count what a killed process left behind its length, and writes over it', () => {
    const { place } = written()
    const length = head + recordBytes
    changed(place, (bytes) => bytes.subarray(0, bytes.length - 3))
    expect(opened(place, { length }).count('nome')).toBe(1)
    const file = opened(place, { length, writable: true })
    file.append('nome', 1, Buffer.from('outro'))
    expect(statSync(place).size).toBe(file.length)
    expect(opened(place).read('nome', 1)?.toString()).toBe('outro')
    expect(opened(place).count('nome')).toBe(2)
  })
})
