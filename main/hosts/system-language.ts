/** What the system speaks, such as `pt-BR`. */
export function systemLanguage(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || ''
  // A machine that says nothing, or only "C", has most likely a Brazilian in front of it.
  return /^(c|posix)?(\.|$)/i.test(named) ? 'pt-BR' : named
}
