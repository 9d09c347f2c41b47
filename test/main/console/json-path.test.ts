import { describe, expect, test } from 'vitest'
import { findAll } from '../../../main/console/data/answer-parts.ts'

const deep = JSON.parse(`${'{"a":'.repeat(80)}[1,2,3]${'}'.repeat(80)}`)
const tooCostly = expect.objectContaining({ code: 'bad_request', params: { place: 'expression_cost' } })

describe('a search by JSONPath', () => {
  test('ends when its time is over', () => {
    const find = () => findAll(deep, '$..*..*..*..*..*..*..*..*.x', { ms: 20, matches: 10 })
    expect(find).toThrow(tooCostly)
  })

  test('ends when it finds more than can be shown', () => {
    expect(() => findAll(deep, '$..*..*', { ms: 60_000, matches: 1000 })).toThrow(tooCostly)
  })
})
