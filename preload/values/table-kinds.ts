interface TableKindFacts {
  /**
   * The columns of a list that is made of such a table, whichever columns the person shows. They say who a person is,
   * where the conversation stands, and what distinguishes rows. It is a pattern where the columns are the person's own,
   * which only headings and cells distinguish.
   */
  readonly listColumns: readonly string[] | RegExp
  /** Whether a row is a person who can be written to. */
  readonly isOfPeople: boolean
  /** Whether each row names its contact by number, in `contato_id`. */
  readonly namesContacts: boolean
  /** The features whose changes alter its rows. */
  readonly changedBy: readonly string[]
}

/**
 * The kinds of tables that live in the data process, with what is true of each. They are leads of a sheet, rows of a
 * run, entries of forms, stored or newest, conversations of a set, and records of a data set. Pairs of contacts, and
 * what differs between two readings of sheets, are computed.
 */
export const tableKinds = {
  sheet: {
    listColumns: [
      ...['contato_id', 'nome', 'telefone', 'email', 'identificador', 'etiquetas_contato'],
      ...['status', 'agente', 'caixa', 'etiquetas_conversa', 'ultima_mensagem_em'],
    ],
    isOfPeople: true,
    namesContacts: true,
    changedBy: ['sheets', 'notes'],
  },
  run: {
    listColumns: /^c\d+$/,
    isOfPeople: true,
    namesContacts: false,
    // The screen of runs loads them with its own state too (renderer/cruzar/feature.ts).
    changedBy: ['notes'],
  },
  entries: {
    listColumns: ['id', 'created_at', 'formulario', 'remetente', 'telefone', 'email', 'revisao_estado'],
    isOfPeople: false,
    namesContacts: false,
    // As for runs: renderer/entries/entry-updates.ts.
    changedBy: ['notes'],
  },
  newest_entries: {
    listColumns: ['id', 'created_at', 'formulario', 'remetente', 'telefone', 'email'],
    isOfPeople: false,
    namesContacts: false,
    changedBy: ['notes'],
  },
  conversations: {
    listColumns: [
      ...['id', 'contato', 'telefone', 'email', 'status', 'agente', 'equipe', 'caixa', 'etiquetas'],
      'ultima_mensagem_em',
    ],
    isOfPeople: true,
    namesContacts: true,
    changedBy: ['conversations', 'notes'],
  },
  dataset: {
    listColumns: /^(?!lead_|cruzar_)|^lead_(?:nome|telefone|email)$/,
    isOfPeople: false,
    namesContacts: false,
    // The leads of the sheets stand beside the rows that they were joined with.
    changedBy: ['datasets', 'sheets', 'notes'],
  },
  difference: {
    listColumns: [
      ...['contato_id', 'nome', 'telefone', 'email', 'identificador', 'mudanca', 'campos_mudados'],
      ...['etiquetas_ganhas', 'etiquetas_perdidas', 'status', 'agente', 'caixa', 'ultima_mensagem_em'],
    ],
    isOfPeople: true,
    namesContacts: true,
    changedBy: ['sheets', 'notes'],
  },
  duplicates: {
    listColumns: [
      ...['um_contato_id', 'um_nome', 'um_telefone', 'um_email'],
      ...['outro_contato_id', 'outro_nome', 'outro_telefone', 'outro_email', 'par_motivo'],
    ],
    isOfPeople: false,
    namesContacts: false,
    changedBy: ['sheets'],
  },
} as const satisfies Readonly<Record<string, TableKindFacts>>

export type TableKind = keyof typeof tableKinds
export const tableKindNames = Object.keys(tableKinds) as [TableKind, ...TableKind[]]
export const factsOfTable = (kind: TableKind): TableKindFacts => tableKinds[kind]
