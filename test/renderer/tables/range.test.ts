import { describe, expect, it } from 'vitest'
import { cellAfterKey } from '../../../renderer/tables/range.ts'

const space = { columns: ['nome', 'telefone', 'status'], rows: 100, page: 20 }
const from = { position: 50, column: 'telefone' }
const reached = (key: string, toEdge = false) => {
  const cell = cellAfterKey(key, toEdge, from, space)
  return cell && [cell.position, cell.column]
}

describe('a key in a table', () => {
  it.each([
    ['arrowup', [49, 'telefone']],
    ['arrowdown', [51, 'telefone']],
    ['arrowleft', [50, 'nome']],
    ['arrowright', [50, 'status']],
    ['pageup', [30, 'telefone']],
    ['pagedown', [70, 'telefone']],
    ['home', [50, 'nome']],
    ['end', [50, 'status']],
    ['a', null],
  ])('%s goes as in Excel', (key, cell) => expect(reached(key)).toEqual(cell))

  it.each([
    ['arrowup', [0, 'telefone']],
    ['arrowdown', [99, 'telefone']],
    ['arrowleft', [50, 'nome']],
    ['arrowright', [50, 'status']],
    ['home', [0, 'nome']],
    ['end', [99, 'status']],
    ['pagedown', null],
  ])('%s with Ctrl goes to the edge', (key, cell) => expect(reached(key, true)).toEqual(cell))

  it('stays inside at the edges', () => {
    const corner = { position: 99, column: 'status' }
    expect(cellAfterKey('arrowdown', false, corner, space)).toEqual(corner)
    expect(cellAfterKey('arrowright', false, corner, space)).toEqual(corner)
    expect(cellAfterKey('pagedown', false, corner, space)).toEqual(corner)
  })
})
