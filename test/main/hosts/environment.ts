import { afterEach, beforeEach } from 'vitest'

/** Takes the variables of these names away before each test of a file, and puts all back after it. */
export function withoutVariables(names: RegExp): void {
  const before = { ...process.env }
  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (names.test(name)) delete process.env[name]
  })
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  })
}
