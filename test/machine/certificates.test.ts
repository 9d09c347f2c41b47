import tls from 'node:tls'
import { expect, test } from 'vitest'

/** The certificates that this system trusts, which Cruza reads once at each start of a host without Electron. */

test('the certificates of this system can be read, in the time that is printed', () => {
  const begun = performance.now()
  const roots = tls.getCACertificates('system')
  console.log(`${roots.length} certificates of ${process.platform} in ${Math.round(performance.now() - begun)} ms`)
  expect(roots.length).toBeGreaterThan(0)
})
