import type { FailureCode } from '../../values/failures.ts'
import { type Params, place, reason, value } from '../params.ts'
import { count } from './common.ts'
import { conditionWords } from './conversations.ts'
import { cruzar } from './cruzar.ts'

const saveAs = 'Open it in Excel and use Save As, Excel Workbook (.xlsx)'
const unknownList =
  'This file is neither text nor a spreadsheet that can be read. Save the list as CSV or XLSX and try again.'

const keyReasons: Readonly<Record<string, string>> = cruzar.reasons

/** By the field of `sheet_lacks_field`. */
const missingFields: Readonly<Record<string, string>> = {
  conversa_criada_em: 'date of creation',
  ultima_mensagem_em: 'date of the last message',
  caixa_id: 'inbox',
  agente_id: 'agent',
  status: 'status',
  etiquetas_conversa: 'labels',
}

const unreadableLists: Readonly<Record<string, string>> = {
  damaged: 'This spreadsheet is damaged or incomplete. Open it in Excel and save a copy, or ask for the file again.',
  password:
    'This spreadsheet opens with a password alone. Type it when Cruza asks for it; on the command line, give it in CRUZA_LIST_PASSWORD or on standard input.',
  wrong_password: 'This password does not open the spreadsheet. Check upper and lower case and try again.',
  encrypted:
    'This spreadsheet is protected in a way that Cruza cannot open. Open it in Excel or LibreOffice, remove the password or the protection, and save it again.',
  lock_file:
    'This is the temporary file (~$ or .~lock) that Excel or LibreOffice makes while the spreadsheet is open. Choose the spreadsheet itself, of the same name without it.',
  folder: 'This is a folder, not a file. Open it and choose the list inside.',
  shortcut: 'This is a shortcut, not the file. Open the folder that it leads to and choose the list itself.',
  google_file:
    'This is only a shortcut to a file of Google. Open it in the browser, use File, Download, Microsoft Excel (.xlsx), and choose the downloaded file.',
  not_downloaded:
    'The system did not hand over the content of this file. If it is in OneDrive, Google Drive, iCloud or Dropbox, wait until it is downloaded (“Always keep on this device”); if it is on the network or a USB stick, copy it to this computer.',
  web_page:
    'Inside, this file is a web page (HTML or XML) without a table of phones or e-mails. If Excel shows the list, use Save As there, Excel Workbook (.xlsx); if not, download it again.',
  web_archive: `This file is an archived web page (MHT). ${saveAs}.`,
  login_page:
    'This file is the sign-in page of a system, not the list: the session had ended when it was downloaded. Sign in and download the list again.',
  archive: 'There is no list in this compressed file (ZIP) that can be read. Extract it and see what it brings.',
  archive_several: 'This compressed file (ZIP) holds several lists. Extract it and choose one of them.',
  archive_nested: 'Inside this compressed file (ZIP) there is another. Extract it and choose the list inside.',
  archive_password: 'This compressed file (ZIP) has a password. Extract it with that and choose the list inside.',
  archive_damaged: 'This compressed file (ZIP) is damaged or incomplete. Download it or ask for it again.',
  other_archive: 'This is a compressed file (RAR, 7z or GZ). Extract it and choose the list inside.',
  old_excel: `This spreadsheet is of an Excel before 5.0. ${saveAs}.`,
  binary_excel: `This spreadsheet has the binary format of Excel (.xlsb). ${saveAs}.`,
  numbers: 'This is an Apple Numbers spreadsheet. Open it there and use File, Export To, Excel or CSV.',
  document: 'This is a document (PDF, Word or similar), not a list. Copy the phones from it and paste them here.',
  picture: 'This is a picture, not a list. Ask for the list as CSV or XLSX.',
  not_text: unknownList,
  json: 'This file is JSON, not a table. Export the list as CSV or XLSX, or open it in Excel under Data, Get Data, From JSON, and save it as .xlsx.',
  sql: 'This file holds SQL statements, not a table. Ask for the list exported as CSV or XLSX.',
  ldif: 'This file is an address book in LDIF. Export the contacts from the mail program as vCard (.vcf) or CSV.',
  sylk: 'This spreadsheet is in the SYLK format (.slk). Open it in Excel or LibreOffice and save it as .xlsx.',
  dif: 'This spreadsheet is in the DIF format. Open it in Excel or LibreOffice and save it as .xlsx.',
  flat_ods: 'This LibreOffice spreadsheet was saved as flat XML (.fods). Open it there and save it as .ods or .xlsx.',
  xml: 'This file is XML, not a table. Export the list as CSV or XLSX.',
}

const largeLists: Readonly<Record<string, string>> = {
  cells: 'rows times columns',
  columns: 'columns',
  sheets: 'tabs',
  styles: 'cell formats',
  texts: 'different texts',
  characters: 'characters',
  bytes: 'bytes once inflated',
  people: 'people in a chat',
}

