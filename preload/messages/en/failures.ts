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
    'This spreadsheet is password-protected. Enter the password when Cruza asks for it; on the command line, pass it in CRUZA_LIST_PASSWORD or on standard input.',
  wrong_password: 'This password does not open the spreadsheet. Check upper and lower case and try again.',
  encrypted:
    'This spreadsheet is protected in a way that Cruza cannot open. Open it in Excel or LibreOffice, remove the password or the protection, and save it again.',
  lock_file:
    'This is the temporary file (~$ or .~lock) that Excel or LibreOffice makes while the spreadsheet is open. Choose the spreadsheet itself, which has the same name without that.',
  folder: 'This is a folder, not a file. Open it and choose the list inside.',
  shortcut: 'This is a shortcut, not the file. Open the folder it points to and choose the list itself.',
  google_file:
    'This is only a shortcut to a Google file. Open it in the browser, use File, Download, Microsoft Excel (.xlsx), and choose the downloaded file.',
  not_downloaded:
    'The system could not provide the contents of this file. If it is in OneDrive, Google Drive, iCloud or Dropbox, wait until it is downloaded (“Always keep on this device”); if it is on the network or a USB stick, copy it to this computer.',
  web_page:
    'Inside, this file is a web page (HTML or XML) without a table of phones or e-mails. If the list opens in Excel, use Save As there, Excel Workbook (.xlsx); otherwise, download it again.',
  web_archive: `This file is an archived web page (MHT). ${saveAs}.`,
  login_page:
    'This file is a sign-in page, not the list: the session had expired when it was downloaded. Sign in and download the list again.',
  archive: 'This compressed file (ZIP) does not contain a readable list. Extract it and check what is inside.',
  archive_several: 'This compressed file (ZIP) contains several lists. Extract it and choose one of them.',
  archive_nested: 'Inside this compressed file (ZIP) there is another one. Extract it and choose the list inside.',
  archive_password:
    'This compressed file (ZIP) has a password. Extract it with the password and choose the list inside.',
  archive_damaged: 'This compressed file (ZIP) is damaged or incomplete. Download it or ask for it again.',
  other_archive: 'This is a compressed file (RAR, 7z or GZ). Extract it and choose the list inside.',
  old_excel: `This spreadsheet is in an old format of Excel (until 1996, or the XML of 2003). ${saveAs}.`,
  binary_excel: `This spreadsheet is in Excel’s binary format (.xlsb). ${saveAs}.`,
  numbers: 'This is an Apple Numbers spreadsheet. Open it there and use File, Export To, Excel or CSV.',
  document: 'This is a document (PDF, Word or similar), not a list. Copy the phones from it and paste them here.',
  picture: 'This is a picture, not a list. Ask for the list as CSV or XLSX.',
  not_text: unknownList,
  json: 'This file is JSON, not a table. Export the list as CSV or XLSX, or open it in Excel under Data, Get Data, From JSON, and save it as .xlsx.',
  sql: 'This file contains SQL statements, not a table. Ask for the list exported as CSV or XLSX.',
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
  texts: 'distinct texts',
  characters: 'characters',
  bytes: 'bytes once unzipped',
  people: 'people in a chat',
}

/** One sentence a code: what happened, what was kept, what to do. */
export function waitWords(seconds: Params[string] | undefined): string {
  const wait = Math.ceil(Number(seconds)) || 60
  return wait < 90 && wait !== 60 ? count(wait, 'second', 'seconds') : count(Math.ceil(wait / 60), 'minute', 'minutes')
}

