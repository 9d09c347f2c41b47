import type { damaged as portuguese } from '../pt-BR/damaged-keys.ts'
import { count, number } from './common.ts'

const contacts = (value: number) => count(value, 'contact', 'contacts')

export const damaged: typeof portuguese = {
  ofInvalid: (value) => `${number(value)} of them damaged`,
  rows: (value) =>
    value === 1 ? '1 invalid row has a damaged number' : `${number(value)} invalid rows have a damaged number`,
  cells: (value) => (value === 1 ? '1 cell has a damaged number' : `${number(value)} cells have a damaged number`),
  kinds: {
    damaged_by_excel: (value) => `${number(value)} abbreviated by Excel`,
    rounded: (value) => `${number(value)} rounded by Excel`,
    no_area_code: (value) => `${number(value)} without area code`,
    lost_start: (value) => `${number(value)} perhaps without the first digit`,
    lost_plus: (value) => `${number(value)} perhaps from another country, without the +`,
  },
  advice: {
    damaged_by_excel:
      'the missing digits are no longer in the file. In Excel, format the column as text and export the list again.',
    rounded:
      'the last digits were replaced by zeros. In Excel, format the column as text, one phone per cell, and export the list again.',
    no_area_code: 'choose one under “Area code of those without”.',
    lost_start: 'check the original list.',
    lost_plus: 'write a + before them.',
  },
  show: 'Show only these',
  showAll: 'Show all rows',
  export: 'Export damaged',
  exportOnly: (value) => {
    if (!value) return 'Only the rows with a damaged number'
    return value === 1 ? 'Only the one with a damaged number' : `Only the ${number(value)} with a damaged number`
  },
  fileName: (name) => `${name} - damaged number`,
  likely: {
    title: 'Likely contacts',
    written: (text) => `In the list: ${text}`,
    known: {
      between: (from, to) => `The number is between ${from} and ${to}.`,
      begins: (digits) => `The number begins with ${digits}.`,
      ends: (digits) => `The number ends with ${digits}.`,
      same: (digits) => `If it is from another country, the number is +${digits}.`,
      joined: (phone) => `The cell joined two numbers; the first one is ${phone}.`,
    },
    count: (value) =>
      value === 0 ? 'No contact has a number like this.' : `${contacts(value)} with a number like this.`,
    vague: (value) => `What is left of the number matches ${contacts(value)}: there is no way to tell whose it is.`,
    named: 'The name in the row matches:',
    sheets: (names) => `Searched in ${names}.`,
    sheet: (name, moment) => `“${name}” (read ${moment})`,
    sheetNeverWhole: (name) => `“${name}” (not read to the end)`,
    noSheets: 'To see likely contacts, you need a sheet from this connection on this computer.',
    sheetsGone: 'The sheets that were used are no longer here.',
    offered: 'They do not count in the result: check before using one.',
    hasName: 'the name matches too',
    otherNinth: 'with or without the ninth digit',
    copy: (name) => `Copy the phone of ${name}`,
  },
}
