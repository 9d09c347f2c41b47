import { describe, expect, test } from 'vitest'
import { runQuestion } from '../../../preload/contract/run-question.ts'
import { asksOtherNinth, questionDifferences, questionOf } from '../../../preload/values/same-question.ts'

const questionWith = (change: object = {}) =>
  runQuestion.parse({ connection_id: 'c1', filter: {}, other_ninth: true, ...change })
const bySheets = (...sheets: readonly string[]) => questionWith({ sheet_id: sheets[0], sheet_ids: sheets.slice(1) })

describe('the questions of two runs', () => {
  test.each([
    ['are the same in any order of a filter', { filter: { inbox_ids: [1, 2] } }, { filter: { inbox_ids: [2, 1] } }, []],
    ['are the same however leads are grouped', { filter: { agrupar: 'conversa' } }, {}, []],
    ['differ by a filter', { filter: { status: ['open'] } }, {}, ['filter']],
    ['differ by a rung', { match: 'exact', other_ninth: false }, { match: 'trunk', other_ninth: false }, ['match']],
    ['differ by the other ninth digit', { other_ninth: false }, {}, ['other_ninth']],
    ['differ by it from a run of a former version', { other_ninth: null }, {}, ['other_ninth']],
  ])('%s', (_, one, other, parts) => {
    expect(questionDifferences(questionWith(one), questionWith(other))).toEqual(parts)
  })

  test('differ by who answers, and by the sheets that do, in any order', () => {
    expect(questionDifferences(bySheets('a'), questionWith())).toEqual(['answerer', 'other_ninth'])
    expect(questionDifferences(bySheets('a'), bySheets('a', 'b'))).toEqual(['sheets'])
    expect(questionDifferences(bySheets('a', 'b'), bySheets('b', 'a'))).toEqual([])
  })
})

test('a question of a former version is asked again as is usual today', () => {
  expect(questionOf(questionWith({ other_ninth: null }))).toMatchObject({ other_ninth: true })
})

test('a rung that was chosen decides of the ninth digit', () => {
  expect(asksOtherNinth(questionWith({ match: 'trunk' }))).toBe(false)
  expect(asksOtherNinth(questionWith({ match: 'area', other_ninth: false }))).toBe(true)
})
