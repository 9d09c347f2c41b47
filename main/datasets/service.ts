import type { datasets } from '../../preload/contract/reports.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

/** What was saved from answers as tables of their own. */
export function createDatasetsService({ data, changed }: Services): Handlers<typeof datasets> {
  const announced = <T>(value: T): T => {
    changed('datasets')
    return value
  }
  return {
    'datasets.list': (account) => data.ask('datasets.list', account),
    'datasets.rename': async (input) => announced(await data.ask('datasets.rename', input)),
    'datasets.join': async (input) => announced(await data.ask('datasets.join', input)),
    async 'datasets.forget'({ connection_id, id }) {
      await data.ask('datasets.forget', { connection_id, id })
      return announced(await data.ask('datasets.list', { connection_id }))
    },
  }
}
