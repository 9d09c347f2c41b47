import { createStore } from 'zustand'
import type { Connection } from '../../../preload/contract/connections.ts'
import type { ListBudget, ListInspection, Run } from '../../../preload/contract/cruzar.ts'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import type { Names, NamesStore } from '../../../renderer/cruzar/names.ts'
import { emptyFilter } from '../../../renderer/leads/periods.ts'

export const inspection: ListInspection = {
  name: 'campanha_novembro.csv',
  bytes: 2048,
  file_kind: 'text',
  encoding: 'windows-1252',
  delimiter: ';',
  header: true,
  sheet_names: [],
  sheet: null,
  columns: [
    { index: 0, name: 'Nome', kind: 'other', samples: ['Ana'] },
    { index: 1, name: 'Telefone', kind: 'phone', samples: ['(11) 98888-7777'] },
    { index: 2, name: '', kind: 'other', samples: [] },
  ],
  preview: [
    ['Ana', '(11) 98888-7777', ''],
    ['João', '21 97777-6666', 'x'],
  ],
  hints: ['ragged_rows'],
}

export const budget: ListBudget = {
  rows: 10_000,
  keys: 9412,
  repeated: 388,
  unusable_rows: 200,
  problems: [
    { reason: 'damaged_by_excel', cells: 150 },
    { reason: 'empty', cells: 50 },
  ],
  unusable: [
    { row: 7, column: 'Telefone', reason: 'damaged_by_excel', text: '5,51199E+12' },
    { row: 9, column: 'Telefone', reason: 'empty', text: '' },
  ],
  requests: 19,
  seconds: 12,
}

export function runWith(change: Partial<Run> = {}): Run {
  return {
    id: 'r1',
    name: 'Campanha de novembro',
    list_name: 'campanha_novembro.csv',
    connection_id: 'c1',
    connection_name: 'Equipe Vendas',
    sheet_id: null,
    sheet_name: null,
    sheet_read_at: null,
    filter: emptyFilter,
    state: 'finished',
    failure: null,
    started_at: '2026-11-20T11:12:00.000Z',
    finished_at: '2026-11-20T11:12:12.000Z',
    seconds: 12,
    requests: 19,
    rows: 10_000,
    keys: 9412,
    repeated: 388,
    answered_keys: 9412,
    outcomes: { com_conversa: 5000, sem_conversa: 1800, ausente: 3000, invalida: 200, sem_resposta: 0 },
    bytes: 4096,
    task_id: null,
    ...change,
  }
}

export function connectionWith(change: Partial<Connection> = {}): Connection {
  return {
    id: 'c1',
    service: 'platform',
    name: 'Equipe Vendas',
    base_url: 'https://atendimento.exemplo.com.br',
    account_id: 3,
    brand: 'house',
    beta_url: null,
    on_beta: false,
    current: false,
    has_secret: true,
    sheets: 0,
    ...change,
  }
}

export function sheetWith(change: Partial<Sheet> = {}): Sheet {
  return {
    id: 's1',
    name: 'Leads de novembro',
    connection_id: 'c1',
    connection_name: 'Equipe Vendas',
    filter: emptyFilter,
    badge: { kind: 'complete', reason: 'none', failure: null },
    rows: 1200,
    total: 1200,
    repeated: 0,
    bytes: 4096,
    read_at: '2026-11-20T11:00:00.000Z',
    refreshed_at: null,
    echoed: null,
    interrupted: null,
    task_id: null,
    ...change,
  }
}

/** What the store of sheets knows of names. */
export function namesStore(names: Partial<Names> = {}): NamesStore {
  return createStore<Names>()(() => ({ known: {}, learn: async () => undefined, ...names }))
}
