import { mix, pick } from './random.ts'

/** Where a burst of spam starts among the entries, how many they are, and after how many the next one comes. */
const period = 250
const first = 120
const size = 5
/** Machines send faster than people write. */
const secondsBetween = 3

export interface Spam {
  readonly name: string
  readonly email: string
  readonly text: string
  readonly ip: string
  /** The entry that the burst began with, and how long after it this one came. */
  readonly start: number
  readonly seconds: number
}

/** About two entries of a hundred: five in a row from one machine, each burst of another kind. Null for a person's. */
export function spamAt(seed: number, index: number): Spam | null {
  const burst = Math.floor(index / period)
  // Bursts start at different places, so that no form is spared.
  const place = (index % period) - first - (burst % 3) * 3
  if (place < 0 || place >= size) return null
  const value = mix(seed, burst, 59)
  const word = mix(seed, index, 59).toString(36)
  return {
    name: pick(names, burst * size + place),
    email: `${word}@${pick(['mailbox.example', 'offers.example'], value)}`,
    text: pick(texts, burst)(word),
    ip: `45.${value % 200}.${(value >>> 8) % 256}.${(value >>> 16) % 256}`,
    start: index - place,
    seconds: place * secondsBetween,
  }
}

const names = ['Jeffreyslomy', 'SEO Team', 'MariaFrumb', 'Алексей', 'Robertwhile', 'Crypto Desk', 'Lucky777'] as const

const offer =
  'We can bring your website to the first page of Google within two weeks. Reply for a free audit of your pages!'

/** Links, the same text again and again, markup of forums, what spam sells, another script. */
const texts: readonly [(word: string) => string, ...((word: string) => string)[]] = [
  (word) => `Great prices http://${word}.example/a http://${word}.example/b https://${word}.example/c today only`,
  () => offer,
  (word) => `[url=http://${word}.example]best casino bonus[/url] [url=http://${word}.example/2]slots[/url] ${word}`,
  (word) =>
    `Invista em criptomoedas e receba 3% ao dia, renda garantida ${word}. <a href="http://${word}.example">aqui</a>`,
  (word) => `Продвижение сайтов и реклама недорого, быстро и надёжно ${word}`,
]
