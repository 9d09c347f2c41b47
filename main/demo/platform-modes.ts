/**
 * Ways in which installations differ where the document shows no body (agent-platform.md). Unless said, the demonstration
 * answers in the plainest way.
 */
export interface PlatformModes {
  /**
   * Report files: the period above the table, the period below it, or a blank line between all rows; each with the
   * headings of installations in Portuguese, and `--` for a time that nothing was measured for.
   */
  readonly reports?: 'period-above' | 'period-below' | 'spaced'
  /** The cross-check answers the first 300 keys of a request and leaves the others out without a word. */
  readonly cruzar?: 'incomplete'
  /** Two keys in a thousand make every request fail that has one of them, with this status. */
  readonly poison?: '400' | '500'
  /** The cross-check gives keys back as digits without the code of the country, not as they were sent. */
  readonly echo?: 'digits'
  /** Last messages that are private notes, were not delivered, hold attachments alone, or come before an activity. */
  readonly messages?: 'varied'
  /** Operators that the document allows answer 500 where such an installation cannot compare. */
  readonly filter?: 'breaking'
  /** The end of a route that the installation lacks: it answers its page with a 404. */
  readonly lacks?: string
  /**
   * The AI module with records inside of records, trends as differences, failed readings, and tools of an assistant; or with
   * 40 assistants, scenarios and custom tools, of which a page holds 25.
   */
  readonly captain?: 'nested' | 'paged'
}

const modes: Readonly<Record<string, readonly string[]>> = {
  reports: ['period-above', 'period-below', 'spaced'],
  cruzar: ['incomplete'],
  poison: ['400', '500'],
  echo: ['digits'],
  messages: ['varied'],
  filter: ['breaking'],
  captain: ['nested', 'paged'],
}

/** Modes from text such as `reports=spaced,poison=500`. Throws an Error that names the part it does not understand. */
export function parseModes(text: string): PlatformModes {
  const chosen = text.split(',').map((part) => {
    const [name = '', value = ''] = part.trim().split('=')
    const isKnown = name === 'lacks' ? value.startsWith('/') : modes[name]?.includes(value)
    if (!isKnown) throw new Error(`unknown mode: ${part.trim()}`)
    return [name, value]
  })
  return Object.fromEntries(chosen)
}
