import type { guide as portuguese } from '../pt-BR/guide.ts'

export const guide: typeof portuguese = {
  parts: { label: 'Parts of the help', cruza: 'Cruza', platform: 'Platform' },
  contents: 'On this page',
  outcomes: {
    com_conversa: 'The base has the person, and there is a conversation: they are or were being served.',
    sem_conversa: 'The base has the person, registered only: there is no conversation with them.',
    ausente: 'The base does not have this key. Where a cached sheet answered: the sheet does not have it.',
    invalida: 'The row has no usable phone or e-mail. The column “Reason” says why; nothing was asked.',
    sem_resposta:
      'Not known yet: the service did not answer for this row. “Continue” or “Ask again” asks for what is missing alone.',
  },
  sections: {
    outcomes: {
      title: 'The five outcomes of a cross-check',
      paragraphs: [
        'Every row of your list ends with one of these outcomes, and no row is lost. Choose a figure to see its rows alone; “Export” takes your columns as they came, before those of Cruza.',
      ],
    },
    ninth: {
      title: 'The ninth digit',
      paragraphs: [
        'An old mobile number, such as (11) 8888-7777, and the same with the 9, (11) 98888-7777, can be two different contacts of the base. A cross-check therefore asks for the number as it stands in the list: Cruza neither adds nor removes the ninth digit. A landline never gets a 9.',
        'In Contacts, “Look for … too” looks for the other form of the number. In the entries of forms, a lead that was found this way is marked as the same phone with or without the ninth digit.',
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
        'Works without internet: opening, filtering, copying and exporting sheets, cross-checked lists, kept sets of conversations and data sets; reviewing the entries of kept forms; reading help articles that were downloaded; cross-checking a list with cached sheets in place of the service.',
        'Needs the internet: reading and refreshing sheets, cross-checking with the service, searching conversations and contacts, reports, sending messages. A message whose answer was lost is not sent again: it stays in Activity as “sent, without confirmation”.',
      ],
    },
    data: {
      title: 'Where the data are',
      paragraphs: [
        'On your computer. Linux: ~/.local/share/Cruza. Windows: %LOCALAPPDATA%\\Cruza\\Data. macOS: ~/Library/Application Support/Cruza. Who started Cruza with --data-dir chose another folder.',
        'Access keys are in the keychain of the system or, where there is none, in a vault that is closed with your passphrase. What is downloaded is encrypted with a key that only that vault holds. Language, theme and other settings are not.',
        'Cruza talks to the addresses of your connections only. What you export or copy leaves the encryption: take care of the file.',
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
