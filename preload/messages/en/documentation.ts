import type * as portuguese from '../pt-BR/documentation.ts'
import { count } from './common.ts'

export const documentation: typeof portuguese.documentation = {
  title: 'Help of the platform',
  articles: (articles) => count(articles, 'article', 'articles'),
  kept: (articles) => `${articles} can be read offline`,
  allKept: 'all can be read offline',
  download: 'Download all',
  downloading: 'Downloading…',
  file: { index: 'Index in one file (llms.txt)', full: 'Everything in one file (llms-full.txt)' },
  fileTitle: { index: 'Index (llms.txt)', full: 'The whole documentation (llms-full.txt)' },
  contents: 'Articles',
  findLabel: 'Search the help',
  findPlaceholder: 'Search the help…',
  found: (hits, term) => `${count(hits, 'result', 'results')} for “${term}”`,
  nothingFound: (term) => `Nothing with “${term}”. Try another word, or a shorter one.`,
  foundHere: 'Only in what is kept on this computer.',
  searchFailed: 'The service did not answer the search: only what is kept on this computer is shown.',
  category: 'Category',
  allCategories: 'All categories',
  readable: 'can be read offline',
  unlisted: 'No longer in the list',
  unlistedHint: 'The service took these articles off its list; the version that was read last is still here.',
  choose: {
    title: 'Choose an article',
    text: 'What you open is kept on this computer and can be read and found offline.',
  },
  empty: {
    title: 'No articles yet',
    text: 'The documentation of the platform is public: your access key is not sent to read it.',
  },
  notRead: {
    title: 'This article was not read yet',
    text: 'It appears as soon as the service answers, and is kept on this computer from then on.',
  },
  updated: (date) => `updated on ${date}`,
  keptText: (moment) => `The text on screen is the one that was read ${moment}.`,
  keptIndex: (moment) => `The list on screen is the one that was read ${moment}.`,
  keptNothing: 'Nothing was read yet.',
  text: {
    image: (words) => `Image: ${words}`,
    imageAlone: 'Image',
    openImage: 'see it in the browser',
    done: 'done',
    toDo: 'to do',
    plain: 'This part is shown without formatting, as it came.',
    opensArticle: (title) => `Opens the article “${title}”`,
    opensOutside: (address) => `Opens in your browser: ${address}`,
    footnotes: 'Notes',
  },
  help: {
    open: 'Help for this screen',
    title: 'Help',
    nothing: 'No article of the platform is about this screen.',
    others: 'See also',
    all: 'Open the whole help',
    whole: 'Read it in the help',
    noConnection: 'The help comes from the agent platform. Connect an account to read it.',
  },
}

