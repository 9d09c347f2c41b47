import type { KeepPlan, KeptPeriod } from '../../contract/forms.ts'
import { daysOfPeriod } from '../kept-days.ts'
import type { forms as portuguese } from '../pt-BR/forms.ts'
import { count, number } from './common.ts'

const entries = (value: number) => count(value, 'entry', 'entries')
const formCount = (value: number) => count(value, 'form', 'forms')
const requests = (value: number) => count(value, 'request', 'requests')

const statuses: Readonly<Record<string, string>> = { draft: 'draft', active: 'active', archived: 'archived' }

function periodWords(period: KeptPeriod | null): string {
  const { first, last } = period ? daysOfPeriod(period) : { first: null, last: null }
  if (first && last) return first === last ? `only ${first}` : `only from ${first} to ${last}`
  if (first) return `only since ${first}`
  return last ? `only until ${last}` : 'the whole form'
}

/** Of what is left of the plan in this month. */
function shareWords(value: number, { used, limit }: NonNullable<KeepPlan['api_calls']>): string {
  if (limit < 0) return 'the plan has no request limit'
  const left = Math.max(0, limit - used)
  const facts = `${number(left)} of ${number(limit)}`
  if (value > left) return `more than your plan has left this month (${facts}); the service may refuse`
  const percent = (value / left) * 100
  const share = percent < 1 ? 'less than 1%' : `${number(Math.round(percent))}%`
  return `uses ${share} of the requests your plan has left this month (${facts})`
}

