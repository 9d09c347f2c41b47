import type { datasets } from '../../preload/contract/reports.ts'
import { forwardToData } from '../data/calls.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

/** What was saved from answers as tables of their own. */
export function createDatasetsService({ data, changed }: Services): Handlers<typeof datasets> {
  return {
    ...forwardToData(data, ['datasets.list']),
    ...forwardToData(data, ['datasets.rename', 'datasets.join'], () => changed('datasets')),
    async 'datasets.forget'({ connection_id, id }) {
      await data.ask('datasets.forget', { connection_id, id })
      changed('datasets')
      return data.ask('datasets.list', { connection_id })
    },
  }
}
