import type { ReviewBatch, ReviewChange } from '../../contract/reviews.ts'
import type { ReviewState, SpamHint } from '../../values/entries-table.ts'
import type { KeyText } from '../params.ts'
import type { entries as portuguese } from '../pt-BR/entries.ts'
import { count, number } from './common.ts'

const states: Record<ReviewState, string> = {
  nova: 'New',
  em_revisao: 'In review',
  aprovada: 'Approved',
  duvida: 'Unsure',
  rejeitada: 'Rejected',
  spam: 'Spam',
}
const stateWords = new Map<string, string>(Object.entries(states))
const hints: Record<SpamHint, string> = {
  links: 'many links',
  texto_repetido: 'repeated text',
  padrao_conhecido: 'typical spam',
  velocidade: 'sent in a row',
  palavra_bloqueada: 'blocked word',
}
const completeness = { completa: 'Complete', incompleta: 'Incomplete' }
const presence = { no_servico: 'On the service', excluida: 'Deleted on the service' }

const answers = (value: number) => count(value, 'entry', 'entries')

/** What a review action set, for one entry or several. */
function actionPhrase(batch: Pick<ReviewBatch, 'kind' | 'value'>): string {
  switch (batch.kind) {
    case 'state':
      return `“${stateWords.get(batch.value ?? '') ?? batch.value ?? ''}”`
    case 'assign':
      return batch.value === null ? 'no assignee' : `assignee ${batch.value}`
    case 'tag':
      return `tags ${batch.value ?? ''}`
    case 'note':
      return 'note'
    case 'merge':
      return 'merged package'
    case 'undo':
      return 'undo'
  }
}

/** A change that could not be stored, with what was written in it. */
function unsavedChange(change: ReviewChange): string {
  switch (change.kind) {
    case 'state':
      return change.comment === ''
        ? `“${states[change.state]}”`
        : `“${states[change.state]}” with the comment “${change.comment}”`
    case 'assign':
      return change.assignee === null ? 'no assignee' : `assignee ${change.assignee}`
    case 'tag':
      return `tags ${[...change.add.map((tag) => `+${tag}`), ...change.remove.map((tag) => `-${tag}`)].join(' ')}`
    case 'note':
      return `note “${change.text}”`
  }
}

