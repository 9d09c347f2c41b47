import type { KeepPlan, KeptPeriod } from '../../contract/forms.ts'
import { daysOfPeriod } from '../kept-days.ts'
import type { forms as portuguese } from '../pt-BR/forms.ts'
import { count, number } from './common.ts'

const entries = (value: number) => count(value, 'entry', 'entries')
const formCount = (value: number) => count(value, 'form', 'forms')
const requests = (value: number) => count(value, 'request', 'requests')

const statuses: Readonly<Record<string, string>> = { draft: 'draft', active: 'active', archived: 'archived' }

/** What is kept of a form. */
function periodWords(period: KeptPeriod | null): string {
  const { first, last } = period ? daysOfPeriod(period) : { first: null, last: null }
  if (first && last) return first === last ? `only ${first}` : `only from ${first} to ${last}`
  if (first) return `only since ${first}`
  return last ? `only until ${last}` : 'the whole form'
}

/** Of what is left of the plan in this month. */
function shareWords(value: number, { used, limit }: NonNullable<KeepPlan['api_calls']>): string {
  if (limit < 0) return 'the plan has no limit of requests'
  const left = Math.max(0, limit - used)
  const facts = `${number(left)} of ${number(limit)}`
  if (value > left) return `more than the plan has left this month (${facts}); the service may refuse`
  const percent = (value / left) * 100
  const share = percent < 1 ? 'less than 1%' : `${number(Math.round(percent))}%`
  return `uses ${share} of the requests that the plan has left this month (${facts})`
}

