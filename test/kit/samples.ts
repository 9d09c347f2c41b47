import type { AppState } from '../../preload/contract/app.ts'
import type { Connection } from '../../preload/contract/connections.ts'
import { noFileNotes, type SavedFile, type TableShape } from '../../preload/contract/tables.ts'
import type { Task } from '../../preload/contract/tasks.ts'

/** The app with its vault open, in Portuguese. */
export function appStateWith(change: Partial<AppState> = {}): AppState {
  return {
    phase: 'ready',
    reason: null,
    details: null,
    notice: null,
    proxy: null,
    vault: { kind: 'keychain', state: 'open', backend: 'Secret Service' },
    demo: false,
    host: 'browser',
    version: '0.1.0',
    preferences: {
      language: 'pt-BR',
      theme: 'system',
      narrow: false,
      requests_at_once: 4,
      idle_reads: false,
      export_origin: true,
    },
    ...change,
  }
}

/** The current platform connection, `c1`. */
export function connectionWith(change: Partial<Connection> = {}): Connection {
  return {
    id: 'c1',
    service: 'platform',
    name: 'Equipe Vendas',
    base_url: 'https://atendimento.exemplo.com.br',
    account_id: 7,
    brand: 'vitrine',
    beta_url: null,
    on_beta: false,
    current: true,
    has_secret: true,
    last_check: null,
    sheets: 0,
    ...change,
  }
}

/** The current forms connection, `f1`. */
export function formsConnectionWith(change: Partial<Connection> = {}): Connection {
  return connectionWith({
    id: 'f1',
    service: 'forms',
    name: 'Formulários',
    base_url: 'https://formularios.exemplo.com.br/api/v1',
    account_id: null,
    brand: null,
    ...change,
  })
}

/** The sheet `s1` being read: 9,500 of 18,204 rows. */
export function taskWith(change: Partial<Task> = {}): Task {
  return {
    id: 't1',
    kind: 'pull',
    subject: 's1',
    name: 'Leads desde janeiro',
    state: 'running',
    done: 9500,
    total: 18_204,
    rate: 2140,
    seconds_left: 4.1,
    waiting_until: null,
    waiting_for: null,
    failure: null,
    started_at: '2026-11-20T11:00:00.000Z',
    ...change,
  }
}

/** A table without columns that has no row. */
export function tableShapeWith(change: Partial<TableShape> = {}): TableShape {
  return { columns: [], empty: [], keys: [], total: 0, matching: 0, version: '1', ...change }
}

/** A workbook of three rows that was saved at a place that the host does not know. */
export function savedFileWith(change: Partial<SavedFile> = {}): SavedFile {
  return { saved: true, name: 'a.xlsx', rows: 3, bytes: 9, ...noFileNotes, file: null, ...change }
}