/** One sentence a code: what happened, what was kept, what to do. */
export function waitWords(seconds: Params[string] | undefined): string {
  const wait = Math.ceil(Number(seconds)) || 60
  return wait < 90 && wait !== 60 ? count(wait, 'second', 'seconds') : count(Math.ceil(wait / 60), 'minute', 'minutes')
}

export const failures: Readonly<Record<FailureCode, (params: Params) => string>> = {
  cancelled: () => 'Cancelled: what was read so far is kept.',
  internal: () =>
    'Something unexpected happened in Cruza. Try again; if it happens again, copy the details and send them to whoever looks after the program.',
  host_gone: () =>
    'This page lost contact with Cruza. Open Cruza again from the address that it prints when it starts.',
  bad_request: (params) => `The request makes no sense to Cruza${place(params)}. Check what was filled in.`,
  not_found: () => 'This no longer exists. Go back to the list and choose again.',
  offline: (params) =>
    `No connection to ${value(params, 'host')}. What is stored stays here; try again when the network is back.`,
  timeout: (params) => `${value(params, 'host')} did not answer in time. Try again in a moment.`,
  not_secure_address: () => 'The address must begin with https://, so that the key does not travel in the clear.',
  bad_address: () => 'The address is not valid. Copy it from the browser, for example https://support.example.com.',
  redirected: (params) =>
    `${value(params, 'host')} points to another address, and the key was not sent there. Check the address of the connection.`,
  unauthorized: () =>
    'The access key was not accepted. It is still stored; check in your profile of the service whether it is still valid and replace it in Connections.',
  header_dropped: (params) =>
    `The key does not reach the service: a proxy in front of ${value(params, 'host')} drops the header “api_access_token” because of its underscores. Replacing the key does not help; ask whoever runs the server to let it through (with nginx, “underscores_in_headers on;”).`,
  not_administrator: () =>
    "The key is valid but does not belong to an administrator of the account, which the service demands here. Use an administrator's key.",
  forbidden: () => 'The service does not allow this for your key. Ask the administrator of the account for access.',
  payment_required: () => 'The plan of the account does not include this feature.',
  service_not_found: () =>
    'The service answered that this address does not exist. Check the address, account number and brand of the connection.',
  rate_limited: ({ seconds }) =>
    `The service asked to wait. Try again in ${waitWords(seconds)}; what was read is kept.`,
  service_refused: (params) =>
    params.status === 400
      ? `The service did not understand the request (answer 400)${reason(params)}. Check what was written; if it is right, tell who looks after the service.`
      : `The service refused the request${reason(params)}. Check the filters, or what was written.`,
  service_failed: (params) => {
    if (params.status === 500) {
      return 'The service had an internal error (answer 500). Try again in a few minutes; if it repeats, tell who looks after it.'
    }
    if (params.status === 503) {
      return 'The service is under maintenance or cannot answer now (answer 503). Try again later.'
    }
    return `The service has problems (answer ${value(params, 'status')}). Try again in a few minutes.`
  },
  filter_breaks: (params) =>
    `The service cannot use condition ${value(params, 'condition')}, “${conditionWords(params.attribute, params.operator)}”. Remove it, or change its comparison; the other conditions work.`,
  too_large: () =>
    'The service found the request too large, even in smaller parts. Talk to whoever looks after the service.',
  not_this_service: (params) =>
    `${value(params, 'host')} answered, but not as this service does. Check the address of the connection.`,
  route_missing: ({ host, brand }) =>
    brand === undefined
      ? `The installation at ${host} does not have this. Address and key of the connection are right; ask whoever runs the service.`
      : `The installation at ${host} has no leads under the brand “${brand}”. Address and key are right; check the brand of the connection, or ask whoever runs the service.`,
  captive_portal: () =>
    'The network answered with a page instead of the service. Open the browser, sign in to the network (hotel, airport, company) and try again.',
  shield_page: ({ host, shield, status }) =>
    `In place of the service, ${shield ? `the protection ${shield} in front of ${host}` : `something on the way to ${host} (a firewall, a proxy or a protection against robots)`} answered with a page (response ${status}). Try again in a few minutes; if it repeats, ask whoever runs the service to let calls of the API through.`,
  proxy_login: ({ proxy }) =>
    `${proxy ? `The network proxy (${proxy})` : 'A network proxy'} asks for a user name and a password. Enter them in the notice at the top of the window (on the command line, in HTTPS_PROXY); nothing was sent.`,
  proxy_failed: ({ proxy, host, status }) =>
    `The network proxy${proxy ? ` (${proxy})` : ''} ${status ? `refused the way to ${host} (answer ${status})` : 'did not answer'}. Check the proxy settings of this computer or ask your IT department; nothing was sent.`,
  certificate_unknown: ({ host, issuer }) =>
    `The certificate of ${host} was signed by ${issuer ? `“${issuer}”` : 'somebody'} whom this computer does not know: usually the company's network or the antivirus intercepts secure connections. Ask your IT department to install that certificate on this computer; the key was not sent.`,
  certificate_dates: ({ host }) =>
    `By the clock of this computer, the certificate of ${host} is not valid now. Check the date and the time; if they are right, tell whoever looks after the service. The key was not sent.`,
  certificate_name: ({ host }) =>
    `The certificate shown is not that of ${host}. Check the address of the connection; if it is right, tell whoever looks after the service. The key was not sent.`,
  unexpected_body: (params) =>
    `The service answered something that cannot be understood${place(params)}. Nothing of that answer was stored; try again.`,
  endless_pages: () =>
    'The service gave its pages no end: it repeated those that had come, or brought far more than it counts. Reading ended there, with each record once. Tell whoever runs the service.',
  key_refused: () => 'The service fails when it is asked for this key, and answers the others. Check it in the list.',
  key_not_answered: () =>
    'The service answered without a word on the keys it was asked for. What had an answer is stored; try again later.',
  answer_ambiguous: () =>
    'The service gave the key back in a form in which two of the list are the same, so nobody can tell whose answer it is. Cross-check one of them in another list.',
  vault_locked: ({ kind }) =>
    kind === 'passphrase'
      ? 'The vault of Cruza is locked. Enter its passphrase (on the command line, in CRUZA_PASSPHRASE); nothing was deleted.'
      : 'The keychain of the system is locked. Unlock it and try again; nothing was deleted.',
  vault_unavailable: () =>
    'The keychain of the system is not available. Sign in again or restart the computer; nothing was deleted.',
  vault_asking: () => 'macOS is asking for your permission for Cruza. Answer the system’s window and try again.',
  vault_denied: () =>
    'macOS did not let Cruza use the stored keys. Try again and, in the system’s window, enter the password of the computer and choose “Always Allow”; nothing was deleted.',
  vault_no_session: () =>
    'This Windows session has no place to keep keys (a service, a scheduled task, SSH or a rule of the company). Open Cruza in your own session, or use another data folder with the passphrase vault (--data-dir and CRUZA_PASSPHRASE); nothing was deleted.',
  secret_too_long: ({ bytes, most }) =>
    `The key has ${Number(bytes ?? 0).toLocaleString('en')} bytes, and Windows keeps up to ${Number(most ?? 0).toLocaleString('en')}. Check that only the key was pasted; nothing was stored.`,
  vault_needs_passphrase: () =>
    "This computer has no keychain. Create or enter the passphrase of Cruza's vault (on the command line, in CRUZA_PASSPHRASE).",
  wrong_passphrase: () => 'The passphrase is wrong. Nothing was changed; try again.',
  passphrase_length: () => 'The passphrase of the vault needs 8 to 1024 characters. Nothing was made; choose another.',
  secret_missing: () =>
    'The key of this connection is no longer in the keychain. Enter it again in Connections; the sheets are still here.',
  key_missing: () =>
    'The key that opens the data of this computer is not in the keychain. The data are still on the disk; restore the keychain to open them.',
  data_process_ended: (params) =>
    `The part of Cruza that holds the data ${params.silent_s ? `did not answer for ${params.silent_s} seconds` : 'stopped'}${operation(params)} and was started again. What was stored is still here; try again.`,
  data_process_failed: () =>
    'The part of Cruza that holds the data could not be started on this computer. The data are still on the disk: close Cruza and open it again; if it happens again, install it anew.',
  file_unreadable: () => 'The file could not be read. Check that it still exists and that you may open it.',
  file_too_large: () => 'The file is too large for Cruza. Split it into smaller parts.',
  file_busy: ({ of }) => {
    if (of === 'data') {
      return 'A data file of Cruza is in use by another program (a virus scanner, OneDrive or another Cruza). Nothing is lost; try again in a moment.'
    }
    if (of === 'list') {
      return 'Another program, perhaps Excel, has this file open and does not let it be read. Close it there, or copy the file, and try again.'
    }
    return 'The file is open in another program, perhaps Excel. Close it there and try again, or choose another name.'
  },
  file_gone: () =>
    'The file is no longer where it was saved: it was moved, renamed or deleted. Export it again if you need it.',
  file_no_program: () => 'No program of this computer opened the file. Use “Show in folder” and choose a program.',
  no_permission: ({ of }) =>
    of === 'list'
      ? 'No permission to read this file. Copy it to your documents, or ask whoever keeps it for access.'
      : 'No permission to write in this folder. Choose another folder.',
  disk_full: () => 'The disk is full. Free some space and try again; what was stored is still here.',
  file_damaged: () => 'This data file is damaged or was written with another key. Nothing in it was changed.',
  newer_version: () => 'These data were written by a newer version of Cruza. Update Cruza to open them.',
  list_empty: () => 'The list is empty. Choose another file or paste the phones.',
  list_no_keys: ({ columns, reason, cells }) => {
    if (columns === undefined) {
      return 'No column of this list has phones or e-mails that are recognised. Check that it is the right file, and its delimiter and headings; or name the column.'
    }
    const where = columns === '' ? 'in the list' : `in ${columns}`
    const why =
      reason === undefined ? '' : `: ${count(Number(cells), 'cell', 'cells')}, ${keyReasons[String(reason)] ?? ''}`
    return `No complete phone or e-mail ${where}${why}. Mend the list or name another column.`
  },
  list_unreadable: ({ cause }) => unreadableLists[String(cause)] ?? unknownList,
  list_too_large: ({ what, limit }) =>
    `The list is larger than Cruza can open: ${largeLists[String(what)] ?? 'the limit'} (up to ${Number(limit ?? 0).toLocaleString('en')}). Delete the columns and rows that you do not need, or split the list.`,
  too_many_rows: () => 'There are too many rows for this. Filter first or export to a file.',
  period_required: () => 'Choose at least one date: the service exports the leads of a period only.',
  sheet_lacks_field: ({ field }) =>
    `The sheet has no ${missingFields[String(field)] ?? 'values that the filter compares'} in any conversation. Remove this filter, read the sheet again or ask the service.`,
  no_connection: () => 'This connection no longer exists. Make it again in Connections.',
  already_running: () => 'This is already running. Follow it in Tasks.',
  name_taken: () => 'Something with this name exists already. Choose another.',
  other_account: () =>
    'The key of this connection opens another account. Nothing was mixed or deleted: enter a key of the account before in Connections, or make another connection for this account.',
  account_kept: () =>
    'What is kept of this connection belongs to the account before. For another account number, make another connection; or forget this one first.',
  other_data: () =>
    'This address shows other data than what is kept of this connection. Nothing was changed or mixed; to use it, make a connection of its own for it.',
  data_uncompared: () =>
    'It could not be confirmed that this address is of the account that is kept of this connection. Nothing was changed; try again when it answers, or make a connection of its own for it.',
  validation_failed: () =>
    'The service did not accept what was filled in. See the messages beside the fields and correct them.',
  sent_unknown: (params) =>
    `The request was sent, but ${params.host ?? 'the service'} did not confirm it. Do not repeat it: use “Check” to learn what happened.`,
  name_mismatch: () => 'What was typed does not match. Nothing was deleted; type it exactly as shown.',
  copy_incomplete: () =>
    'The local copy of the entries is not whole yet. Nothing was deleted; update the entries and try again.',
  form_moved: () =>
    'The fields of the form changed on the service while you edited. Nothing was sent: see what changed before you send.',
  comment_required: () => 'To reject, write the reason.',
  package_unreadable: () => 'This file is no Cruza review package, or it is damaged. Nothing was changed.',
  package_foreign: () => 'This package belongs to another forms account. Open it with that account’s connection.',
  other_contact: () =>
    'At the service, the conversation with this number belongs to another person. Nothing was sent: open the contact and choose the conversation there.',
  conversation_hidden: () =>
    'The service does not show this conversation by its number, nor whose it is: nobody can tell whether it is this person’s. Write from the contact, or in the platform itself.',
  other_host: () =>
    'The connection has changed to another address meanwhile. Nothing was sent: open it again, check, and send.',
  cannot_reply: () =>
    'The channel of this conversation is closed to messages of the team now. Nothing was sent; to try all the same, tick the box.',
}

/** What the data process was asked for, by the start of the call's name (main/data-calls.ts). */
const operations: readonly (readonly [string, string])[] = [
  ['tables.export', 'exporting the table'],
  ['tables.copy', 'copying rows'],
  ['tables.', 'showing or filtering the table'],
  ['lists.', 'reading the list'],
  ['runs.', 'storing the cross-check'],
  ['sheets.', 'storing or opening sheets'],
  ['forms.', 'storing or opening forms'],
  ['entries.', 'storing or opening entries'],
  ['reviews.', 'storing the reviews'],
  ['conversations.', 'storing or opening conversations'],
  ['datasets.', 'storing or opening data'],
  ['documentation.', 'storing or opening the documentation'],
  ['console.', 'storing or opening calls of the console'],
  ['related.', 'looking for the person'],
  ['open', 'opening the data folder'],
]

function operation({ operation }: Params): string {
  const known = operations.find(([start]) => String(operation ?? '').startsWith(start))
  return known ? ` while ${known[1]}` : ''
}
