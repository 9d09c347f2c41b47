import {
  noFileNotes,
  notSaved,
  type Picture,
  type SavedFile,
  type WrittenFile,
} from '../preload/contract/saved-files.ts'
import type { Exported } from '../preload/contract/writes.ts'
import { catalogues, type Messages } from '../preload/messages/catalogue.ts'
import { leadFilterNames, leadFilters } from '../preload/values/lead-filters.ts'
import type { ConnectionStore } from './connections/store.ts'
import type { Data } from './data-calls.ts'
import type { OriginContext, OriginWords } from './engine/export-calls.ts'
import { type SaveTarget, type SaveTargets, withTarget } from './kernel/host-files.ts'
import type { PreferenceStore } from './kernel/preferences.ts'
import { saveFile } from './kernel/save-file.ts'

/** The content of a file, for the list of exports. */
export interface ExportAbout extends Pick<Exported, 'kind' | 'name' | 'format'> {
  readonly connection_id: string
  /** Null where the rows are not counted. */
  readonly rows: number | null
  /** Distinct people in the file; absent where they are not counted. */
  readonly people?: number | null
}

/** A file that is no table. */
interface BytesFile extends Pick<ExportAbout, 'connection_id' | 'kind'> {
  /** Proposed, without its ending. */
  readonly name: string
  readonly format: 'png' | 'pdf'
  /** Called once the person has chosen a place. */
  read(): Promise<Uint8Array>
}

/** The file of a picture that the screen drew. */
export function pictureFile({ png, ...file }: Picture & Pick<ExportAbout, 'connection_id'>): BytesFile {
  return { ...file, kind: 'picture', format: 'png', read: async () => Buffer.from(png, 'base64') }
}

export interface Exports {
  /**
   * Lets the person choose a file's place, has it written there, and notes who exported what. Returns where the file
   * is, or that no place was chosen. Throws what `write` throws. A file that could not be noted stays, and the answer
   * says so.
   */
  save(name: string, write: (target: SaveTarget) => Promise<WrittenExport>): Promise<SavedFile>
  /** As `save`, for a file that is no table: what the screen drew or printed. */
  saveBytes(file: BytesFile, signal: AbortSignal): Promise<SavedFile>
  /** What a file states about its making, besides the source of its rows; null where it states nothing. */
  originFor(target: SaveTarget, choice: boolean | null): Promise<OriginContext | null>
  /** The names of accounts as folders of partitions have them, by the id of their connection. */
  accountFolders(): Promise<Readonly<Record<string, string>>>
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
  const save: Exports['save'] = async (name, write) => {
    const saved = await withTarget(targets, name, write)
    if (!saved) return notSaved
    const { written, about } = saved.value
    const { name: file, file: place = null } = saved.target
    const logged = await note(file, about).then(
      () => true,
      () => false,
    )
    return { ...written, saved: true, name: file, file: place, logged }
  }
  return {
    save,
    saveBytes: ({ name, format, read, ...about }, signal) =>
      save(`${name}.${format}`, async ({ path }) => {
        const content = await read()
        const { bytes } = await saveFile({ path, signal }, (sink) => sink.write(content))
        return { written: { rows: 0, bytes, ...noFileNotes }, about: { ...about, name, format, rows: null } }
      }),
    async originFor({ name: file, beside = false }, choice) {
      const { export_origin, language } = preferences.read()
      if (!(choice ?? export_origin)) return null
      const words = originWords(catalogues[language])
      return { words, version, exported_at: now().toISOString(), file, accounts: await accounts(), beside }
    },
    async accountFolders() {
      const named = Object.entries(await accounts()).map(([id, { name }]) => [id, partitionValue(withoutPeople(name))])
      return Object.fromEntries(named)
    },
  }
}

/** The displayed names of facts and filters, by the names that a document for systems gives them. */
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

/** A text as Hive, Spark and DuckDB read it in the name of a folder. */
function partitionValue(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Ten digits or more, with the usual separators of phones between them. */
const phone = /\+?(?:\d[\s().-]{0,2}){9,}\d/g
const day = /\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4}/
const email = /(?<![^\s@])[^\s@]+@[^\s@]+/g

/** Masks phones and e-mails in a name, since a file or list may be named after a person. Days stay. */
export function withoutPeople(name: string): string {
  return name.replace(email, '…').replace(phone, (digits) => (day.test(digits) ? digits : '…'))
}