/** The management of the form service. */
export const forms: typeof portuguese = {
  title: 'Forms',
  count: formCount,
  create: 'New form',
  list: 'Forms of the account',
  area: {
    label: 'Form service',
    forms: 'Forms',
    entries: 'Entries',
    packages: 'Packages',
    webhooks: 'Webhooks',
    account: 'Account and usage',
    writes: 'Sent',
    writesUnknown: (value) => `Sent, ${number(value)} without confirmation`,
  },
  noConnection: 'First, connect your forms account',
  noConnectionText:
    'Forms and entries come from the form service. Connect the account once, with its access key; after that, everything that is kept works offline.',
  connect: 'Connect',
  empty: 'No forms in this account',
  emptyText: 'A form receives entries at its public address. Create the first one here; it begins as a draft.',
  neverRead: 'The list of forms was not read yet',
  nothingFound: 'No form with this filter',
  nothingFoundText: 'Neither here nor on the service. Try another word or another status.',
  nothingFoundHere: 'Only the list here was looked at: the service did not answer.',
  clearFilter: 'Clear the filter',
  search: 'Search forms',
  searchHint: 'Search by name…',
  anyStatus: 'Every status',
  shown: (shown, all) => (shown === all ? formCount(all) : `${number(shown)} of ${formCount(all)}`),
  refresh: 'Refresh list',
  columns: {
    status: 'Status',
    offline: 'Keep offline',
    unreviewed: 'To review',
  },
  status: (word) => (word === null ? 'not given' : (statuses[word] ?? word)),
  statusMeanings: {
    draft: 'Still being prepared; nothing that exists is deleted.',
    active: 'Published: receives entries at its public address.',
    archived: 'Out of use, without deleting anything: the form and its entries stay on the service.',
  },
  deleted: 'deleted on the service',
  deletedText: 'This form no longer exists on the service. The entries kept here stay available.',
  unknownCount: '—',
  unknownCountHint: 'The service did not tell.',

  sync: {
    none: 'not kept',
    reading: 'reading',
    complete: 'complete',
    changed: 'changed on the service',
    partial: 'partial',
  },
  syncReasons: {
    none: 'The entries are on the service only.',
    reading: 'The entries are being read now.',
    complete: 'The entries here agree with the total of the service.',
    changed:
      'The total of the service is not that of the entries here. “Check everything” finds deleted and missing ones.',
    partial: 'Reading stopped before the end. What was read is kept; “Refresh entries” goes on.',
  },
  syncedAt: (moment) => `Refreshed ${moment}.`,
  reconciledAt: (moment) => `Checked ${moment}.`,
  repeated: (value) => `${count(value, 'repeated entry', 'repeated entries')} dropped.`,
  gone: (value) =>
    value === 1 ? '1 entry was deleted on the service.' : `${number(value)} entries were deleted on the service.`,
  entriesHere: (value, total) =>
    total === null ? `${entries(value)} here` : `${number(value)} of ${entries(total)} here`,
  goneHere: (value) => (value === 1 ? '1 copy of a deleted entry' : `${number(value)} copies of deleted entries`),
  unreviewed: (value) => `${number(value)} to review`,
  period: periodWords,
  onlyPeriod: 'one period',
  periodText: (period) =>
    `Kept ${periodWords(period)}. The other entries are on the service alone; counts, charts and exports are of that period.`,
  partOf: (name, period) => `“${name}” (${periodWords(period)})`,
  keptParts: (forms) => `Not kept whole, and counted with what is here alone: ${forms.join(', ')}.`,
  widen: 'Keep more…',
  keeping: {
    title: (name) => `Keep “${name}” offline`,
    widenTitle: (name) => `Keep more of “${name}”`,
    text: 'The entries are read from the service and stay encrypted on this computer, to be reviewed, searched, cross-checked and exported without internet.',
    widenText: 'What is kept already stays, with its reviews. The whole period is read again.',
    choices: {
      all: 'All',
      last30: 'From the last 30 days on',
      last90: 'From the last 90 days on',
      days: 'From one day to another',
    },
    openHint: 'Empty: no limit on this side.',
    needsDay: 'Say at least one of the days.',
    cost: 'What it costs',
    asking: 'Asking the service how many entries there are…',
    labels: {
      period: 'Will be kept',
      entries: 'Entries',
      requests: 'Requests',
      time: 'Time',
      plan: 'Plan',
    },
    uncounted: 'the service did not say how many there are',
    entries: (value, wider) =>
      wider ? `at most ${number(value)}: the service takes whole days only, and the rest is not kept` : number(value),
    requests: (value) => number(value),
    time: (duration) => `about ${duration}`,
    planUnknown: 'the service did not say how much of the plan is used',
    share: shareWords,
    singles: (value) =>
      `Reading in idle time is on: up to ${requests(value)} more afterwards, one per entry. Switch it off in Settings.`,
    same: 'This is kept already.',
    confirm: 'Keep offline',
    newestHint: 'One or two requests; nothing is kept.',
  },
  keepNamed: (name) => `Keep the entries of ${name} on this computer`,
  reading: (name) => `Reading the entries of ${name}`,

  actions: {
    sync: 'Refresh entries',
    reconcile: 'Check everything (finds deleted ones)',
    status: 'Change the status…',
    duplicate: 'Duplicate as draft…',
    copyAddress: 'Copy the public address',
    readAgain: 'Read again from the service',
    keep: 'Keep offline…',
    newest: 'See the newest 100',
    forget: 'Keep no longer…',
  },
  addressCopied: 'Public address copied.',
  tabs: { label: 'Parts of the form', entries: 'Entries', pictures: 'Charts', edit: 'Edit' },
  gonePlace: 'This form no longer exists',
  gonePlaceText: 'It was deleted, or the data belong to another account.',
  backToList: 'See the forms',
  notKeptTitle: 'The entries are not kept here',
  notKeptText:
    'Keep the entries on this computer, encrypted, to review them one by one, filter and export them, even offline.',
  facts: {
    entries: (value) => `${entries(value)} on the service`,
  },

  forget: {
    title: (name) => `Keep “${name}” no longer?`,
    entries: (value) => `${entries(value)} read on this computer`,
    reviews: (value) =>
      value === 1
        ? 'The review of 1 entry: state, tags and notes, which exist here only'
        : `The reviews of ${entries(value)}: states, tags and notes, which exist here only`,
    gone: (value) =>
      value === 1
        ? '1 entry already deleted on the service, which cannot be read again'
        : `${entries(value)} already deleted on the service, which cannot be read again`,
    keeps: 'Nothing changes on the service. So as not to lose the reviews, export a package or a sheet first.',
    confirm: 'Delete from here',
  },
  statusDialog: {
    title: (name) => `Status of “${name}”`,
    options: { draft: 'Draft', active: 'Active', archived: 'Archived' },
    confirm: 'Change the status',
  },
  duplicate: {
    title: (name) => `Duplicate “${name}”`,
    text: 'Creates a draft with the same fields and settings. Entries are not copied.',
    name: 'Name of the new form',
    proposed: (name) => `Copy of ${name}`,
    confirm: 'Create draft',
  },
  remove: {
    title: (name) => `Delete “${name}” on the service?`,
    instead: 'Archiving deletes nothing',
    insteadText:
      'An archived form is out of use and keeps all its entries on the service. Nearly always that is what is wanted.',
    archive: 'Archive',
    archived: 'This form is archived already.',
    go: 'I want to delete it all the same',
    willBeLost: 'This will be deleted from the service, for good:',
    loses: (value) => (value === null ? 'all entries of the form' : `${entries(value)} of the form`),
    losesForm: 'the form, its public address and its settings',
    copyTitle: 'Local copy',
    copyWhy:
      'Before deleting, Cruza keeps an encrypted copy of all entries on this computer. The copy stays, with the reviews.',
    copyMissing: (here, total) =>
      total === null ? `${entries(here)} in the copy.` : `${number(here)} of ${entries(total)} in the copy.`,
    copyReady: (value) => `Copy complete: ${entries(value)}.`,
    copyStart: 'Make the copy',
    copyGoOn: 'Complete the copy',
    confirm: 'Delete for good',
  },
  removed: (name) => `“${name}” was deleted on the service. The local copy stays here.`,
  statusChanged: (name, status) => `“${name}” is now ${status}.`,

  editor: {
    newFacts: 'Nothing is sent before you say so.',
    label: 'Data of the form',
    basics: 'Data',
    nameRequired: 'Give the form a name.',
    nameTooLong: (over) => `The service takes up to 255 characters; there are ${number(over)} too many.`,
    description: 'Description',
    descriptionHint: 'For the team only; who answers does not see it.',
    status: 'Begins as',
    publicUrl: 'Public address',
    publicUrlNone: 'The service gives the address after the first reading.',
    copyUrl: 'Copy address',
    fieldsCount: (value) => count(value, 'field', 'fields'),
    fieldsEmpty: 'No fields yet. Who answers would see an empty form.',
    fieldsUnread: 'The fields were not read from the service yet.',
    fieldList: 'Fields, in the order of the form',
    addField: 'Add field',
    field: {
      name: (place, label) => (label ? `Field ${place}: ${label}` : `Field ${place}`),
      label: 'Label',
      labelRequired: 'Give the field a label.',
      typeRequired: 'Say the type.',
      otherType: 'Other type…',
      ownType: 'Name of the type on the service',
      required: 'Required',
      placeholder: 'Example in the field',
      drag: 'Drag to change the order',
      up: (name) => `Move up ${name}`,
      down: (name) => `Move down ${name}`,
      moved: (label, place, all) =>
        label ? `${label}: position ${place} of ${all}.` : `Field: position ${place} of ${all}.`,
      more: (name) => `More of ${name}`,
      extra: 'Other keys of this field (JSON)',
      extraHint: 'What the service keeps beyond its document, such as the options of a list. Sent as it is.',
      extraWrong: 'This is no JSON object, such as {"options": ["yes", "no"]}.',
      identifier: (id) => `Identifier on the service: ${id}`,
      removeNamed: (name) => `Remove ${name}`,
      removed: (label) => (label ? `Field “${label}” removed.` : 'Field removed.'),
    },
    types: {
      text: 'Text',
      email: 'E-mail',
      textarea: 'Long text',
      phone: 'Phone',
      number: 'Number',
      select: 'List of options',
      checkbox: 'Checkbox',
      radio: 'Single choice',
      date: 'Date',
      file: 'File',
      hidden: 'Hidden',
      url: 'Web address',
    },
    typesNote:
      'Text and E-mail are the types that the document of the service guarantees; the others are usual, and the service says if it does not take them.',
    settings: 'Settings',
    redirect: 'Address after answering',
    redirectHint: 'Where who has just answered goes.',
    email: 'Notification e-mail',
    emailHint: 'Hears of each entry.',
    otherSettings: 'Other settings keys (JSON)',
    otherSettingsHint:
      'The service merges what is sent into the settings that it has; so a key cannot be taken away, only changed or emptied (null).',
    settingName: (place) => `Name of key ${place}`,
    settingValue: (name) => `Value of ${name}`,
    settingNew: 'new key',
    settingWrong: 'The value must be JSON: "text", 12, true, null, […] or {…}.',
    settingNameRequired: 'Give the key a name.',
    settingNameTaken: 'This key exists already.',
    addSetting: 'Add key',
    removeSetting: (name) => `Take out the key ${name}`,
    save: 'Save…',
    saveCreate: 'Create form',
    unchanged: 'Nothing changed.',
    dirty: (value) => `${count(value, 'change not sent yet', 'changes not sent yet')}`,
    refused: 'The service did not take this:',
    newerTitle: 'The form changed on the service after you began to edit.',
    newerReplaced: 'Saving replaces what changed there in the same parts; the difference is shown before it is sent.',
    newerStays: 'What changed there stays: only your changes are sent.',
    takeNewer: 'Discard mine and use those of the service',
    review: {
      title: 'Send these changes?',
      text: 'Only what changed is sent.',
      send: 'Send to the service',
      was: 'Before',
      will: 'After',
      part: { name: 'Name', description: 'Description', fields: 'Fields' },
      setting: (name) => `Setting ${name}`,
      added: (label) => `New: ${label}`,
      removed: (label) => `Removed: ${label}`,
      changed: (label) => `Changed: ${label}`,
      moved: (label, place) => `${label} goes to position ${place}`,
      movedThere: 'Changed on the service since you began to edit, and would be replaced',
      fieldsWarning: 'The list of fields on the service is replaced whole by the one on screen.',
      removedWarning:
        'Older entries keep what was answered in the removed fields; new ones will not have those fields.',
    },
    saved: (name) => `“${name}” was saved on the service.`,
    created: (name) => `“${name}” was created on the service.`,
  },

  budget: {
    label: 'Requests left in this minute',
    remaining: (remaining, limit) => `${number(remaining)} of ${requests(limit)} left`,
    resets: (duration) => `renews in ${duration}`,
    waiting: (value, duration) =>
      value === 1 ? `1 request waits ${duration} more` : `${number(value)} requests wait ${duration} more`,
    waitingNow: (value) => (value === 1 ? '1 request in line' : `${number(value)} requests in line`),
    unknown: 'limit not known yet',
    hint: 'The service takes a number of requests a minute for each key. Cruza waits for the renewal before it goes over the limit; nothing is lost.',
  },

  writes: {
    title: 'Sent in the last 30 days',
    text: 'Everything that was created, changed or deleted on the service from this computer.',
    emptyText: 'What you create, change or delete on the service appears here, with its confirmation.',
    band: (action, target) =>
      `Sent, not confirmed by the service: ${action} “${target}”. Do not repeat it; check it first.`,
    bandMore: (value) => `and ${number(value)} more`,
  },
  shortcuts: {
    entries: 'Entries',
    pictures: 'Charts',
    edit: 'Edit',
  },
}
