import { mix } from './random.ts'

/**
 * A phone as people write it: one of nine habits, chosen by any whole number. Foreign and odd numbers keep their digits
 * after a plus. `digits` carries the country code.
 */
export function writtenPhone(digits: string, habit: number): string {
  if (!/^55\d{10,11}$/.test(digits)) return `+${digits}`
  const code = digits.slice(2, 4)
  const [front, back] = [digits.slice(4, -4), digits.slice(-4)]
  const forms = [
    `(${code}) ${front}-${back}`,
    `(${code}) ${front}-${back}`,
    `${code} ${front}-${back}`,
    `${code}${front}${back}`,
    `+55 ${code} ${front}-${back}`,
    `55${code}${front}${back}`,
    `0${code} ${front} ${back}`,
    `+55 (${code}) ${front}-${back}`,
    `${code}.${front}.${back}`,
  ]
  return forms[habit % forms.length] ?? `+${digits}`
}

/** The habit of one row, apart from who is in it. */
export function habitOf(seed: number, index: number): number {
  return mix(seed, index, 60)
}