export const guide: typeof portuguese.guide = {
  parts: { label: 'Parts of the help', cruza: 'Cruza', platform: 'Platform' },
  contents: 'On this page',
  outcomes: {
    com_conversa: 'The base has the person, and there is a conversation: they are or were being served.',
    sem_conversa: 'The base has the person, registered only: there is no conversation with them.',
    ausente: 'The base does not have this key. Where a cached sheet answered: the sheet does not have it.',
    invalida: 'The row has no usable phone or e-mail. The column “Reason” says why; nothing was asked.',
    sem_resposta:
      'Not known yet: the service did not answer for this row. “Continue” or “Ask again” asks for what is missing alone.',
    ambigua:
      'Several contacts of the base match the row on the same rung, and Cruza does not choose for you. “Candidates” tells how many.',
  },
  sections: {
    outcomes: {
      title: 'The outcomes of a cross-check',
      paragraphs: [
        'Every row of your list ends with one of these outcomes, and no row is lost. Choose a figure to see its rows alone; “Export” takes your columns as they came, before those of Cruza.',
      ],
    },
    ninth: {
      title: 'The ninth digit',
      paragraphs: [
        'An old mobile number, such as (11) 8888-7777, and the same with the 9, (11) 98888-7777, are one person’s, and the base may have one, the other or both. With cached sheets Cruza finds the other form as well, says so in “Reason” and “Rung”, and always prefers the number that is most like the list’s. The service is asked for the number as it stands in the list. A landline never gets a 9.',
        'In Contacts, “Look for … too” looks for the other form of the number. In the entries of forms, a lead that was found this way is marked as the same phone with or without the ninth digit.',
      ],
    },
    lists: {
      title: 'Lists that come back',
      paragraphs: [
        'Cruza recognises a list that was cross-checked before, by the name of its file or by its keys, and the result says what has changed since the last time: who replied, who was newly registered, conversations resolved, new rows and rows that left. Choose a figure to see its rows alone. “Movements” shows from which outcome to which they went, and “Export what changed” takes these rows alone.',
        'In the menu of a cross-check: “Save as recipe…” keeps how the list is read, its filters, who answers and what is exported, and the next list with the same headings comes that way; “Repeat every day…” cross-checks the list again at the time you choose, while Cruza is open; “Combine with another list…” makes one list of two; “Check with the service…” says how far the answers of a cached sheet can be trusted.',
      ],
    },
    complete: {
      title: 'What “complete” says of a sheet',
      paragraphs: [
        'Complete: the rows, the distinct people and the total that the service counted agree. It holds for the period and the filters of the sheet, at the moment when it was read.',
        'Refreshed: a quick refresh brought what has moved. It does not see who left the filter, what was deleted, or changes without a message. Changed while read: the numbers of the service do not agree with the rows. Partial: the reading stopped before its end; what was read is kept.',
        'Hold the pointer over the state to read the reason.',
      ],
    },
    offline: {
      title: 'Working without internet',
      paragraphs: [
        'Works without internet: opening, filtering, copying and exporting sheets, cross-checked lists, kept sets of conversations and data sets; reviewing the entries of kept forms; reading help articles that were downloaded; cross-checking a list with cached sheets in place of the service; combining two lists.',
        'Needs the internet: reading and refreshing sheets, cross-checking with the service, checking with it what a sheet answered (in the menu of the cross-check, by a sample or all keys), searching conversations and contacts, reports, sending messages. A message whose answer was lost is not sent again: it stays in Activity as “sent, without confirmation”.',
      ],
    },
    data: {
      title: 'Where the data are',
      paragraphs: [
        'On your computer. Linux: ~/.local/share/Cruza. Windows: %LOCALAPPDATA%\\Cruza\\Data. macOS: ~/Library/Application Support/Cruza. Who started Cruza with --data-dir chose another folder.',
        'Access keys are in the keychain of the system or, where there is none, in a vault that is closed with your passphrase. What is downloaded is encrypted with a key that only that vault holds. Language, theme and other settings are not.',
        'Cruza talks to the addresses of your connections only. What you export or copy leaves the encryption: take care of the file. Activity shows what was exported, when, and how many people.',
        'In the demonstration nothing is kept.',
      ],
    },
    removal: {
      title: 'Backups and removal',
      paragraphs: [
        'Sheets, conversations and entries can be read from the service again. Reviews, notes and tags of entries exist here alone: in Forms › Packages, write a review package and keep it somewhere else.',
        'A copy of the data folder is not enough where there is a keychain, since the key that opens it is there. With the passphrase vault, the folder and the passphrase are enough.',
        '“Forget…” deletes a sheet, a cross-check or a connection from here, and says first what is lost. Nothing changes on the service. Uninstalling the program deletes neither the data folder nor what is in the keychain: Settings › Erase everything from this computer deletes both.',
      ],
    },
    keyboard: {
      title: 'Keyboard',
      paragraphs: [
        '{mod+k} finds screens, actions, columns, sheets, lists and people of the cached sheets. ? shows the keys of the screen. F1 opens this help at the part of the screen you are on.',
      ],
    },
  },
  links: {
    cruzar: 'Open Cross-check',
    contacts: 'Open Contacts',
    sheets: 'Open Sheets',
    activity: 'Open Activity',
    settings: 'Open Settings',
    forms: 'Open Forms',
    connections: 'Open Connections',
  },
}
