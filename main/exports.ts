import { notSaved, type SavedFile, type WrittenFile } from '../preload/contract/tables.ts'
import type { Exported } from '../preload/contract/writes.ts'
import { catalogues, type Messages } from '../preload/messages/catalogue.ts'
import { leadFilterNames, leadFilters } from '../preload/values/lead-filters.ts'
import type { ConnectionStore } from './connections/store.ts'
import type { Data } from './data-calls.ts'
import type { OriginContext, OriginWords } from './engine/export-calls.ts'
import { type SaveTarget, type SaveTargets, withTarget } from './kernel/host-files.ts'
import type { PreferenceStore } from './kernel/preferences.ts'

/** What a file was made of, for the list of exports. */
export interface ExportAbout extends Pick<Exported, 'kind' | 'name' | 'format'> {
  readonly connection_id: string
  /** Null where nobody counts what is in the file. */
  readonly rows: number | null
  /** Different people in it; absent where nobody counts them. */
  readonly people?: number | null
}

/** Files with data that leave Cruza. */
export interface Exports {
  /**
   * Lets the person choose where a file goes, has it written there, and notes who exported what. Gives where the file
   * is, or that none was chosen; throws what `write` throws. A file that could not be noted stays, and the answer says
   * so.
   */
  save(name: string, write: (target: SaveTarget) => Promise<WrittenExport>): Promise<SavedFile>
  /** What a file states of its own making beside where its rows come from; null where it is to state nothing. */
  originFor(target: SaveTarget, choice: boolean | null): Promise<OriginContext | null>
}

export interface WrittenExport {
  readonly written: WrittenFile
  readonly about: ExportAbout
}

interface ExportsDeps {
  readonly data: Pick<Data, 'ask'>
  readonly targets: SaveTargets
  readonly preferences: Pick<PreferenceStore, 'read'>
  readonly connections: Pick<ConnectionStore, 'list'>
  /** Of Cruza. */
  readonly version: string
  readonly now: () => Date
  changed(feature: string): void
}

export function createExports(deps: ExportsDeps): Exports {
  const { data, targets, preferences, now, connections, changed, version } = deps
  const accounts = async () => {
    const all = (await connections.list()).map(({ id, name, service }) => [id, { name, service }] as const)
    return Object.fromEntries(all)
  }
  const note = async (file: string, { connection_id, people = null, ...about }: ExportAbout) => {
    const at = now().toISOString()
    const account = (await accounts())[connection_id]?.name ?? ''
    await data.ask('exports.note', {
      ...about,
      id: `${at} ${crypto.randomUUID()}`,
      at,
      account,
      name: withoutPeople(about.name),
      file: withoutPeople(file),
      contacts: people,
    })
    changed('exports')
  }
  return {
    async save(name, write) {
      const saved = await withTarget(targets, name, write)
      if (!saved) return notSaved
      const { written, about } = saved.value
      const { name: file, file: place = null } = saved.target
      const logged = await note(file, about).then(
        () => true,
        () => false,
      )
      return { ...written, saved: true, name: file, file: place, logged }
    },
    async originFor({ name: file, beside = false }, choice) {
      const { export_origin, language } = preferences.read()
      if (!(choice ?? export_origin)) return null
      const words = originWords(catalogues[language])
      return { words, version, exported_at: now().toISOString(), file, accounts: await accounts(), beside }
    },
  }
}

/** What facts and filters are called where they are shown, by the names that a document for systems gives them. */
function originWords({ tables, sheets, cruzar, leads }: Messages): OriginWords {
  const { origin } = tables
  const { filter, status } = leads
  return {
    ...origin,
    labels: { ...origin.labels, ...cruzar.run.figures },
    values: {
      ...origin.values,
      reason: sheets.reasons,
      rung: cruzar.match.names,
      status,
      agrupar: filter.groups,
    },
    filterNames: {
      ...Object.fromEntries(leadFilterNames.map((name) => [name, filter[leadFilters[name].words]])),
      agrupar: filter.group,
    },
  }
}

/** Ten digits and more with the signs of phones between them. */
const phone = /\+?(?:\d[\s().-]{0,2}){9,}\d/g
const day = /\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4}/
const email = /(?<![^\s@])[^\s@]+@[^\s@]+/g

/** A name in which phones and e-mails are covered: a file or a list may be named after one person. Days stay. */
export function withoutPeople(name: string): string {
  return name.replace(email, '…').replace(phone, (digits) => (day.test(digits) ? digits : '…'))
}
