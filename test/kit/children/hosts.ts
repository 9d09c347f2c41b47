import path from 'node:path'
import { type BrowserHost, startBrowserHost } from '../../../main/hosts/browser.ts'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import type { HostReply, HostRequest } from '../host-process.ts'
import { absentKeychain, quickScrypt, startDataInProcess } from '../in-process.ts'

/** The process of a host pool: browser hosts on demand, each on a port and a folder of data of its own. */

const rendererDir = path.resolve(import.meta.dirname, '../../../out/renderer')
const hosts = new Map<number, BrowserHost>()

async function answer(request: HostRequest): Promise<string | null> {
  if (request.kind === 'stop') {
    await hosts.get(request.id)?.close()
    hosts.delete(request.id)
    return null
  }
  const { id, dataDir, passphrase } = request
  const host = await startBrowserHost({
    port: 0,
    rendererDir,
    dataDir,
    version: '0.0.0',
    language: 'pt-BR',
    fetch: createNodeFetch(),
    startData: startDataInProcess,
    startKeychain: absentKeychain,
    scryptCost: quickScrypt,
    ...(passphrase === undefined ? {} : { passphrase }),
    log() {},
  })
  hosts.set(id, host)
  return host.address
}

const reply = (message: HostReply) => process.send?.(message)

process.on('message', (request: HostRequest) => {
  answer(request).then(
    (address) => reply({ id: request.id, address }),
    (error: unknown) => reply({ id: request.id, error: String(error instanceof Error ? error.stack : error) }),
  )
})
process.on('disconnect', () => process.exit(0))
