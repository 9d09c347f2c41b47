import type * as portuguese from '../pt-BR/documentation.ts'
import { count } from './common.ts'

export const documentation: typeof portuguese.documentation = {
  title: 'Platform help',
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
  nothingFound: (term) => `No results for “${term}”. Try another word, or a shorter one.`,
  foundHere: 'Only in what is stored on this computer.',
  searchFailed: 'The service did not respond to the search: showing only what is stored on this computer.',
  category: 'Category',
  allCategories: 'All categories',
  readable: 'can be read offline',
  unlisted: 'No longer in the list',
  unlistedHint: 'The service removed these articles from its list; the last version read is still here.',
  choose: {
    title: 'Choose an article',
    text: 'Articles you open are stored on this computer and can be read and searched offline.',
  },
  empty: {
    title: 'No articles yet',
    text: 'The platform’s documentation is public: your access key is not sent to read it.',
  },
  notRead: {
    title: 'This article has not been read yet',
    text: 'It appears as soon as the service responds, and is stored on this computer from then on.',
  },
  updated: (date) => `updated on ${date}`,
  keptText: (moment) => `Showing the text read ${moment}.`,
  keptIndex: (moment) => `Showing the list read ${moment}.`,
  keptNothing: 'Nothing has been read yet.',
  text: {
    image: (words) => `Image: ${words}`,
    imageAlone: 'Image',
    openImage: 'see it in the browser',
    done: 'done',
    toDo: 'to do',
    plain: 'This part is shown without formatting.',
    opensArticle: (title) => `Opens the article “${title}”`,
    opensOutside: (address) => `Opens in your browser: ${address}`,
    footnotes: 'Notes',
  },
  help: {
    open: 'Help for this screen',
    title: 'Help',
    nothing: 'There is no platform article about this screen.',
    others: 'See also',
    all: 'Open full help',
    whole: 'Read it in the help',
    noConnection: 'The help comes from the agent platform. Connect an account to read it.',
  },
}

