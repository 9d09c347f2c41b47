import type { areaCodes } from '../../preload/values/rungs.ts'

type AreaCode = (typeof areaCodes)[number]

/**
 * The area codes of each state by its region, by Anatel's numbering plan. Some codes reach into a neighbour, such as 61
 * into towns of Goiás around the capital; they stand with the state that has most of their numbers.
 */
export const areaCodesByState = {
  Norte: {
    AC: ['68'],
    AM: ['92', '97'],
    AP: ['96'],
    PA: ['91', '93', '94'],
    RO: ['69'],
    RR: ['95'],
    TO: ['63'],
  },
  Nordeste: {
    AL: ['82'],
    BA: ['71', '73', '74', '75', '77'],
    CE: ['85', '88'],
    MA: ['98', '99'],
    PB: ['83'],
    PE: ['81', '87'],
    PI: ['86', '89'],
    RN: ['84'],
    SE: ['79'],
  },
  'Centro-Oeste': {
    DF: ['61'],
    GO: ['62', '64'],
    MS: ['67'],
    MT: ['65', '66'],
  },
  Sudeste: {
    ES: ['27', '28'],
    MG: ['31', '32', '33', '34', '35', '37', '38'],
    RJ: ['21', '22', '24'],
    SP: ['11', '12', '13', '14', '15', '16', '17', '18', '19'],
  },
  Sul: {
    PR: ['41', '42', '43', '44', '45', '46'],
    RS: ['51', '53', '54', '55'],
    SC: ['47', '48', '49'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly AreaCode[]>>>>

/** The states, and the regions, in alphabetical order. */
export const states = Object.values(areaCodesByState)
  .flatMap((ofRegion) => Object.keys(ofRegion))
  .sort()
export const regions = Object.keys(areaCodesByState).sort()

/** By area code: 1 + the place of its state in `states`, and of its region in `regions`; 0 for none. */
export const stateOfAreaCode = new Uint8Array(100)
export const regionOfAreaCode = new Uint8Array(100)

for (const [region, ofRegion] of Object.entries(areaCodesByState)) {
  for (const [state, codes] of Object.entries(ofRegion)) {
    for (const code of codes) {
      stateOfAreaCode[Number(code)] = states.indexOf(state) + 1
      regionOfAreaCode[Number(code)] = regions.indexOf(region) + 1
    }
  }
}

const plus = 0x2b
const zero = 0x30
const nine = 0x39

/**
 * The area code of a Brazilian phone as a base has it: a plus or none, then 55, area code and number. 0 for any other
 * text. Without the country code a number could be another country's.
 */
export function areaCodeIn(bytes: Uint8Array, from: number, to: number): number {
  const start = bytes[from] === plus ? from + 1 : from
  const digits = to - start
  if ((digits !== 12 && digits !== 13) || bytes[start] !== zero + 5 || bytes[start + 1] !== zero + 5) return 0
  // Digits lie inside the text here and below: `as number` spares a check each.
  const first = bytes[start + 4] as number
  if (digits === 13 ? first !== nine : first < zero + 2 || first > nine) return 0
  for (let at = start + 2; at < to; at++) if ((bytes[at] as number) < zero || (bytes[at] as number) > nine) return 0
  return ((bytes[start + 2] as number) - zero) * 10 + (bytes[start + 3] as number) - zero
}
