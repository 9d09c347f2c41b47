import type { cli as portuguese } from '../pt-BR/cli.ts'
import { count } from './common.ts'

export const cli: typeof portuguese = {
  description: 'Leads, phone lists and the cross-check, without a window.',
  dataDir: 'folder of the data',
  json: 'one JSON object on standard output',
  quiet: 'no notices and no progress bar',
  connect: 'makes or changes a connection and checks it',
  connectPlatform: 'connection to the platform; the token comes from CRUZA_SECRET or standard input',
  connectForms: 'connection to the form service; the key comes from CRUZA_SECRET or standard input',
  check: 'checks a connection',
  pull: 'reads a sheet of leads, or goes on where it stopped',
  sheets: 'lists the sheets',
  export: 'exports a sheet to .xlsx or .csv',
  cruzar: 'cross-checks a list with the base and writes the result',
  runs: 'lists the cross-checks made',
  column: 'columns with the keys, by name or number',
  outcome: 'only these outcomes, separated by commas',
  askSecret: 'Paste the access key and press Enter:',
  noConnection: (name) => `There is no connection named “${name}”. Check the name, or make it with “cruza connect”.`,
  notPlatform: (name) => `“${name}” is a connection to forms; leads come from the agent platform.`,
  noSecret: 'The access key is missing: pass it in CRUZA_SECRET or on standard input.',
  noSheet: (name) => `There is no sheet named “${name}”. “cruza sheets” lists them.`,
  noFolder: (folder) => `The folder “${folder}” does not exist. Make it, or choose another one for the file.`,
  badAccount: 'The account number must be a whole number, such as 3.',
  badExtension: 'The output file must end in .xlsx or .csv.',
  badOutcome: (word) => `“${word}” is no outcome. Use com_conversa, sem_conversa, ausente, invalida or sem_resposta.`,
  unknownColumn: (column) => `The list has no column “${column}”. Use the heading's name or the column's number.`,
  sheetDiffers: (name) =>
    `The sheet “${name}” exists already with another connection or other filters. Use another name, or repeat without the filters.`,
  pulled: (name, rows, badge) => `${name}: ${count(rows, 'row', 'rows')}, ${badge}`,
  exported: (file, rows) => `${file}: ${count(rows, 'row exported', 'rows exported')}`,
}
