import type { reviews as portuguese } from '../pt-BR/reviews.ts'
import { count, number } from './common.ts'

const entries = (value: number) => count(value, 'entry', 'entries')
const changed = (value: number) => `${entries(value)} changed`

export const reviews: typeof portuguese = {
  title: 'Team review',
  reviewingAs: (name) => `reviewing as ${name}`,
  anonymous: 'without a name',
  local:
    'Reviews are not stored on the service: they belong to your team and stay on this computer, encrypted. Use packages to exchange them with a colleague.',
  nothing: '(nothing)',

  reviewer: {
    title: 'Reviewer',
    label: 'Your name',
    hint: 'Shown next to every decision you make and in every package you send.',
    placeholder: 'As the team knows you',
    save: 'Save the name',
    saved: 'Name saved: it applies to your next decisions.',
  },

  figures: {
    title: 'Charts',
    all: 'Everything',
    other: 'Another period',
    otherSet: (from, to) => `${from} to ${to}`,
    open: 'open',
    states: 'Review states',
    total: entries,
    empty: 'No entries with these filters',
    emptyText: 'Choose another period or other states: nothing was deleted.',
    none: 'No entries here yet',
    noneText: 'Charts appear once the form’s entries are stored on this computer.',
    clear: 'Clear the filters',
    perDay: 'Entries per day',
    perWeek: 'Entries per week',
    perMonth: 'Entries per month',
    asTable: 'Show as a table',
    tableOf: (title) => `${title}, as a table`,
    asPicture: 'Show as a chart',
    columns: (title, total, from, to, mostFrequent, when) =>
      `${title}: ${total}, from ${from} to ${to}. The highest was ${mostFrequent} (${when}).`,
    week: (day) => `week of ${day}`,
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    share: 'Share',
    value: 'Value',
    byForm: 'By form',
    bySource: 'By source',
    byCampaign: 'By campaign',
    byState: 'By state',
    byOutcome: 'By contact status',
    noContact: 'Unknown',
    noContactHint: 'No phone or e-mail, or no cached sheet to check.',
    byField: 'Answers to a field',
    chooseField: 'Choose a field to see its answers',
    mostFrequent: (value) => `Only the ${number(value)} most frequent values; shares are of all entries.`,
    answers: 'Answers',
    blank: '(no value)',
    reviewTime: 'Time to decision',
    median: 'median',
    medianHint: 'Half of the decided entries waited less than this.',
    noDecision: 'No entries have been decided yet.',
    minutes: (value) => `${value} min`,
    hours: (value) => `${value} h`,
    days: (value, one) => (one ? `${value} day` : `${value} days`),
    upTo: (time) => `up to ${time}`,
    between: (from, to) => `${from} to ${to}`,
    moreThan: (time) => `more than ${time}`,
  },

  passphrase: {
    label: 'Package passphrase',
    hint: 'Send it to your colleague separately, never with the file.',
    different: 'The passphrases do not match.',
    strength: 'Passphrase strength',
    strengths: {
      weak: 'Weak: add more words.',
      fair: 'Fair: one more word makes it good.',
      good: 'Good.',
      strong: 'Strong.',
    },
    lost: 'Without the passphrase nobody can open the package, not even you.',
    open: 'Passphrase that your colleague gave you',
    wrong: 'The passphrase does not open this package. Ask who sent it.',
  },

  send: {
    title: 'Send to a colleague',
    text: 'An encrypted file with states, notes, tags and who decided what. It does not include the customers’ answers.',
    action: 'Export package…',
    dialog: 'Export review package',
    formHint: (value) => `${entries(value)} on this computer`,
    choose: 'Choose at least one form.',
    personNotes: 'Include my notes about the people of these entries',
    fileName: (day) => `review-${day}`,
    noForms: 'No form is stored on this computer: store one to review offline.',
  },
  saved: {
    title: 'Package saved',
    text: (name, value) => `${name}, with ${entries(value)}. Send your colleague the passphrase separately.`,
  },

  receive: {
    title: 'Receive from a colleague',
    text: 'Drop the file here. Nothing changes until you have seen what is in it.',
    action: 'Choose file…',
  },

  opened: {
    titles: {
      review: (from) => `Package from ${from}`,
      blind_request: (from) => `${from} asks for a second review`,
      blind_answer: (from) => `${from}’s answer to the blind review`,
    },
    madeAt: (moment) => `made ${moment}`,
    holds: 'Contents',
    events: 'New events',
    changes: 'Changes without conflict',
    conflicts: 'In conflict',
    nothingNew: 'Everything in this package is already here.',
    personNotes: (value, from) =>
      `${count(value, 'note about a person', 'notes about people')} by ${from}: added behind yours, with the name.`,
    read: (value) => `${number(value)} read`,
    others: (names, more) =>
      `It also includes decisions by ${names}${more > 0 ? ` and ${count(more, 'other person', 'other people')}` : ''}. The history of each entry says who decided and whose package it came with.`,
    inMyName: {
      text: (value, from) =>
        `${value === 1 ? '1 event has your name, but was not made' : `${number(value)} events have your name, but were not made`} on this computer. Merge them only if it was you, on another computer, or a colleague who uses the same name. The history shows that they came from ${from}’s package.`,
      label: 'Also merge events under my name',
    },
    stopped:
      'The merge was interrupted. What was merged stays, and can be undone in the history. “Merge” continues from there.',
    unknown: (value) =>
      value === 1
        ? '1 entry is not on this computer. Its review waits until you refresh the form.'
        : `${number(value)} entries are not on this computer. Their reviews wait until you refresh the forms.`,
    request: (value) =>
      `${entries(value)} for you to decide without seeing what was decided there. Your usual decisions do not change.`,
    ownRequest: 'This is your own request: your colleague decides. Send them the file and the passphrase.',
    answer: (decided, all) =>
      `${number(decided)} of ${entries(all)} ${decided === 1 ? 'was' : 'were'} decided blind. Once you save it, you will see how often you agree; your states do not change.`,
    merge: 'Merge',
    accept: 'Accept the request',
    keep: 'Save the answer',
    discard: 'Close without merging',
    summary: (changes, theirs, mine) =>
      [
        `${count(changes, 'change', 'changes')} without conflict`,
        ...(theirs + mine > 0
          ? [
              `${number(theirs)} ${theirs === 1 ? 'conflict goes' : 'conflicts go'} to your colleague`,
              `${number(mine)} to you`,
            ]
          : []),
      ].join(' · '),
    both: 'Both histories are kept, whatever you choose.',
  },

  conflicts: {
    title: (value) => count(value, 'conflict', 'conflicts'),
    text: 'You and your colleague decided differently on the same entry. Choose which one applies; the other stays in the history.',
    all: 'For all',
    allMine: 'Keep mine',
    allTheirs: 'Take theirs',
    allNewest: 'Take the newest',
    mine: 'Mine',
    theirs: 'Theirs',
    choice: (sender, field) => `${field} of ${sender}`,
    fields: { state: 'State', assignee: 'Assignee', tags: 'Tags' },
    byWhen: (who, moment) => `${who}, ${moment}`,
    newer: 'newer',
  },

  merged: {
    review: (value) => (value === 0 ? 'Package merged: nothing changed.' : `Package merged: ${changed(value)}.`),
    blind_request: 'Request accepted. Review the entries and send your answer.',
    blind_answer: 'Answer saved.',
    undone: (value) =>
      value === 0
        ? 'Nothing was undone: what the package changed was already undone or changed since.'
        : `Undone: ${entries(value)} restored.`,
    entries: 'See the entries',
    review_set: 'Review now',
    agreement: 'See the agreement',
  },

  blind: {
    title: 'Blind review',
    text: 'A colleague reviews the same entries without seeing your states; then you see how often you agree.',
    action: 'Ask for a second review…',
    none: 'No second review yet.',
    dialog: 'Ask for a second review',
    nameHint: 'Also used as the file name: do not include a customer’s name.',
    proposed: (day) => `Second review ${day}`,
    nameRequired: 'Give the request a name.',
    ofForm: (name) => `All of ${name}`,
    ofAll: 'All entries, from every form',
    asks: (value) =>
      value === 0 ? 'No entries here: choose others.' : `${entries(value)} will be included in the request.`,
    confirm: 'Create the request',
    answerDialog: (name) => `Answer ${name}`,
    answerText: (decided, all) =>
      decided < all
        ? `You decided ${number(decided)} of ${entries(all)}; the others go as undecided.`
        : `You decided all of them: ${entries(all)}.`,
    answerName: (name) => `answer ${name}`,
    answerConfirm: 'Create the answer',
    columns: {
      name: 'Request',
      colleague: 'Colleague',
      made: 'Made',
      decided: 'Decided',
      state: 'Status',
    },
    roles: { asked: 'waiting for the answer', given: 'for you to review', answered: 'answered' },
    review: 'Review',
    reviewNamed: (name) => `Review ${name}`,
    answer: 'Answer…',
    answerNamed: (name) => `Answer ${name}…`,
    agreement: 'Agreement',
    agreementNamed: (name) => `Agreement for ${name}`,
    forgetLoses: {
      asked: 'The request: your colleague’s answer can no longer be compared.',
      given: 'The decisions you made in it, which exist only on this computer.',
      answered: 'Your colleague’s answer and how it compares with your review.',
    },
    forgetKeeps: 'The entries and the team’s review stay as they are.',
    screen: {
      title: (name) => `Blind review: ${name}`,
      asker: (name) => `requested by ${name}`,
      progress: (decided, all) => `${number(decided)} of ${entries(all)} decided`,
      missing: (value) => (value === 1 ? '1 is not on this computer' : `${number(value)} are not on this computer`),
      band: 'Only your decisions for this request are shown here. The team’s decisions, notes and tags stay hidden.',
      answer: 'Answer…',
      leave: 'Leave the review',
      gone: 'This blind review is no longer here',
      notOurs: 'Your colleague decides in this review',
      notOursText: 'You requested it. When the answer is here, compare both reviews in Packages.',
    },
  },

  agreement: {
    title: (name) => `Agreement: ${name}`,
    facts: (colleague, both, all) =>
      `you and ${colleague} · both decided ${number(both)} of the ${entries(all)} in the request`,
    someone: 'your colleague',
    rate: 'agreement',
    agreed: (agreed, both) => `${number(agreed)} of ${number(both)} with the same state`,
    kappa: 'kappa',
    kappaText: 'Cohen’s kappa discounts agreement by chance: 0 is what chance would give, 1 is full agreement.',
    kappaNone: 'There is no kappa when both used a single state.',
    kappas: {
      poor: 'worse than chance',
      slight: 'slight beyond chance',
      fair: 'fair beyond chance',
      moderate: 'moderate beyond chance',
      substantial: 'substantial beyond chance',
      perfect: 'almost perfect beyond chance',
    },
    none: 'Nothing to compare yet',
    noneText: 'No entry was decided by both of you.',
    matrix: 'Your decisions compared',
    matrixHint: 'Each row is what you decided, each column what your colleague decided. On the diagonal you agree.',
    theirs: 'Colleague',
    cell: (mine, theirs, value) => `you ${mine}, your colleague ${theirs}: ${entries(value)}`,
    total: 'Total',
    disagreed: (value) => count(value, 'disagreement', 'disagreements'),
    noDisagreement: 'No disagreements: you decided everything the same way.',
    openNamed: (sender) => `Open the entry from ${sender}`,
  },

  rules: {
    action: 'Spam rules…',
    title: 'Spam rules',
    text: 'These rules only flag entries for attention: nothing is marked as spam automatically.',
    links: 'A text with at least',
    linksUnit: 'links',
    repeated: 'The same text in at least',
    repeatedUnit: 'entries',
    repeatedShort: (shortest, left, all) =>
      left === 0
        ? `Only texts of ${number(shortest)} characters or more are compared.`
        : `Only texts of ${number(shortest)} characters or more are compared: ${number(left)} of ${entries(all)} with a text ${left === 1 ? 'is' : 'are'} left out.`,
    seconds: 'From the same IP in less than',
    secondsUnit: 'seconds',
    pattern: 'Texts that are usually spam, such as SEO offers and casinos.',
    words: 'Blocked words, one per line',
    wordsHint: 'Capitals and accents do not matter.',
    wordsCount: (value) => count(value, 'word', 'words'),
    tooMany: (limit) => `At most ${number(limit)} words.`,
    tooLong: (limit) => `Each word has at most ${number(limit)} letters.`,
    save: 'Save the rules',
    saved: 'Rules saved. The signs of spam have been updated.',
  },

  history: {
    action: 'History…',
    title: 'Review history',
    text: 'The last 200 review actions on this computer, newest first. Undoing does not affect anything changed since.',
    who: 'Who',
    what: 'Action',
    undoNamed: (action) => `Undo: ${action}`,
    undone: 'undone',
    undoneNow: (value) =>
      value === 0
        ? 'Nothing was undone: everything it changed has been changed since.'
        : `Undone: ${entries(value)} restored.`,
    actionPhrases: {
      state: (value) => `State: ${value}`,
      assign: (value) => (value === '' ? 'Removed the assignee' : `Assignee: ${value}`),
      tag: (value) => `Tags: ${value}`,
      note: () => 'Note',
      merge: (value) => (value === '' ? 'Merged a package' : `Merged ${value}’s package`),
      undo: () => 'Undid an action',
    },
  },

  drop: {
    title: 'Open this review package',
    hint: 'Drop your colleague’s file. Nothing changes until you have seen what is in it.',
    noForms: 'To open a review package, connect its form account first.',
  },
}