export const guide: typeof portuguese.guide = {
  parts: { label: 'Parts of the help', cruza: 'Cruza', platform: 'Platform' },
  contents: 'On this page',
  outcomes: {
    com_conversa: 'The person is a contact and has a conversation: your team is or was talking to them.',
    sem_conversa: 'The person is a contact, but there is no conversation with them.',
    ausente: 'No contact has this phone or e-mail. If a cached sheet answered: the sheet does not have it.',
    invalida: 'The row has no usable phone or e-mail. The “Reason” column says why; nothing was looked up.',
    sem_resposta:
      'Not known yet: the service did not answer for this row. “Continue” or “Ask again” only looks up what is missing.',
    ambigua:
      'Several contacts match the row equally well, and Cruza does not choose for you. “Candidates” shows how many.',
  },
  sections: {
    outcomes: {
      title: 'The outcomes of a cross-check',
      paragraphs: [
        'Every row of your list ends with one of these outcomes, and no row is lost. Choose a figure to see only its rows; “Export” puts your original columns first, followed by Cruza’s.',
      ],
    },
    ninth: {
      title: 'The ninth digit',
      paragraphs: [
        'An old mobile number, such as (11) 8888-7777, and the same with the 9, (11) 98888-7777, belong to the same person, and your contacts may have one, the other or both. With cached sheets, Cruza also finds the other form, says so in “Reason” and “Match”, and always prefers the number closest to the one in the list. The service is only asked for the number as written in the list. Landlines never get a 9.',
        'In Contacts, “Search for … too” searches for the other form of the number. In the entries of forms, a lead that was found this way is marked as the same phone with or without the ninth digit.',
      ],
    },
    lists: {
      title: 'Recurring lists',
      paragraphs: [
        'Cruza recognises a list that was cross-checked before, by its file name or its keys, and the result shows what has changed since the last time: who replied, newly registered contacts, resolved conversations, new rows and rows that left. Choose a figure to see only its rows. “Movements” shows how rows went from one outcome to another, and “Export what changed” exports only those rows.',
        'In the menu of a cross-check: “Save as recipe…” saves how the list is read, its filters, who answers and what is exported, so the next list with the same headings is set up the same way; “Repeat every day…” cross-checks the list again at the time you choose, while Cruza is open; “Combine with another list…” merges two lists into one; “Check with the service…” shows how reliable a cached sheet’s answers are.',
      ],
    },
    tables: {
      title: 'Tables, as in Excel',
      paragraphs: [
        'The search finds a whole phone in any form, with or without 55 and the ninth digit, marks what it finds and says when the reason is only in a hidden column.',
        'Drag over cells, or use {shift} with the arrows or a click, to select a rectangle. The status bar shows how many cells it has, their sum and average. {mod+c} copies what is selected; {mod+shift+c} copies it with headings, ready for Excel. {mod} with the arrows, {home} and {end} go to the edges, and {mod+g} goes to a row by its number.',
        'The rows of the rectangle are selected for exporting, cross-checking or copying phones. To select whole rows: {mod} and click, {space}, or {shift+space} for those of the rectangle.',
        'In the menu of each column: “Column summary” shows the most frequent values and the distribution of what passes the filters, and each bar filters; “Copy column” takes every row; “Fit to width” shows the visible cells whole. A double click on the edge of the heading does the same.',
        'In the columns of your lists Cruza recognises numbers, money, dates and yes or no, as they are written in Brazil: they are sorted, filtered, grouped and summed by value, and the cell stays as it was. The type is in the preview of the list, where you can correct it. What does not fit the type is at the end of the order, and the summary of the column says how many cells that is.',
      ],
    },
    complete: {
      title: 'What “complete” means for a sheet',
      paragraphs: [
        'Complete: the rows, the distinct people and the service’s total all match. It applies to the sheet’s period and filters, at the moment it was read.',
        'Refreshed: a quick refresh brought in recent activity. It misses people who no longer match the filter, deletions, and changes without a message. Changed while being read: the service’s numbers do not match the rows. Partial: reading stopped before the end; what was read is saved.',
        'Hover over the state to see the reason.',
      ],
    },
    offline: {
      title: 'Working without internet',
      paragraphs: [
        'Works without internet: opening, filtering, copying and exporting sheets, cross-checked lists, stored conversation sets and data sets; reviewing entries of stored forms; reading help articles that were downloaded; cross-checking a list with cached sheets instead of the service; combining two lists.',
        'Needs the internet: reading and refreshing sheets, cross-checking with the service, checking with it what a sheet answered (in the menu of the cross-check, with a sample or all keys), searching conversations and contacts, reports, sending messages. A message whose confirmation was lost is not sent again: it stays in Activity as “sent, without confirmation”.',
      ],
    },
    data: {
      title: 'Where the data is stored',
      paragraphs: [
        'On your computer. Linux: ~/.local/share/Cruza. Windows: %LOCALAPPDATA%\\Cruza\\Data. macOS: ~/Library/Application Support/Cruza. If Cruza was started with --data-dir, another folder is used.',
        'Access keys are stored in the system keychain or, if there is none, in a vault locked with your passphrase. Downloaded data is encrypted with a key that only that vault holds. Language, theme and other settings are not encrypted.',
        'Cruza only contacts the addresses of your connections. What you export or copy is no longer encrypted: take care of the file. Activity shows what was exported, when, and how many people.',
        '“Note about the person”, in the details of a row, an entry, a conversation and on the page of a contact, stores text and tags on this computer only. It is the note of every row of the person, by contact, phone or e-mail; under Columns, “Note” and “Tags of the note” show, filter and export them.',
        'In the demo, nothing is stored.',
      ],
    },
    removal: {
      title: 'Backups and removal',
      paragraphs: [
        'Sheets, conversations and entries can be read from the service again. Reviews, notes and tags of entries, and your notes about people, exist only here. For entries: in Forms › Packages, export a review package and keep it somewhere else.',
        'If there is a system keychain, a copy of the data folder is not enough, because the key that opens it is in the keychain. With the passphrase vault, the folder and the passphrase are enough.',
        '“Forget…” deletes a sheet, a cross-check or a connection from this computer, and tells you first what will be lost. Nothing changes on the service. Uninstalling the program deletes neither the data folder nor what is in the keychain: Settings › Erase everything from this computer deletes both.',
      ],
    },
    keyboard: {
      title: 'Keyboard',
      paragraphs: [
        '{mod+k} finds screens, actions, columns, sheets, lists and people in the cached sheets. ? shows the keyboard shortcuts of the screen. F1 opens this help at the section about the current screen.',
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
