import type { reviews as portuguese } from '../pt-BR/reviews.ts'
import { count, number } from './common.ts'

const entries = (value: number) => count(value, 'entry', 'entries')
const changed = (value: number) => `${entries(value)} changed`

export const reviews: typeof portuguese = {
  title: 'Team review',
  reviewingAs: (name) => `reviewing as ${name}`,
  anonymous: 'without a name',
  local:
    'The service keeps no reviews: they are your team’s and stay on this computer, encrypted. A package takes yours to a colleague and brings theirs.',
  nothing: '(nothing)',

  reviewer: {
    title: 'Who reviews here',
    label: 'Your name',
    hint: 'It stands beside every decision that you take and in every package that you send.',
    placeholder: 'As the team knows you',
    save: 'Save the name',
    saved: 'Name saved: it holds for the next decisions.',
  },

  figures: {
    title: 'Pictures',
    all: 'Everything',
    other: 'Another period',
    otherSet: (from, to) => `${from} to ${to}`,
    open: 'open',
    states: 'Review states',
    total: entries,
    empty: 'No entries with these filters',
    emptyText: 'Choose another period or other states: nothing was deleted.',
    none: 'No entries here yet',
    noneText: 'The pictures appear once the entries of the form are kept on this computer.',
    clear: 'Clear the filters',
    perDay: 'Entries a day',
    perWeek: 'Entries a week',
    perMonth: 'Entries a month',
    asTable: 'Show as a table',
    tableOf: (title) => `${title}, as a table`,
    asPicture: 'Show as a picture',
    columns: (title, total, from, to, most, when) =>
      `${title}: ${total}, from ${from} to ${to}. The highest number was ${most}, in ${when}.`,
    week: (day) => `week of ${day}`,
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    share: 'Share',
    value: 'Value',
    byForm: 'By form',
    bySource: 'By source',
    byCampaign: 'By campaign',
    byState: 'By state',
    byOutcome: 'By attendance',
    noContact: 'Not known',
    noContactHint: 'Neither phone nor e-mail, or no cached sheet to look in.',
    byField: 'Answers of a field',
    chooseField: 'Choose a field to see its answers',
    mostFrequent: (value) => `Only the ${number(value)} most frequent values; shares are of all entries.`,
    answers: 'Answers',
    blank: '(no value)',
    reviewTime: 'Time to decision',
    median: 'median',
    medianHint: 'Half of the decided entries waited less than this.',
    noDecision: 'No entry is decided yet.',
    minutes: (value) => `${value} min`,
    hours: (value) => `${value} h`,
    days: (value, one) => (one ? `${value} day` : `${value} days`),
    upTo: (time) => `up to ${time}`,
    between: (from, to) => `${from} to ${to}`,
    moreThan: (time) => `more than ${time}`,
  },

  passphrase: {
    label: 'Passphrase of the package',
    hint: 'Give it to your colleague another way, never with the file.',
    different: 'The two passphrases differ.',
    strength: 'Strength of the passphrase',
    strengths: {
      weak: 'Weak: add more words.',
      fair: 'Fair: one more word makes it good.',
      good: 'Good.',
      strong: 'Strong.',
    },
    lost: 'Without the passphrase nobody opens the package, not even you.',
    open: 'Passphrase that your colleague gave you',
    wrong: 'The passphrase does not open this package. Ask who sent it.',
  },

  send: {
    title: 'Send to a colleague',
    text: 'An encrypted file with states, notes, tags and who decided what. The customers’ answers stay out of it.',
    action: 'Export package…',
    dialog: 'Export review package',
    formHint: (value) => `${entries(value)} on this computer`,
    choose: 'Choose at least one form.',
    fileName: (day) => `review-${day}`,
    noForms: 'No form is kept on this computer: keep one to review offline.',
  },
  saved: {
    title: 'Package written',
    text: (name, value) => `${name}, with ${entries(value)}. Give your colleague the passphrase another way.`,
  },

  receive: {
    title: 'Receive from a colleague',
    text: 'Drop the file here. Nothing changes before you see what it holds.',
    action: 'Choose file…',
  },

  opened: {
    titles: {
      review: (from) => `Package from ${from}`,
      blind_request: (from) => `${from} asks for a second review`,
      blind_answer: (from) => `Answer of ${from} to the blind review`,
    },
    madeAt: (moment) => `made ${moment}`,
    holds: 'What it holds',
    events: 'New events',
    changes: 'Change without conflict',
    conflicts: 'In conflict',
    nothingNew: 'Everything in this package is already here.',
    read: (value) => `${number(value)} read`,
    others: (names, more) =>
      `It also brings decisions of ${names}${more > 0 ? ` and ${count(more, 'other person', 'other people')}` : ''}. The history of each entry says who decided and whose package it came with.`,
    inMyName: {
      text: (value, from) =>
        `${value === 1 ? '1 event bears your name, but was not made' : `${number(value)} events bear your name, but were not made`} on this computer. Merge them only if it was you, on another computer, or a colleague who uses the same name. The history shows that they are from the package of ${from}.`,
      label: 'Merge what bears my name too',
    },
    stopped:
      'The merge was stopped midway. What was merged stays, and can be undone in the history. “Merge” goes on from there.',
    unknown: (value) =>
      value === 1
        ? '1 entry is not on this computer. Its review waits until you refresh the form.'
        : `${number(value)} entries are not on this computer. Their reviews wait until you refresh the forms.`,
    request: (value) =>
      `${entries(value)} for you to decide without seeing what was decided there. Your usual decisions do not change.`,
    ownRequest: 'This request is yours: your colleague decides. Pass on the file and the passphrase.',
    answer: (decided, all) =>
      `${number(decided)} of ${entries(all)} ${decided === 1 ? 'was' : 'were'} decided blind. Once it is kept you see in how many you agree; your states do not change.`,
    merge: 'Merge',
    accept: 'Accept the request',
    keep: 'Keep the answer',
    discard: 'Close without merging',
    summary: (changes, theirs, mine) =>
      [
        `${number(changes)} change without conflict`,
        ...(theirs + mine > 0
          ? [
              `${number(theirs)} ${theirs === 1 ? 'conflict goes' : 'conflicts go'} to your colleague`,
              `${number(mine)} to you`,
            ]
          : []),
      ].join(' · '),
    both: 'Both trails stay, whatever you choose.',
  },

  conflicts: {
    title: (value) => count(value, 'conflict', 'conflicts'),
    text: 'You decided differently on the same entry. Choose what holds; what is not chosen stays in the trail.',
    all: 'In all of them',
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
    blind_request: 'The request is accepted. Decide the entries and send the answer.',
    blind_answer: 'The answer is kept.',
    undone: (value) =>
      value === 0
        ? 'Nothing went back: what the package changed was undone or changed again already.'
        : `Undone: ${entries(value)} went back.`,
    entries: 'See the entries',
    review_set: 'Review now',
    agreement: 'See the agreement',
  },

  blind: {
    title: 'Blind review',
    text: 'A colleague decides the same entries without seeing your states; then you see in how many you agree.',
    action: 'Ask for a second review…',
    none: 'No second review yet.',
    dialog: 'Ask for a second review',
    nameHint: 'It is the name of the file as well: put no customer’s name in it.',
    proposed: (day) => `Second review ${day}`,
    nameRequired: 'Give the request a name.',
    ofForm: (name) => `All of ${name}`,
    ofAll: 'All, of every form',
    asks: (value) =>
      value === 0
        ? 'No entries here: choose others.'
        : `${entries(value)} ${value === 1 ? 'goes' : 'go'} into the request.`,
    confirm: 'Write the request',
    answerDialog: (name) => `Answer ${name}`,
    answerText: (decided, all) =>
      decided < all
        ? `You decided ${number(decided)} of ${entries(all)}; the others go as undecided.`
        : `You decided all of them: ${entries(all)}.`,
    answerName: (name) => `answer ${name}`,
    answerConfirm: 'Write the answer',
    columns: {
      name: 'Request',
      colleague: 'Colleague',
      made: 'Made',
      decided: 'Decided',
      state: 'Where it stands',
    },
    roles: { asked: 'waiting for the answer', given: 'for you to review', answered: 'answered' },
    review: 'Review',
    reviewNamed: (name) => `Review ${name}`,
    answer: 'Answer…',
    answerNamed: (name) => `Answer ${name}…`,
    agreement: 'Agreement',
    agreementNamed: (name) => `Agreement of ${name}`,
    forgetLoses: {
      asked: 'The request: your colleague’s answer can no longer be compared.',
      given: 'The decisions that you took in it, which exist on this computer alone.',
      answered: 'Your colleague’s answer and how it compares with your review.',
    },
    forgetKeeps: 'The entries and the team’s review stay as they are.',
    screen: {
      title: (name) => `Blind review: ${name}`,
      asker: (name) => `requested by ${name}`,
      progress: (decided, all) => `${number(decided)} of ${entries(all)} decided`,
      missing: (value) => (value === 1 ? '1 is not on this computer' : `${number(value)} are not on this computer`),
      band: 'Only the decisions that you take in this request are shown here. What the team decided, noted or tagged stays hidden.',
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
      `you and ${colleague} · ${number(both)} of the ${entries(all)} of the request, which both decided`,
    someone: 'your colleague',
    rate: 'agreement',
    agreed: (agreed, both) => `${number(agreed)} of ${number(both)} with the same state`,
    kappa: 'kappa',
    kappaText:
      'Cohen’s kappa leaves out what would coincide by chance: 0 is what chance would give, 1 is agreeing on everything.',
    kappaNone: 'There is no kappa when both used one state alone.',
    kappas: {
      poor: 'worse than chance',
      slight: 'slight beyond chance',
      fair: 'fair beyond chance',
      moderate: 'moderate beyond chance',
      substantial: 'substantial beyond chance',
      perfect: 'almost perfect beyond chance',
    },
    none: 'Nothing to compare yet',
    noneText: 'No entry was decided by both.',
    matrix: 'How the states met',
    matrixHint: 'Each row is what you decided, each column what your colleague decided. On the diagonal you agree.',
    theirs: 'Colleague',
    cell: (mine, theirs, value) => `you ${mine}, your colleague ${theirs}: ${entries(value)}`,
    total: 'Total',
    disagreed: (value) => count(value, 'disagreement', 'disagreements'),
    noDisagreement: 'No disagreement: you decided everything alike.',
    openNamed: (sender) => `Open the entry of ${sender}`,
  },

  rules: {
    action: 'Spam rules…',
    title: 'Spam rules',
    text: 'Hints only draw attention: no entry is marked by itself.',
    links: 'A text with at least',
    linksUnit: 'links',
    repeated: 'The same text in at least',
    repeatedUnit: 'entries',
    repeatedShort: (shortest, left, all) =>
      left === 0
        ? `Only texts of ${number(shortest)} characters or more are compared.`
        : `Only texts of ${number(shortest)} characters or more are compared: ${number(left)} of ${entries(all)} with a text ${left === 1 ? 'is' : 'are'} left out.`,
    seconds: 'From one IP within less than',
    secondsUnit: 'seconds',
    pattern: 'Texts that tend to be spam, such as SEO offers and casinos.',
    words: 'Blocked words, one a line',
    wordsHint: 'Capitals and accents do not matter.',
    wordsCount: (value) => count(value, 'word', 'words'),
    tooMany: (most) => `At most ${number(most)} words.`,
    tooLong: (most) => `Each word has at most ${number(most)} letters.`,
    save: 'Save the rules',
    saved: 'Rules saved. The hints follow them already.',
  },

  history: {
    action: 'History…',
    title: 'History of what was done',
    text: 'The last 200 deeds of review on this computer, newest first. Undoing leaves alone what changed since.',
    who: 'Who',
    what: 'What was done',
    undoNamed: (action) => `Undo: ${action}`,
    undone: 'undone',
    undoneNow: (value) =>
      value === 0
        ? 'Nothing went back: all that it changed had changed again.'
        : `Undone: ${entries(value)} went back.`,
    actionPhrases: {
      state: (value) => `State: ${value}`,
      assign: (value) => (value === '' ? 'Took the assignee away' : `Assignee: ${value}`),
      tag: (value) => `Tags: ${value}`,
      note: () => 'Note',
      merge: (value) => (value === '' ? 'Merged a package' : `Merged the package of ${value}`),
      undo: () => 'Undid an action',
    },
  },

  drop: {
    title: 'Open this review package',
    hint: 'Drop your colleague’s file. Nothing changes before you see what it holds.',
    noForms: 'To open a review package, connect its form account first.',
  },
}
