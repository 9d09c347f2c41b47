import type { ConversationAttribute, ConversationOperator } from '../../values/conversation-fields.ts'
import type { conversations as portuguese } from '../pt-BR/conversations.ts'
import { count, number } from './common.ts'

const conversationsOf = (value: number) => count(value, 'conversation', 'conversations')

const attributes: Record<ConversationAttribute, string> = {
  status: 'Status',
  assignee_id: 'Agent',
  inbox_id: 'Inbox',
  team_id: 'Team',
  contact_id: 'Contact no.',
  priority: 'Priority',
  display_id: 'Conversation number',
  campaign_id: 'Campaign no.',
  labels: 'Labels',
  created_at: 'Opened on',
  last_activity_at: 'Last activity',
  mail_subject: 'E-mail subject',
}

const operators: Record<ConversationOperator, string> = {
  equal_to: 'is',
  not_equal_to: 'is not',
  contains: 'contains',
  is_present: 'is set',
  is_not_present: 'is empty',
  is_greater_than: 'after',
  is_less_than: 'before',
  days_before: 'more than … days ago',
}

/** What a condition says in a sentence; `values` are its words, already joined with "or". */
const said: Record<
  ConversationAttribute,
  Partial<Record<ConversationOperator, (values: string, many: boolean) => string>>
> = {
  status: {
    equal_to: (values) => `the status is ${values}`,
    not_equal_to: (values) => `the status is not ${values}`,
    contains: (values) => `the status contains ${values}`,
    is_present: () => 'there is a status',
    is_not_present: () => 'there is no status',
  },
  assignee_id: {
    equal_to: (values) => `the agent is ${values}`,
    not_equal_to: (values) => `the agent is not ${values}`,
    contains: (values) => `the agent’s number contains ${values}`,
    is_present: () => 'there is an agent',
    is_not_present: () => 'there is no agent',
  },
  inbox_id: {
    equal_to: (values) => `the inbox is ${values}`,
    not_equal_to: (values) => `the inbox is not ${values}`,
    contains: (values) => `the inbox’s number contains ${values}`,
    is_present: () => 'there is an inbox',
    is_not_present: () => 'there is no inbox',
  },
  team_id: {
    equal_to: (values) => `the team is ${values}`,
    not_equal_to: (values) => `the team is not ${values}`,
    contains: (values) => `the team’s number contains ${values}`,
    is_present: () => 'there is a team',
    is_not_present: () => 'there is no team',
  },
  contact_id: {
    equal_to: (values) => `the contact is ${values}`,
    not_equal_to: (values) => `the contact is not ${values}`,
    contains: (values) => `the contact’s number contains ${values}`,
    is_present: () => 'there is a contact',
    is_not_present: () => 'there is no contact',
  },
  priority: {
    equal_to: (values) => `the priority is ${values}`,
    not_equal_to: (values) => `the priority is not ${values}`,
    contains: (values) => `the priority contains ${values}`,
    is_present: () => 'there is a priority',
    is_not_present: () => 'there is no priority',
  },
  display_id: {
    equal_to: (values) => `the number is ${values}`,
    not_equal_to: (values) => `the number is not ${values}`,
    contains: (values) => `the number contains ${values}`,
    is_present: () => 'there is a number',
    is_not_present: () => 'there is no number',
  },
  campaign_id: {
    equal_to: (values) => `the campaign is ${values}`,
    not_equal_to: (values) => `the campaign is not ${values}`,
    contains: (values) => `the campaign’s number contains ${values}`,
    is_present: () => 'there is a campaign',
    is_not_present: () => 'there is no campaign',
  },
  labels: {
    equal_to: (values, many) => `there is ${many ? 'one of the labels' : 'the label'} ${values}`,
    not_equal_to: (values, many) => `there is ${many ? 'none of the labels' : 'no label'} ${values}`,
    contains: (values) => `a label contains ${values}`,
    is_present: () => 'there are labels',
    is_not_present: () => 'there are no labels',
  },
  created_at: {
    is_greater_than: (day) => `the opening was after ${day}`,
    is_less_than: (day) => `the opening was before ${day}`,
    days_before: (days) => `the opening was more than ${days} ago`,
  },
  last_activity_at: {
    is_greater_than: (day) => `there was activity after ${day}`,
    is_less_than: (day) => `the last activity was before ${day}`,
    days_before: (days) => `the last activity was more than ${days} ago`,
  },
  mail_subject: {
    equal_to: (values) => `the subject is ${values}`,
    not_equal_to: (values) => `the subject is not ${values}`,
    contains: (values) => `the subject contains ${values}`,
    is_present: () => 'there is a subject',
    is_not_present: () => 'there is no subject',
  },
}