export const failures: Readonly<Record<FailureCode, (params: Params) => string>> = {
  cancelled: () => 'Cancelled: what was read so far is saved.',
  internal: () =>
    'Something unexpected happened in Cruza. Try again; if it happens again, copy the details and send them to whoever supports Cruza for you.',
  out_of_memory: () =>
    'This did not fit into memory. Split the list or filter the rows first, close other programs and try again. Stored data is still here.',
  host_gone: () => 'This page lost contact with Cruza. Open Cruza again using the address it prints when it starts.',
  bad_pattern: () =>
    'This regular expression is not complete or has a part that Cruza does not accept. Check its brackets.',
  too_many_across: (params) =>
    `There are more than ${value(params, 'most')} values to stand across. Choose another field or filter the rows first.`,
  bad_request: (params) => `Cruza could not understand the request${place(params)}. Check what you entered.`,
  not_found: () => 'This no longer exists. Go back to the list and choose again.',
  offline: (params) =>
    `No connection to ${value(params, 'host')}. Stored data is still here; try again when the network is back.`,
  timeout: (params) => `${value(params, 'host')} did not answer in time. Try again in a moment.`,
  not_secure_address: () => 'The address must begin with https://, so that the key is not sent unencrypted.',
  bad_address: () => 'The address is not valid. Copy it from the browser, for example https://support.example.com.',
  redirected: (params) =>
    `${value(params, 'host')} redirects to another address; the key was not sent there. Check the connection’s address.`,
  unauthorized: () =>
    'The access key was not accepted. It is still stored; check in your profile on the service whether it is still valid, and replace it in Connections.',
  header_dropped: (params) =>
    `The key does not reach the service: a proxy in front of ${value(params, 'host')} drops the header “api_access_token” because of its underscores. Replacing the key does not help; ask the server administrator to let it through (with nginx, “underscores_in_headers on;”).`,
  not_administrator: () =>
    "The key is valid but does not belong to an administrator of the account, which the service requires here. Use an administrator's key.",
  forbidden: () => 'The service does not allow this for your key. Ask the account administrator for access.',
  payment_required: () => 'The account’s plan does not include this feature.',
  service_not_found: () =>
    'The service says this address does not exist. Check the connection’s address, account number and brand.',
  rate_limited: ({ seconds }) =>
    `The service asked Cruza to wait. Try again in ${waitWords(seconds)}; what was read is saved.`,
  service_refused: (params) =>
    params.status === 400
      ? `The service did not understand the request (status 400)${reason(params)}. Check what you entered; if it is correct, contact the service’s support.`
      : `The service refused the request${reason(params)}. Check the filters, or what you entered.`,
  service_failed: (params) => {
    if (params.status === 500) {
      return 'The service had an internal error (status 500). Try again in a few minutes; if it keeps happening, contact the service’s support.'
    }
    if (params.status === 503) {
      return 'The service is under maintenance or cannot respond now (status 503). Try again later.'
    }
    return `The service is having problems (status ${value(params, 'status')}). Try again in a few minutes.`
  },
  filter_breaks: (params) =>
    `The service cannot use condition ${value(params, 'condition')}, “${conditionWords(params.attribute, params.operator)}”. Remove it, or change its comparison; the other conditions work.`,
  too_large: () => 'The service says the request is too large, even in smaller parts. Contact the service’s support.',
  not_this_service: (params) =>
    `${value(params, 'host')} responded, but not as this service. Check the connection’s address.`,
  route_missing: ({ host, brand }) =>
    brand === undefined
      ? `The installation at ${host} does not have this feature. The connection’s address and key are correct; ask the service’s administrator.`
      : `The installation at ${host} has no leads under the brand “${brand}”. The address and key are correct; check the connection’s brand, or ask the service’s administrator.`,
  captive_portal: () =>
    'The network returned a web page instead of the service. Open the browser, sign in to the network (hotel, airport, company) and try again.',
  shield_page: ({ host, shield, status }) =>
    `Instead of the service, ${shield ? `the ${shield} protection in front of ${host}` : `something on the way to ${host} (a firewall, a proxy or bot protection)`} returned a web page (status ${status}). Try again in a few minutes; if it keeps happening, ask the service’s administrator to allow API calls.`,
  proxy_login: ({ proxy }) =>
    `${proxy ? `The network proxy (${proxy})` : 'A network proxy'} requires a user name and password. Enter them in the notice at the top of the window (on the command line, in HTTPS_PROXY); nothing was sent.`,
  proxy_failed: ({ proxy, host, status }) =>
    `The network proxy${proxy ? ` (${proxy})` : ''} ${status ? `refused to connect to ${host} (status ${status})` : 'did not answer'}. Check the proxy settings of this computer or ask your IT department; nothing was sent.`,
  certificate_unknown: ({ host, issuer }) =>
    `The certificate of ${host} was issued by ${issuer ? `“${issuer}”` : 'someone'}, which this computer does not trust: usually a company network or antivirus is intercepting secure connections. Ask your IT department to install that certificate on this computer; the key was not sent.`,
  certificate_dates: ({ host }) =>
    `According to this computer’s clock, the certificate of ${host} is not currently valid. Check the date and time; if they are correct, contact the service’s support. The key was not sent.`,
  certificate_name: ({ host }) =>
    `The certificate does not belong to ${host}. Check the connection’s address; if it is correct, contact the service’s support. The key was not sent.`,
  unexpected_body: (params) =>
    `The service sent a response that Cruza cannot read${place(params)}. Nothing from it was stored; try again.`,
  endless_pages: () =>
    'The service kept sending pages: it repeated earlier ones, or sent far more than its total. Reading stopped there, with each record once. Contact the service’s administrator.',
  key_refused: () => 'The service fails on this key but answers for the others. Check it in the list.',
  key_not_answered: () =>
    'The service returned nothing for the requested keys. Answers already received are stored; try again later.',
  answer_ambiguous: () =>
    'The service’s response fits two keys in the list, so there is no way to tell which one it is for. Cross-check one of them in another list.',
  vault_locked: ({ kind }) =>
    kind === 'passphrase'
      ? 'Cruza’s vault is locked. Enter its passphrase (on the command line, in CRUZA_PASSPHRASE); nothing was deleted.'
      : 'The system keychain is locked. Unlock it and try again; nothing was deleted.',
  vault_unavailable: () =>
    'The system keychain is not available. Sign in again or restart the computer; nothing was deleted.',
  vault_asking: () => 'macOS is asking for your permission for Cruza. Answer the system dialog and try again.',
  vault_denied: () =>
    'macOS did not let Cruza use the stored keys. Try again and, in the system dialog, enter your computer password and choose “Always Allow”; nothing was deleted.',
  vault_no_session: () =>
    'This Windows session has nowhere to store keys (a service, a scheduled task, SSH or a company policy). Open Cruza in your own session, or use another data folder with the passphrase vault (--data-dir and CRUZA_PASSPHRASE); nothing was deleted.',
  secret_too_long: ({ bytes, most: limit }) =>
    `The key has ${Number(bytes ?? 0).toLocaleString('en')} bytes, and Windows stores at most ${Number(limit ?? 0).toLocaleString('en')}. Check that only the key was pasted; nothing was stored.`,
  vault_needs_passphrase: () =>
    "This computer has no keychain. Create or enter the passphrase of Cruza's vault (on the command line, in CRUZA_PASSPHRASE).",
  wrong_passphrase: () => 'The passphrase is wrong. Nothing was changed; try again.',
  passphrase_length: () =>
    'The passphrase of the vault needs 8 to 1024 characters. Nothing was created; choose another.',
  secret_missing: () =>
    'The key of this connection is no longer in the keychain. Enter it again in Connections; the sheets are still here.',
  key_missing: () =>
    'The key that opens this computer’s data is not in the keychain. The data is still on disk; restore the keychain to open it.',
  data_process_ended: (params) =>
    `The part of Cruza that stores the data ${params.silent_s ? `did not respond for ${params.silent_s} seconds` : 'stopped'}${operation(params)} and was restarted. What was stored is still here; try again.`,
  data_process_failed: () =>
    'The part of Cruza that stores the data could not be started on this computer. The data is still on disk: close Cruza and open it again; if it happens again, reinstall it.',
  file_unreadable: () =>
    'The file could not be read. Check that it still exists and that you have permission to open it.',
  file_too_large: () => 'The file is too large for Cruza. Split it into smaller parts.',
  file_busy: ({ of }) => {
    if (of === 'data') {
      return 'A data file of Cruza is in use by another program (a virus scanner, OneDrive or another Cruza). Nothing was lost; try again in a moment.'
    }
    if (of === 'list') {
      return 'Another program, perhaps Excel, has this file open and is blocking it. Close it there, or copy the file, and try again.'
    }
    return 'The file is open in another program, perhaps Excel. Close it there and try again, or choose another name.'
  },
  file_gone: () =>
    'The file is no longer where it was saved: it was moved, renamed or deleted. Export it again if you need it.',
  file_no_program: () => 'No program on this computer could open the file. Use “Show in folder” and choose a program.',
  no_permission: ({ of }) =>
    of === 'list'
      ? 'No permission to read this file. Copy it to your documents, or ask its owner for access.'
      : 'No permission to write in this folder. Choose another folder.',
  disk_full: () => 'The disk is full. Free up some space and try again; stored data is still here.',
  file_damaged: () => 'This data file is damaged or was written with another key. Nothing in it was changed.',
  newer_version: () => 'This data was saved by a newer version of Cruza. Update Cruza to open it.',
  list_empty: () => 'The list is empty. Choose another file or paste the phones.',
  list_no_keys: ({ columns, reason, cells }) => {
    if (columns === undefined) {
      return 'No column in this list has recognisable phones or e-mails. Check that it is the right file, and its delimiter and headings; or choose the column yourself.'
    }
    const where = columns === '' ? 'in the list' : `in ${columns}`
    const why =
      reason === undefined ? '' : `: ${count(Number(cells), 'cell', 'cells')}, ${keyReasons[String(reason)] ?? ''}`
    return `No complete phone or e-mail ${where}${why}. Fix the list or choose another column.`
  },
  list_unreadable: ({ cause }) => unreadableLists[String(cause)] ?? unknownList,
  list_too_large: ({ what, limit }) =>
    `The list is larger than Cruza can open: ${largeLists[String(what)] ?? 'the limit'} (up to ${Number(limit ?? 0).toLocaleString('en')}). Delete the columns and rows you do not need, or split the list.`,
  too_many_rows: () => 'There are too many rows for this. Filter first or export to a file.',
  period_required: () => 'Choose at least one date: the service only exports leads for a period.',
  sheet_lacks_field: ({ field }) =>
    `The sheet has no ${missingFields[String(field)] ?? 'values for this filter'} in any conversation. Remove this filter, read the sheet again or ask the service.`,
  leads_lost: ({ runs }) =>
    `The leads that ${count(Number(runs), 'cross-check shows', 'cross-checks show')} from this sheet are damaged and cannot be copied. The sheet is still here. To lose them, use “Forget…” again.`,
  no_connection: () => 'This connection no longer exists. Create it again in Connections.',
  already_running: () => 'This is already running. Follow it in Tasks.',
  name_taken: () => 'Something with this name exists already. Choose another.',
  other_account: () =>
    'The key of this connection opens another account. Nothing was mixed or deleted: enter a key for the original account in Connections, or create another connection for this account.',
  account_kept: () =>
    'The data stored for this connection belongs to the previous account. For another account number, create another connection, or forget this one first.',
  other_data: () =>
    'This address has different data from what is stored for this connection. Nothing was changed or mixed; to use it, create a separate connection.',
  data_uncompared: () =>
    'Cruza could not confirm that this address belongs to the account stored for this connection. Nothing was changed; try again when it responds, or create a separate connection.',
  validation_failed: () =>
    'The service did not accept the values entered. See the messages next to the fields and correct them.',
  sent_unknown: (params) =>
    `The request was sent, but ${params.host ?? 'the service'} did not confirm it. Do not repeat it: use “Check” to find out what happened.`,
  name_mismatch: () => 'What was typed does not match. Nothing was deleted; type it exactly as shown.',
  copy_incomplete: () =>
    'The local copy of the entries is not complete yet. Nothing was deleted; refresh the entries and try again.',
  form_moved: () =>
    'The form’s fields changed on the service while you were editing. Nothing was sent: review the changes before sending.',
  comment_required: () => 'To reject, enter a reason.',
  package_unreadable: () => 'This file is not a Cruza review package, or it is damaged. Nothing was changed.',
  package_foreign: () => 'This package belongs to another forms account. Open it with that account’s connection.',
  other_contact: () =>
    'On the service, the conversation with this number belongs to another person. Nothing was sent: open the contact and choose the conversation there.',
  conversation_hidden: () =>
    'The service does not show this conversation by its number, nor whose it is, so there is no way to tell whether it is this person’s. Write from the contact, or on the platform itself.',
  other_host: () =>
    'The connection has switched to another address in the meantime. Nothing was sent: open it again, check, and send.',
  cannot_reply: () =>
    'The team cannot reply on this conversation’s channel now. Nothing was sent; to try anyway, tick the box.',
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
  ['console.', 'storing or opening console calls'],
  ['related.', 'searching for the person'],
  ['open', 'opening the data folder'],
]

function operation({ operation }: Params): string {
  const entry = operations.find(([start]) => String(operation ?? '').startsWith(start))
  return entry ? ` while ${entry[1]}` : ''
}
