/** The variables by which a person hands secrets to a host; no child ever sees them. */
const secretVariables = ['CRUZA_PASSPHRASE', 'CRUZA_SECRET']

/** An environment without the variables that carry secrets, for whoever starts a child. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !secretVariables.includes(name.toUpperCase())) kept[name] = value
  }
  return kept
}

/** Takes the secrets out of this process's environment, for the children that a library or Electron starts. */
export function takeSecrets(): { readonly passphrase?: string; readonly secret: string | undefined } {
  const { CRUZA_PASSPHRASE, CRUZA_SECRET } = process.env
  for (const name of secretVariables) delete process.env[name]
  return { secret: CRUZA_SECRET, ...(CRUZA_PASSPHRASE ? { passphrase: CRUZA_PASSPHRASE } : {}) }
}