/** Entries of forms: their table, their review. */
export const entries: typeof portuguese = {
  columns: {
    revisao_estado: 'Review',
    id: 'Number',
    created_at: 'Received',
    formulario: 'Form',
    remetente: 'Sender',
    telefone: 'Phone',
    email: 'E-mail',
    revisao_responsavel: 'Assignee',
    revisao_etiquetas: 'Review tags',
    revisao_notas: 'Notes',
    revisao_motivo: 'Comment',
    revisao_por: 'Reviewed by',
    revisao_em: 'Reviewed',
    completa: 'Completeness',
    situacao: 'On the service',
    indicios: 'Signs of spam',
    duplicadas: 'Duplicates',
    periodo_de: 'Stored from',
    periodo_ate: 'Stored until',
    recorte: 'Part',
    lead_resultado: 'Contact status',
    lead_motivo: 'How the lead matched',
    lead_planilha: 'Lead sheet',
  },
  states,
  hints,
  /** Words of the columns of codes, by key (values/entries-table.ts); `campo` are those of every answer. */
  codes: {
    revisao_estado: states,
    indicios: hints,
    completa: completeness,
    situacao: presence,
    recorte: { mais_recentes: 'Partial: newest 100' },
    campo: { true: 'Yes', false: 'No' },
  },
  /** The service has no such thing (docs/services.md §11.3): said wherever states are changed. */
  local: 'States and notes stay on this computer; the service does not store them.',
  actions: {
    sync: 'Get new entries',
    reconcile: 'Check for deletions and changes',
    create: 'New entry…',
    cruzar: 'Cross-check',
    undo: 'Undo the last action',
  },
  presentations: { label: 'View' },
  tabs: {
    label: 'By state',
    all: 'All',
    tab: (state: string, value: number) => `${state}: ${answers(value)}`,
  },
  today: (done: number, of: number) => `${number(done)} of ${number(of)} reviewed today`,

  search: 'Search the entries  ( / )',
  filters: {
    names: {
      neverAttended: 'Filled in a form, never contacted',
      suspicious: 'With signs of spam',
      repeated: 'Duplicates',
    },
    add: 'Add filter',
  },
  sort: {
    button: (column: string, descending: boolean) => `${column} ${descending ? '↓' : '↑'}`,
    label: 'Sort by',
    direction: (descending: boolean): string => (descending ? 'descending' : 'ascending'),
  },

  list: {
    noSender: 'No name or contact',
    noText: 'no text',
    none: 'No entries match this search and these filters',
    noneText: 'Nothing was deleted: clear the filters to see everything.',
    newcomers: (value: number) => (value === 1 ? '1 new entry' : `${number(value)} new entries`),
    shown: (value: number) => `${answers(value)} in the list`,
    picked: (value: number) => `${number(value)} selected`,
    gone: 'deleted',
    hints: (value: string) => `Signs of spam: ${value}`,
    duplicates: (value: number) =>
      value === 1 ? 'Another entry with the same contact' : `${number(value)} others with the same contact`,
    notes: (value: number) => count(value, 'note', 'notes'),
    outcome: (word: string) => `Contact status: ${word}`,
    finished: 'End of the list: there is nothing left to review after this one.',
  },
  empty: {
    notKept: 'The entries of this form are not on this computer',
    notKeptText:
      'Store them here to review offline, search everything, match them with leads and export. They stay encrypted on this computer.',
    noneKept: 'No form is stored on this computer',
    noneKeptText: 'Open a form and store its entries to review them here, online or offline.',
    toForms: 'See forms',
    noEntries: 'This form has no entries yet',
    noEntriesText: 'New entries will appear here after the next refresh.',
    reading: 'Reading the entries from the service…',
    readingText: 'You can review entries as they arrive; reading continues if you leave this screen.',
    interrupted: 'Reading stopped before the first entry',
    setEmpty: 'No entries of this set are on this computer',
    setEmptyText: 'Store its forms offline to review it.',
  },
  sync: {
    partial: (here: number, total: number | null) =>
      total === null
        ? `The first reading did not finish: ${answers(here)} here.`
        : `The first reading did not finish: ${number(here)} of ${answers(total)} here.`,
    continue: 'Continue reading',
    changed: (here: number, total: number) =>
      `The service has ${answers(total)} and ${number(here)} are here: something was deleted or changed there.`,
    check: 'Check',
    deleted: 'This form was deleted on the service. The stored entries are still here.',
  },

  newest: {
    part: (here, total) => `Partial: only the newest ${number(here)} of ${answers(total)}.`,
    partOf: (total) => `partial, of ${answers(total)}`,
    all: (value) => `All entries of the form: ${number(value)}.`,
    text: (moment) => `Read ${moment}, for viewing only: nothing is stored.`,
    rejected: (value) => `${number(value)} more could not be read.`,
    fileName: (form) => `${form} (partial, only the newest 100)`,
  },

  rejected: {
    notice: (form, value) =>
      value === 1
        ? `${form}: 1 entry was received in a form that cannot be stored. The others are here.`
        : `${form}: ${answers(value)} were received in a form that cannot be stored. The others are here.`,
    see: 'Show which',
    title: 'Entries that could not be stored',
    text: 'They are not in the list, the counts or the exports. What the service sent is shown here, for whoever manages the form.',
    unnamed: 'without a number',
    reasons: { too_deep: 'nested too deeply', no_number: 'not an entry with a number' },
    characters: (value) => count(value, 'character', 'characters'),
    copy: 'Copy original',
    copyNamed: (name) => `Copy original: ${name}`,
  },

  entry: {
    received: (moment: string) => `received ${moment}`,
    previous: 'Previous',
    next: 'Next',
    answers: 'Answers',
    json: 'JSON',
    jsonHint: 'Show it as the service sent it',
    gone: (moment: string) => `Deleted on the service; noticed ${moment}. Your copy stays here.`,
    complete: 'complete',
    incomplete: 'incomplete',
    peeked: 'This entry is not in the list.',
    backToList: 'Back to the list',
    noAnswer: 'no answer',
    blank: 'empty',
    notInForm: 'not in the form',
    noAnswers: 'This entry has no fields.',
    showAll: 'Show all',
    copyLink: 'Copy the link',
    openLink: (address) => `Open the link ${address}`,
    linkTitle: 'Open this link in the browser?',
    linkHint: 'The address was written by whoever filled in the form. Check where it leads before you open it.',
    copyJson: 'Copy the JSON',
    loadingJson: 'Reading…',
    copied: 'Copied.',
    noMetadata: 'No metadata.',
    revealLabel: 'Show the whole IP',
  },
  metadata: {
    keys: {
      ip: 'IP',
      user_agent: 'Browser',
      referrer: 'Referrer',
      country: 'Country',
      source: 'Source',
      utm_campaign: 'Campaign',
    },
  },
  lead: {
    title: 'Contact status',
    none: 'There is no lead sheet on this computer, or the entry has no phone or e-mail.',
    conversation: 'Last conversation',
    agent: 'Agent',
    status: 'Status',
    last: 'Last message',
    name: 'Contact name',
    sheet: (name: string, moment: string) => `from the sheet “${name}”, as of ${moment}`,
    sheets: (moment: string) => `in the sheets here; the oldest is as of ${moment}`,
    cards: 'This person has two cards, with and without the ninth digit. The one with the newest conversation counts.',
    alike: (value, isLeast) =>
      `${number(value)} ${isLeast ? 'or more ' : ''}contacts match equally well, so none was chosen. Open each one to compare.`,
    firstAlike: (value) => `The first ${number(value)}.`,
    ofSheet: (name) => `from the sheet “${name}”`,
    matched: {
      telefone: 'same phone',
      nono_digito: 'same phone, with or without the ninth digit',
      email: 'same e-mail',
    },
    absent: 'The contact is not in any lead sheet on this computer.',
  },
  duplicates: {
    title: 'Same contact',
    none: 'No other entry with this phone or e-mail.',
    by: { telefone: 'same phone', email: 'same e-mail' },
    notInReview: 'not in this review',
    open: (id: number) => `Open entry no. ${id}`,
  },
  suspicions: {
    title: 'Signs of spam',
    none: 'None.',
    why: {
      links: (value) => count(Number(value), 'link', 'links'),
      texto_repetido: (value) => `the same text in ${answers(Number(value))}`,
      padrao_conhecido: (value) => `“${value}”`,
      velocidade: (value) =>
        `another entry from the same IP ${count(Number(value), 'second', 'seconds')} before or after`,
      palavra_bloqueada: (value) => `“${value}”`,
    },
  },
  assignee: {
    title: 'Assignee',
    change: 'Change the assignee',
    name: 'Assignee name',
    hint: 'Leave empty to remove the assignee.',
    confirm: 'Set',
  },
  tags: {
    title: 'Tags',
    none: 'none',
    change: 'Change tags',
    add: 'Add',
    addHint: 'Press Enter to add the tag; press Enter in an empty field to finish.',
    remove: (tag: string) => `Remove the tag ${tag}`,
    removeLabel: 'Remove',
  },
  notes: {
    title: 'Notes',
    none: 'No notes.',
    write: 'Write a note…  ( N )',
    label: 'New note',
    hint: (key: KeyText) =>
      `${key('enter')} saves it, ${key('shift+enter')} adds a line, ${key('escape')} goes back to the list.`,
    add: 'Save note',
    by: (who: string, moment: string) => `${who}, ${moment}`,
  },
  trail: {
    title: 'History',
    events: {
      state: (previous: string, after: string) => `changed from ${previous} to ${after}`,
      assigned: (after: string) => `assigned it to ${after}`,
      unassigned: (previous: string) => `unassigned ${previous}`,
      tags: (after: string) => `tags: ${after}`,
      noTags: 'removed the tags',
      note: 'wrote a note',
      changed_on_service: 'changed on the service',
      gone: 'was deleted on the service',
      back: 'is on the service again',
    },
    undo: (sentence: string) => `undid: ${sentence}`,
    merged: (via) => (via === null ? 'from a package' : `from ${via}’s package`),
    before: 'before',
    after: 'after',
  },

  decide: {
    label: 'Decision',
    verbs: {
      nova: 'Back to new',
      em_revisao: 'In review',
      aprovada: 'Approve',
      duvida: 'Unsure',
      rejeitada: 'Reject…',
      spam: 'Spam',
    },
  },
  comment: {
    title: (state: string) => `${state}: why?`,
    label: 'Comment',
    required: 'A rejection needs a comment; it cannot be changed later.',
    optional: 'Optional; it cannot be changed later.',
    hint: (key: KeyText) => `${key('enter')} confirms, ${key('shift+enter')} adds a line, ↑ repeats the last one.`,
    recent: 'Recently used',
    confirm: (state: string) => `Mark as ${state.toLocaleLowerCase('en')}`,
  },
  bulk: {
    sentence: {
      state: (value: number, state: string) => `${answers(value)} ${value === 1 ? 'becomes' : 'become'} “${state}”.`,
      assign: (value: number, name: string) => `${answers(value)} with ${name}.`,
      unassign: (value: number) => `${answers(value)} with no assignee.`,
      tag: (value: number, names: string) => (names === '' ? `${answers(value)}.` : `${answers(value)}: ${names}.`),
      note: (value: number) => `The same note on ${answers(value)}.`,
    },
    undoable: 'You can undo all of it at once.',
    confirm: (value: number) => `Change ${answers(value)}`,
    nothing: 'No entries match the filters now.',
    bar: 'With selected entries',
    all: (value: number) => `All ${number(value)} filtered`,
    none: 'Clear the selection',
    openInList: 'Open in the list',
    tag: 'Tags…',
    assign: 'Assignee…',
    note: 'Note…',
    done: (value: number) => `${answers(value)} changed.`,
    same: 'Nothing changed: they were already like that.',
  },
  unsaved: {
    sentence: (changes: readonly string[]) => `Not saved yet: ${changes.join('; ')}.`,
    one: (change: ReviewChange, whom: string) => `${unsavedChange(change)} on ${whom}`,
    several: 'several entries',
    number: (id: number) => `entry ${number(id)}`,
    others: (value: number) => `and ${count(value, 'more change', 'more changes')}`,
  },
  undo: {
    one: (batch: Pick<ReviewBatch, 'kind' | 'value'>, sender: string) =>
      `Undone: ${actionPhrase(batch)} for ${sender}.`,
    several: (batch: Pick<ReviewBatch, 'kind' | 'value'>, value: number) =>
      `Undone: ${actionPhrase(batch)} on ${answers(value)}.`,
    unnamed: '1 entry',
    nothing: 'There is nothing left to undo.',
    already: 'This action was already undone.',
    unchanged: (batch) => `Nothing was undone: everything that ${actionPhrase(batch)} changed has been changed since.`,
  },

  create: {
    title: 'New entry',
    intro: 'It is sent to the service right away and everyone can see it there.',
    metadataHint: 'Such as source or campaign; optional.',
    key: 'Key',
    type: (place) => `Value type in line ${place}`,
    types: { json: 'JSON' },
    notJson: 'This is not valid JSON. Example: 12, true or ["a", "b"].',
    addRow: 'Add a line',
    removeRow: (place: number) => `Remove line ${number(place)}`,
    extra: 'Another field',
    noFields: 'The form has no known fields: enter the name and value of each field.',
    confirm: 'Send entry',
    confirmDoubtful: 'Send anyway',
    doubts: {
      email: 'This does not look like an e-mail, such as ana@example.com. Check it before you send.',
      number: 'This does not look like a number, such as 1234.5. Check it before you send.',
      phone: 'This does not look like a phone with its area code, such as (11) 98765-4321. Check it before you send.',
      url: 'This does not look like a web address, such as https://example.com. Check it before you send.',
    },
    created: (id: number) => `Entry no. ${id} was created on the service.`,
    choose: 'Choose the form',
    several: 'One per line',
  },
  remove: {
    title: (value: number) =>
      value === 1 ? 'Delete this entry on the service?' : `Delete ${answers(value)} on the service?`,
    lost: (value: number) =>
      value === 1
        ? 'It will be permanently deleted on the service, for everyone.'
        : `${number(value)} will be permanently deleted on the service, for everyone.`,
    kept: 'Your copy and its review stay on this computer, marked as deleted. The request is sent after ten seconds; you can undo it until then.',
    tooMany: (limit: number) => `At most ${number(limit)} at a time: select fewer.`,
    waiting: (value: number, seconds: number) =>
      `${answers(value)} will be deleted on the service in ${number(seconds)} s.`,
    takenBack: 'Deletion undone: nothing was sent to the service.',
    tooLate: 'The request had already been sent: it could not be undone.',
  },
  keys: {
    next: 'Next entry (or ↓)',
    previous: 'Previous entry (or ↑)',
    withComment: (verb: string) => `${verb}, with a comment`,
    note: 'Write a note',
    pick: 'Select',
    pickTo: 'Select up to here',
    pickNext: 'Select downwards',
    pickPrevious: 'Select upwards',
    pickAll: 'Select all filtered',
    leave: 'Clear the selection, back to the list',
    present: 'List or table',
  },
}
