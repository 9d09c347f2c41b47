import { expect, it } from 'vitest'
import { areaCodesByState, regionOfAreaCode, stateOfAreaCode, states } from '../../../main/phones/area-code-states.ts'
import { areaCodes } from '../../../preload/values/rungs.ts'

it('every area code is of one state, and every state has some', () => {
  const all = Object.values(areaCodesByState).flatMap((ofRegion) => Object.values(ofRegion).flat())
  expect(all.toSorted()).toEqual(areaCodes)
  expect(states).toHaveLength(27)
})

it('digits that are no area code are of no state and no region', () => {
  const none = Array.from({ length: 100 }, (_, code) => code).filter(
    (code) => !areaCodes.some((one) => Number(one) === code),
  )
  expect(none.every((code) => stateOfAreaCode[code] === 0 && regionOfAreaCode[code] === 0)).toBe(true)
})
