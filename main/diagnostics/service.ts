import { type Diagnosis, diagnosis as diagnosisShape, type diagnostics } from '../../preload/contract/health.ts'
import { readFact } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import { withTarget } from '../kernel/host-files.ts'
import type { Handlers } from '../kernel/router.ts'
import { saveFile } from '../kernel/save-file.ts'
import type { Services } from '../services.ts'
import { probePlatform } from './probe-platform.ts'

const factName = 'diagnosis'

/** What one installation does where the document is silent: asked by reading, kept, and exported for whoever helps. */
export function createDiagnosticsService(deps: Services): Handlers<typeof diagnostics> {
  const { data, now } = deps
  /** The host in use, without its scheme, and whether it is the connection's second one. */
  const hostOf = async (id: string) => {
    const { host } = new URL((await deps.addressOf(id)).base_url)
    const { on_beta, beta_url } = await deps.connections.read(id)
    return { host, on_beta: on_beta && beta_url !== null }
  }

  /** The last one of the host in use; each host of a connection has its own. */
  const lastOf = async (connection_id: string): Promise<Diagnosis | null> => {
    const { host } = await hostOf(connection_id)
    const name = `${factName}/${host}`
    return (await readFact(data, { service: 'platform', connection_id, name }, diagnosisShape)) ?? null
  }

  return {
    'diagnostics.read': ({ connection_id }) => lastOf(connection_id),

    async 'diagnostics.run'({ connection_id }, { signal, progress }) {
      const about = await hostOf(connection_id)
      const platform = await deps.platform(connection_id)
      const accountId = await deps.accountId(connection_id)
      const probes = await probePlatform({ platform, accountId, now, signal, report: progress })
      const diagnosis: Diagnosis = { ...about, checked_at: now().toISOString(), probes }
      const name = `${factName}/${about.host}`
      await data.ask('facts.put', { service: 'platform', connection_id, name, value: diagnosis })
      deps.changed('diagnostics')
      return diagnosis
    },

    async 'diagnostics.export'({ connection_id }, { signal }) {
      const diagnosis = await lastOf(connection_id)
      if (!diagnosis) throw new AppFailure('not_found')
      const report = { app: 'Cruza', version: deps.version, system: process.platform, ...diagnosis }
      const bytes = Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
      const name = `cruza-diagnostico-${diagnosis.checked_at.slice(0, 10)}.json`
      const saved = await withTarget(deps.targets, name, (target) =>
        saveFile({ path: target.path, signal }, (sink) => sink.write(bytes)),
      )
      if (!saved) return { saved: false, name: '', bytes: 0, file: null }
      return { saved: true, name: saved.target.name, bytes: saved.value.bytes, file: saved.target.file ?? null }
    },
  }
}