export const forms: typeof portuguese = {
  title: 'Forms',
  count: formCount,
  create: 'New form',
  list: 'Forms in the account',
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
    'Forms and entries come from the form service. Connect the account once, with its access key; after that, everything you store works offline.',
  connect: 'Connect',
  empty: 'No forms in this account',
  emptyText: 'A form receives entries at its public address. Create your first one here; it starts as a draft.',
  neverRead: 'The list of forms has not been read yet',
  nothingFound: 'No forms match this filter',
  nothingFoundText: 'Neither here nor on the service. Try another word or another status.',
  nothingFoundHere: 'Only the local list was searched: the service did not respond.',
  clearFilter: 'Clear the filter',
  search: 'Search forms',
  searchHint: 'Search by name…',
  anyStatus: 'Any status',
  shown: (shown, all) => (shown === all ? formCount(all) : `${number(shown)} of ${formCount(all)}`),
  refresh: 'Refresh list',
  columns: {
    status: 'Status',
    offline: 'Available offline',
    unreviewed: 'To review',
  },
  status: (word) => (word === null ? 'not given' : (statuses[word] ?? word)),
  statusMeanings: {
    draft: 'Still being prepared; nothing is deleted.',
    active: 'Published: receives entries at its public address.',
    archived: 'No longer in use; nothing is deleted: the form and its entries stay on the service.',
  },
  deleted: 'deleted on the service',
  deletedText: 'This form no longer exists on the service. The entries stored here are still available.',
  unknownCount: '—',
  unknownCountHint: 'Not reported by the service.',

  sync: {
    none: 'not stored',
    reading: 'reading',
    complete: 'complete',
    changed: 'changed on the service',
    partial: 'partial',
  },
  syncReasons: {
    none: 'The entries are only on the service.',
    reading: 'The entries are being read now.',
    complete: 'The entries here match the service’s total.',
    changed: 'The service’s total does not match the entries here. “Check everything” finds deleted and missing ones.',
    partial: 'Reading stopped before the end. What was read is saved; “Refresh entries” continues.',
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
    `Stored: ${periodWords(period)}. Other entries are only on the service; counts, charts and exports cover that period.`,
  partOf: (name, period) => `“${name}” (${periodWords(period)})`,
  keptParts: (forms) => `Only partly stored, so only local entries are counted: ${forms.join(', ')}.`,
  widen: 'Store more…',
  keeping: {
    title: (name) => `Make “${name}” available offline`,
    widenTitle: (name) => `Store more of “${name}”`,
    text: 'The entries are downloaded and stored encrypted on this computer, so you can review, search, cross-check and export them offline.',
    widenText: 'Everything already stored stays, with its reviews. The whole period is read again.',
    choices: {
      all: 'All',
      last30: 'Last 30 days and new ones',
      last90: 'Last 90 days and new ones',
      days: 'Between two dates',
    },
    openHint: 'Leave empty for no limit.',
    needsDay: 'Enter at least one of the dates.',
    cost: 'What it costs',
    asking: 'Checking how many entries there are…',
    labels: {
      period: 'To be stored',
      entries: 'Entries',
      requests: 'Requests',
      time: 'Time',
      plan: 'Plan',
    },
    uncounted: 'the service did not say how many there are',
    entries: (value, wider) =>
      wider ? `at most ${number(value)}: the service only uses whole days, and the rest is not stored` : number(value),
    requests: (value) => number(value),
    time: (duration) => `about ${duration}`,
    planUnknown: 'the service did not say how much of the plan is used',
    share: shareWords,
    singles: (value) =>
      `Reading when idle is on: up to ${requests(value)} more afterwards, one per entry. You can turn it off in Settings.`,
    same: 'This is already stored.',
    confirm: 'Store offline',
    newestHint: 'One or two requests; nothing is stored.',
  },
  keepNamed: (name) => `Store the entries of ${name} on this computer`,
  reading: (name) => `Reading the entries of ${name}`,

  actions: {
    sync: 'Refresh entries',
    reconcile: 'Check everything (finds deleted ones)',
    status: 'Change the status…',
    duplicate: 'Duplicate as draft…',
    copyAddress: 'Copy the public address',
    readAgain: 'Read again from the service',
    keep: 'Store offline…',
    newest: 'View the newest 100',
    forget: 'Remove from this computer…',
  },
  addressCopied: 'Public address copied.',
  tabs: { label: 'Parts of the form', entries: 'Entries', pictures: 'Charts', edit: 'Edit' },
  gonePlace: 'This form no longer exists',
  gonePlaceText: 'It was deleted, or the data belongs to another account.',
  backToList: 'See the forms',
  notKeptTitle: 'The entries are not stored here',
  notKeptText: 'Store the entries on this computer, encrypted, to review, filter and export them, even offline.',
  facts: {
    entries: (value) => `${entries(value)} on the service`,
  },

  forget: {
    title: (name) => `Remove “${name}” from this computer?`,
    entries: (value) => `${entries(value)} read on this computer`,
    reviews: (value) =>
      value === 1
        ? 'The review of 1 entry: state, tags and notes, which exist only here'
        : `The reviews of ${entries(value)}: states, tags and notes, which exist only here`,
    gone: (value) =>
      value === 1
        ? '1 entry already deleted on the service, which cannot be read again'
        : `${entries(value)} already deleted on the service, which cannot be read again`,
    keeps: 'Nothing changes on the service. To keep the reviews, export a package or a spreadsheet first.',
    confirm: 'Remove',
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
    instead: 'Archive it instead',
    insteadText:
      'An archived form is no longer in use but keeps all its entries on the service. This is usually what you want.',
    archive: 'Archive',
    archived: 'This form is already archived.',
    go: 'I still want to delete it',
    willBeLost: 'This will be permanently deleted from the service:',
    loses: (value) => (value === null ? 'all entries of the form' : `${entries(value)} of the form`),
    losesForm: 'the form, its public address and its settings',
    copyTitle: 'Local copy',
    copyWhy:
      'Before deleting, Cruza saves an encrypted copy of all entries on this computer. The copy stays, with the reviews.',
    copyMissing: (here, total) =>
      total === null ? `${entries(here)} in the copy.` : `${number(here)} of ${entries(total)} in the copy.`,
    copyReady: (value) => `Copy complete: ${entries(value)}.`,
    copyStart: 'Make a copy',
    copyGoOn: 'Complete the copy',
    confirm: 'Delete permanently',
  },
  removed: (name) => `“${name}” was deleted on the service. The local copy stays here.`,
  statusChanged: (name, status) => `“${name}” is now ${status}.`,

  editor: {
    newFacts: 'Nothing is sent until you say so.',
    label: 'Form details',
    basics: 'Details',
    nameRequired: 'Give the form a name.',
    nameTooLong: (over) => `The service accepts up to 255 characters; this is ${number(over)} too long.`,
    description: 'Description',
    descriptionHint: 'Only for your team; respondents do not see it.',
    status: 'Initial status',
    publicUrl: 'Public address',
    publicUrlNone: 'The service provides the address after the first reading.',
    copyUrl: 'Copy address',
    fieldsCount: (value) => count(value, 'field', 'fields'),
    fieldsEmpty: 'No fields yet. Respondents would see an empty form.',
    fieldsUnread: 'The fields have not been read from the service yet.',
    fieldList: 'Fields, in form order',
    addField: 'Add field',
    field: {
      name: (place, label) => (label ? `Field ${place}: ${label}` : `Field ${place}`),
      label: 'Label',
      labelRequired: 'Give the field a label.',
      typeRequired: 'Choose a type.',
      otherType: 'Other type…',
      ownType: 'Type name on the service',
      required: 'Required',
      placeholder: 'Placeholder',
      drag: 'Drag to change the order',
      up: (name) => `Move up ${name}`,
      down: (name) => `Move down ${name}`,
      moved: (label, place, all) =>
        label ? `${label}: position ${place} of ${all}.` : `Field: position ${place} of ${all}.`,
      more: (name) => `More actions for ${name}`,
      extra: 'Other keys of this field (JSON)',
      extraHint: 'Anything else the service stores, such as the options of a list. Sent as it is.',
      extraWrong: 'This is not a JSON object such as {"options": ["yes", "no"]}.',
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
      'The service documents Text and E-mail; the other types are common, and the service will tell you if it does not accept one.',
    settings: 'Settings',
    redirect: 'Redirect after submitting',
    redirectHint: 'Where people are sent after submitting the form.',
    email: 'Notification e-mail',
    emailHint: 'Notified of every entry.',
    otherSettings: 'Other settings keys (JSON)',
    otherSettingsHint:
      'The service merges what you send into its current settings, so a key cannot be removed, only changed or emptied (null).',
    settingName: (place) => `Key ${place} name`,
    settingValue: (name) => `Value of ${name}`,
    settingNew: 'new key',
    settingWrong: 'The value must be JSON: "text", 12, true, null, […] or {…}.',
    settingNameRequired: 'Give the key a name.',
    settingNameTaken: 'This key already exists.',
    addSetting: 'Add key',
    removeSetting: (name) => `Remove the key ${name}`,
    save: 'Save…',
    saveCreate: 'Create form',
    unchanged: 'Nothing changed.',
    dirty: (value) => `${count(value, 'change not sent yet', 'changes not sent yet')}`,
    refused: 'The service did not accept this:',
    newerTitle: 'The form changed on the service after you started editing.',
    newerReplaced:
      'Saving replaces changes made there to the same parts; you will see the difference before it is sent.',
    newerStays: 'Changes made there are kept: only your changes are sent.',
    takeNewer: 'Discard mine and use the service’s version',
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
      moved: (label, place) => `${label} moves to position ${place}`,
      movedThere: 'Changed on the service since you started editing; will be replaced',
      fieldsWarning: 'The whole list of fields on the service is replaced by the one on screen.',
      removedWarning: 'Older entries keep their answers to the removed fields; new ones will not have those fields.',
    },
    saved: (name) => `“${name}” was saved on the service.`,
    created: (name) => `“${name}” was created on the service.`,
  },

  budget: {
    label: 'Requests left this minute',
    remaining: (remaining, limit) => `${number(remaining)} of ${requests(limit)} left`,
    resets: (duration) => `renews in ${duration}`,
    waiting: (value, duration) =>
      value === 1 ? `1 request waits ${duration} more` : `${number(value)} requests wait ${duration} more`,
    waitingNow: (value) => (value === 1 ? '1 request queued' : `${number(value)} requests queued`),
    unknown: 'limit not known yet',
    hint: 'The service allows a number of requests per minute for each key. Cruza waits for the limit to renew; nothing is lost.',
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