/** A condition of a failure, which names its attribute and operator as the service does. */
export function conditionWords(attribute: unknown, operator: unknown): string {
  const words: Readonly<Record<string, string>> = { ...attributes, ...operators }
  return [attribute, operator].map((name) => words[String(name)] ?? String(name)).join(' ')
}

export const conversations: typeof portuguese = {
  title: 'Conversations',
  count: conversationsOf,
  atMost: (value) => `up to ${conversationsOf(value)}`,
  outside: (value) => `${number(value)} outside the requested days, left out`,
  undated: (value) => `${number(value)} without a date from the service: they may belong to a day before or after`,
  repeated: (value) => `${count(value, 'repeated conversation', 'repeated conversations')} dropped`,
  parts: {
    label: 'Where the conversations are',
    live: 'On the service',
    sets: 'Stored',
    setsCounted: (value) => `Stored (${number(value)})`,
  },

  columns: {
    id: 'Conversation no.',
    status: 'Status',
    contato: 'Contact',
    telefone: 'Phone',
    email: 'E-mail',
    contato_id: 'Contact no.',
    contato_criado_em: 'Contact created on',
    agente: 'Agent',
    equipe: 'Team',
    caixa: 'Inbox',
    caixa_id: 'Inbox no.',
    etiquetas: 'Labels',
    prioridade: 'Priority',
    criada_em: 'Opened on',
    ultima_atividade_em: 'Last activity',
    ultima_mensagem_em: 'Last message on',
    ultima_mensagem_de: 'Last message from',
    ultima_mensagem: 'Last message',
    ultima_mensagem_anexos: 'Attachments of the last message',
    ultima_mensagem_entrega: 'Delivery of the last message',
    assunto: 'E-mail subject',
  },
  priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  from: { contact: 'Contact', team: 'Team', note: 'Internal note', other: 'Other' },
  /** Kinds of attachments; a kind that is not here is shown as the service reports it. */
  attachments: {
    image: 'Image',
    audio: 'Audio',
    video: 'Video',
    file: 'File',
    location: 'Location',
    contact: 'Contact card',
    fallback: 'Link',
    share: 'Shared post',
    story_mention: 'Story mention',
    ig_reel: 'Reel',
    embed: 'Embedded content',
  },
  /** The outcome of a message of the team. */
  deliveries: { progress: 'Sending', sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Not delivered' },

  filter: {
    title: 'Filter',
    edit: 'Edit filter',
    attribute: (place) => `Condition ${number(place)}: field`,
    operator: (place) => `Condition ${number(place)}: comparison`,
    value: (place) => `Condition ${number(place)}: value`,
    remove: (place) => `Remove condition ${number(place)}`,
    and: 'and',
    where: 'where',
    add: 'Add a condition',
    attributes,
    operators,
    labelOperators: {
      equal_to: 'has any of',
      not_equal_to: 'has none of',
      is_present: 'has any',
      is_not_present: 'has none',
    },
    any: 'Name or number',
    anyNumber: 'Number, then Enter',
    digits: 'Digits',
    otherWord: 'Another value, then Enter',
    otherWordLabel: (label) => `${label}, another value`,
    days: 'days',
    nothingKnown: "No names yet: type the number shown in the platform's address.",
    noneFits: 'No match: type the number.',
    typeNumber: 'Type the number and press Enter.',
    missing: 'A value is missing.',
    missingOne: 'Add at least one condition: the service does not list everything.',
    dayHint: 'Whole days in your time zone.',
  },
  phrase: {
    where: (conditions) => `Conversations where ${conditions}`,
    days: (value) => count(value, 'day', 'days'),
    quoted: (text) => `“${text}”`,
    condition: (attribute, operator, values, many) =>
      said[attribute][operator]?.(values, many) ?? `${attributes[attribute]} ${operators[operator]} ${values}`.trim(),
  },
  builtIn: {
    open: 'Open',
    unassigned: 'Open without an agent',
    waiting: 'Open, no activity for 2 days',
    pending: 'Pending',
    snoozed: 'Snoozed',
  },

  waits: {
    minutes: (value) => `waiting for ${number(value)} min`,
    hours: (value) => `waiting for ${number(value)} h`,
    days: (value) => `waiting for ${number(value)} days`,
  },
  list: {
    label: 'Conversations matching the filter',
    headings: {
      inbox: 'Inbox',
    },
    notRead: 'Could not be read now',
    noMessage: 'No message',
    noAgent: 'No agent',
    noValue: '–',
    fromTeam: 'Team:',
    fromNote: 'Internal note:',
    shown: (shown, all) => `${number(shown)} of ${conversationsOf(all)}`,
    shownOfMost: (shown, all) => `${number(shown)} of up to ${conversationsOf(all)}`,
    shownOnly: (shown) => `${conversationsOf(shown)} so far`,
    outsideHint:
      "The service uses another time zone for days: Cruza requests one extra day on each side and leaves out the rest. The service's total includes those days.",
    readAt: (moment) => `read ${moment}`,
    loadingMore: 'Reading more…',
    more: 'Read more',
    end: 'End of the list',
    order: 'Order of the list',
    orders: { movement: 'Last movement', wait: 'Longest wait' },
    orderOfRead: (read) =>
      `Order of the ${number(read)} read so far only: those who have waited longest are usually further down. Read more, or download all.`,
    empty: 'No conversations match this filter',
    emptyText: 'Remove a condition or widen the dates.',
    seeSets: 'Show stored conversations',
  },

  detail: {
    label: 'Conversation',
    title: (id) => `Conversation ${id}`,
    close: 'Close the conversation',
    previous: 'Previous conversation',
    next: 'Next conversation',
    reply: 'Reply…',
    contact: 'See the contact',
    cannotReply: 'The team cannot reply now (the channel’s reply window has closed).',
    none: 'none',
    noMessage: 'No message yet.',
    unreportedMessage: 'The service does not report the last message.',
    noContent: 'Message without text',
    messageBy: (from, moment) => `${from} · ${moment}`,
    raw: 'As sent by the service',
    showRaw: 'Show original data',
    hideRaw: 'Hide',
    gone: (id) => `The service has no conversation ${id} in this account.`,
    goneText:
      'It may have been deleted, or the number in the sheet is not a conversation number: services differ in this.',
    hidden: (id) => `The service does not show conversation ${id} by its number`,
    hiddenText:
      'It returns other conversations, whatever the number, and this one is not among the contact’s latest: its current state cannot be known.',
    seen: (moment) => `The service does not show this conversation by its number: this is how it was ${moment}.`,
    ofContact: "See the contact's conversations",
    otherContact: (id) =>
      `Careful: conversation ${id} on this service belongs to another contact. The number in the sheet is not a conversation number.`,
    readAt: (moment) => `stored ${moment}`,
    live: 'Open it on the service',
  },

  sets: {
    count: (value) => count(value, 'stored set', 'stored sets'),
    fetch: 'Download all',
    title: 'Download all conversations matching the filter',
    nameHint: 'Only shown on this computer.',
    plan: (conversations, requests) =>
      `${conversationsOf(conversations)}, ${count(requests, 'request', 'requests')} of 25. You can stop and continue later.`,
    planAtMost: (conversations, requests) =>
      `Up to ${conversationsOf(conversations)}, ${count(requests, 'request', 'requests')} of 25. You can stop and continue later.`,
    planUnknown: 'The service does not say how many there are: Cruza reads to the last page.',
    list: 'Conversations stored on this computer',
    empty: 'No stored conversations',
    emptyText:
      'Create a filter and download all its conversations: they are stored on this computer, encrypted, work offline and export to Excel.',
    makeFilter: 'Create a filter',
    states: {
      complete: 'complete',
      changed: 'changed while being read',
      partial: 'partial',
      reading: 'reading',
    },
    reasons: {
      complete: 'The number of conversations read matches the service’s total.',
      changed: 'The list changed while it was being read, or the service reports another total. Refresh to check.',
      partial: 'Reading stopped before the end. What was read is saved.',
      reading: 'The conversations are being read now.',
    },
    ofAll: (rows, all) => `${number(rows)} of ${conversationsOf(all)} were read.`,
    some: (rows) => `${conversationsOf(rows)} were read.`,
    incomplete: 'This reading is incomplete.',
    interrupted:
      'The last refresh stopped before the end. The rows shown are the complete ones from the previous reading.',
    progress: (name) => `Reading ${name}`,
    resume: 'Continue',
    resumeNamed: (name) => `Continue reading ${name}`,
    refreshing: 'Refresh (reads again)',
    showLive: 'Run the filter on the service',
    dialogs: {
      rename: { title: 'Rename', name: 'Name', confirm: 'Rename' },
      forget: {
        title: (name) => `Forget “${name}”?`,
        lost: ({ rows }) => [
          `${conversationsOf(rows)} stored on this computer`,
          'the sorting, filters and columns you set up',
        ],
        kept: 'Nothing changes on the service: you can download again.',
        confirm: 'Forget',
      },
    },
    gone: 'These conversations are no longer stored',
    goneText: 'They were forgotten, or the data belongs to another account.',
    noRows: 'The service has no conversations with this filter',
    noRowsText: 'Reading finished with no conversations.',
    waitingRows: 'Conversations appear here as soon as reading finishes',
    nothingRead: 'No conversations have been read yet',
    search: 'Search name, phone or e-mail',
  },
  shortcuts: {
    filter: 'Edit the filter',
    reply: 'Reply',
    list: 'Go to the list',
  },
}
