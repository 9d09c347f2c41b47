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
}

const modes: Readonly<Record<string, readonly string[]>> = {
  reports: ['period-above', 'period-below', 'spaced'],
}

/** Modes from text such as `reports=spaced`. Throws an Error that names the part it does not understand. */
export function parseModes(text: string): PlatformModes {
  const chosen = text.split(',').map((part) => {
    const [name = '', value = ''] = part.trim().split('=')
    if (!modes[name]?.includes(value)) throw new Error(`unknown mode: ${part.trim()}`)
    return [name, value]
  })
  return Object.fromEntries(chosen)
}
