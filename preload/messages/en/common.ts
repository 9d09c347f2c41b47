import type { common as portuguese } from '../pt-BR/common.ts'

const numbers = new Intl.NumberFormat('en')

/** 18,204 */
export const number = (value: number) => numbers.format(value)

/** 1 row, 18,204 rows */
export const count = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`

export const common: typeof portuguese = {
  appName: 'Cruza',
  number,
  rows: (value) => count(value, 'row', 'rows'),
  /** In a failure's sentence, where nobody knows its address any more. */
  theService: 'the service',
  aboutFile: (file, sentence) => `“${file}”: ${sentence}`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  remove: 'Remove',
  back: 'Back',
  tryAgain: 'Try again',
  details: 'See details',
  hideDetails: 'Hide details',
  more: 'More actions',
  /** Of the account that a confirmation writes to. */
  account: (name) => `Account: ${name}`,
  willBeLost: 'This will be deleted from this computer:',
  typeToConfirm: (word) => `Type “${word}” to confirm`,
  copy: 'Copy',
  copied: 'Copied',
  showSecret: 'Show what was typed',
  loading: 'Loading…',
  yes: 'Yes',
  no: 'No',
  unavailable: {
    busy: 'Under way',
    reading: 'It is being read',
    working: 'Another action is under way',
    exporting: 'An export is under way',
    neverRead: 'It was never read whole',
    damaged: 'The file is damaged',
    noRows: 'There are no rows',
    noneSelected: 'No row is selected',
    formDeleted: 'The form was deleted on the service',
    notKept: 'The form is not kept on this computer',
    noneKept: 'No form is kept on this computer',
    noAddress: 'The form has no public address',
    emptyAnswer: 'The answer came empty',
    noConversations: 'No conversation in this filter',
    noAbsent: 'Nobody of the list is absent',
    nothingRead: 'Nothing was read yet',
  },
}
