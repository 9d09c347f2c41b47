/** The variables by which a person hands secrets to a host; no child ever sees them. */
const secretVariables = ['CRUZA_PASSPHRASE', 'CRUZA_SECRET']
const namesProxy = /^(https?|all)_proxy$/i

/** An environment without the variables that carry secrets and without the logins of proxies, for whoever starts a child. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || secretVariables.includes(name.toUpperCase())) continue
    // What stands before the last @ of an address's authority is its login.
    kept[name] = namesProxy.test(name) ? value.replace(/^((?:[a-z]+\d?:\/\/)?)[^/]*@/i, '$1') : value
  }
  return kept
}

/** The variables that name proxies as they are, for the child that makes the requests. */
export function proxyVariables(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && namesProxy.test(name) ? [[name, value]] : [],
    ),
  )
}

/** Takes the secrets out of this process's environment, for the children that a library or Electron starts. */
export function takeSecrets(): { readonly passphrase?: string; readonly secret: string | undefined } {
  const { CRUZA_PASSPHRASE, CRUZA_SECRET } = process.env
  for (const name of secretVariables) delete process.env[name]
  return { secret: CRUZA_SECRET, ...(CRUZA_PASSPHRASE ? { passphrase: CRUZA_PASSPHRASE } : {}) }
}
