import { expect, test } from 'vitest'
import { catalogues } from '../../../preload/messages/catalogue.ts'
import { paceWords } from '../../../preload/messages/pace.ts'
import { createPaceMeter } from '../../../preload/values/progress.ts'

/** A meter whose clock goes on by `ms` with each report. */
function meter(ms: number) {
  let at = 0
  const measure = createPaceMeter(() => {
    at += ms
    return at
  })
  return (rows: number, total: number | null = null) => measure({ rows, total })
}

test('rate and time left come from the reports of the last ten seconds', () => {
  const report = meter(1000)
  expect(report(0, 100_000)).toEqual({ rows: 0, total: 100_000, rate: 0, seconds_left: null })
  expect(report(1000, 100_000)).toMatchObject({ rate: 1000, seconds_left: 99 })
  // Ten slow seconds, and what was before them no longer counts.
  for (let second = 1; second <= 11; second += 1) report(1000 + second * 10, 100_000)
  expect(report(1120, 100_000).rate).toBeCloseTo(10)
})

test('work of an unknown size has a rate and no end, and what is done has nothing left', () => {
  const report = meter(500)
  report(0)
  expect(report(100)).toMatchObject({ rate: 200, seconds_left: null })
  expect(report(200, 200)).toMatchObject({ seconds_left: 0 })
})

test('it is said in the words of what is counted', () => {
  const pace = { rows: 9500, total: 18_204, rate: 2140.4, seconds_left: 4.1 }
  expect(paceWords(pace, catalogues['pt-BR'])).toBe('9.500 de 18.204 linhas · 2.140/s · faltam ~4 s')
  expect(paceWords(pace, catalogues['pt-BR'], 'cruzar')).toBe('9.500 de 18.204 chaves · 2.140/s · faltam ~4 s')
  expect(paceWords({ rows: 1, total: null, rate: 0, seconds_left: null }, catalogues.en)).toBe('1 row')
})
