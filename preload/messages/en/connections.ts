import { type Params, value } from '../params.ts'
import type { connections as portuguese } from '../pt-BR/connections.ts'
import { count, number } from './common.ts'
import { failures, waitWords } from './failures.ts'

const findings = {
  waiting: () => 'Waiting for the previous step.',
  ok: () => 'OK.',
  reached: () => 'The address responds.',
  unreachable: () => 'The address does not respond. Check the spelling and your internet connection.',
  tls_failed: () =>
    "The address's certificate was not accepted. Check the address; on a company network, ask your IT department.",
  shield_page: failures.shield_page,
  proxy_login: failures.proxy_login,
  proxy_failed: failures.proxy_failed,
  certificate_unknown: failures.certificate_unknown,
  certificate_dates: failures.certificate_dates,
  certificate_name: failures.certificate_name,
  timed_out: () => 'The service did not answer in time. Try again in a moment.',
  redirected: () => 'The address redirects to another one; the key was not sent there. Use the final address.',
  html_answer: () =>
    'A web page came back instead of the service. It may be a network sign-in page or a proxy: open the browser, sign in to the network and check again.',
  service_recognised: () => 'This is the expected service.',
  not_this_service: () => 'The address responds, but not as this service. Check the address and the connection type.',
  token_accepted: () => 'The key was accepted.',
  token_refused: ({ header }: Params) =>
    `The key was not accepted. It is still stored; copy it again from your profile and use “Replace the key”.${header ? ` If no key is accepted, ask the server administrator whether the header “${header}” reaches the service.` : ''}`,
  header_dropped: failures.header_dropped,
  account_allowed: () => 'The key has access to the account.',
  account_refused: () => 'The key is valid but has no access to this account. Check the account number.',
  account_unknown: () => 'The service does not know this account. Check the account number.',
  lead_export_allowed: () => 'The lead export is allowed.',
  lead_export_refused: () =>
    "The key does not belong to an administrator of the account, which the lead export requires. Use an administrator's key.",
  brand_unknown: () => 'The service does not know this lead path. Check the brand.',
  forms_api_refused: () => 'The key is valid, but the plan or its permissions do not include API access.',
  other_account: () =>
    'The key is valid, but belongs to another account: the forms stored here are not from it. Create another connection for that account.',
  other_data: () =>
    'The key is valid, but the account’s data does not match what is stored here. Before refreshing anything, check the address or create another connection for this account.',
  clock_ok: () => 'This computer’s clock is correct.',
  clock_skewed: (params: Params) => clockSentence(Number(params.minutes ?? 0)),
  clock_unknown: () => 'The service did not report its time, so it could not be compared.',
  rate_limited: ({ seconds }: Params) => `The service asked Cruza to wait. Check again in ${waitWords(seconds)}.`,
  service_failed: (params: Params) =>
    `The service is having problems (status ${value(params, 'status')}). Check again in a few minutes.`,
  skipped: () => 'Not checked, because an earlier step failed.',
}

function clockSentence(minutes: number): string {
  const much = count(Math.abs(minutes), 'minute', 'minutes')
  const way = minutes > 0 ? 'ahead of' : 'behind'
  return `This computer’s clock is ${much} ${way} the service. Correct it so that date filters match.`
}

export const connections: typeof portuguese = {
  noPlatform: {
    title: 'Connect the agent platform',
    text: 'Your team’s conversations, contacts, reports and AI appear here once the account is connected.',
  },
  title: 'Connections',
  facts: (connections) => count(connections, 'connection', 'connections'),
  services: { platform: 'Agent platform', forms: 'Forms' },
  serviceHints: { platform: 'Leads, conversations and list cross-checks.', forms: 'Form entries.' },
  emptyTitle: 'No connection yet',
  emptyText: 'A connection stores your account’s address, and its access key in this computer’s vault.',
  create: 'New connection',
  choose: 'Use this one',
  chooseNamed: (name) => `Use ${name}`,
  inUse: 'in use',
  checkAgain: 'Check again',
  replaceSecret: 'Replace the key',
  account: (id) => `account ${id}`,
  brand: (brand) => `brand ${brand}`,
  sheets: (sheets) => count(sheets, 'sheet', 'sheets'),
  notWorking: (moment) => `Did not work when checked ${moment}.`,
  withoutLeads: (moment) => `The lead export did not work when checked ${moment}.`,
  noSecret: 'no key: enter it again',
  beta: {
    mark: 'on beta',
    host: 'Server in use',
    main: 'Main',
    second: 'Beta',
    useBeta: 'Use the beta server',
    useMain: 'Back to the main server',
  },
  form: {
    service: 'Connection type',
    nameHint: 'What you want to call it, for example “Sales team”.',
    nameMissing: 'Give the connection a name.',
    address: 'Address',
    platformAddressHint:
      'The address you use in the browser to talk to customers. You can paste the full address of a conversation.',
    formsAddressHint: 'The address of the form service; it ends in /api/v1.',
    platformAddressExample: 'https://support.yourcompany.com',
    formsAddressExample: 'https://forms.yourcompany.com/api/v1',
    addressMissing: 'Enter the address.',
    addressBad: 'This address is not valid. Copy it from the browser.',
    addressNotSecure: 'The address must begin with https://, so that the key is not sent unencrypted.',
    addressWithSecret: 'Remove the user name and password from the address; the key has its own field.',
    addressNotApi: 'The address of this service ends in /api/v1.',
    account: 'Account number',
    accountHint: 'In the browser’s address bar, the number after “accounts/”. In …/accounts/3/… it is 3.',
    accountMissing: 'Enter the account number.',
    accountBad: 'The account number has digits only.',
    accountFound: (account) => `Account ${account} detected in the pasted address.`,
    brand: 'Brand',
    brandHint:
      'The word your service uses in its lead paths in place of “house” in the documentation. Ask the account administrator.',
    brandMissing: 'Enter the brand.',
    brandBad: 'The brand is a single word without slashes or spaces.',
    beta: 'Beta server',
    betaHint:
      'Optional: a second address that serves the same account. The key works for both, and you choose which one to use.',
    betaSame: 'This is the same address as above.',
    secret: 'Access key',
    tokenHint: "In your profile on the service, under “Access token”. The lead export needs an administrator's key.",
    apiKeyHint: 'In your account on the form service, in the API section.',
    secretKept: 'Leave empty to keep the current key.',
    secretMissing: 'Enter the access key.',
    secretAgain: 'The stored key is only valid for the addresses it was saved with: enter it again.',
    save: 'Save and check',
  },
  check: {
    title: 'Check',
    running: 'Checking…',
    passed: 'Done: the connection is ready to use.',
    failed: 'Saved, but not working yet. What is missing:',
    withoutLeads: 'Saved: conversations and contacts already work. What leads still need:',
    at: (moment) => `Checked ${moment}`,
    newSheet: 'Create a sheet',
    done: 'Done',
    separate: 'Create another connection with these details',
    attention: 'needs attention',
    states: {
      waiting: 'waiting',
      running: 'checking',
      passed: 'passed',
      failed: 'failed',
      skipped: 'not checked',
    },
    steps: {
      reachable: 'Address',
      service: 'Service',
      token: 'Key',
      account: 'Account',
      lead_export: 'Lead export',
      clock: 'Clock',
    },
  },
  findings,
  forgetLoses: 'The access key in the vault.',
  forgetLosesSheets: (sheets) => `${count(sheets, 'sheet', 'sheets')} downloaded through it.`,
  forgetSheets: (sheets) =>
    sheets === 1
      ? 'Delete the sheet downloaded through it as well'
      : `Delete the ${count(sheets, 'sheet', 'sheets')} downloaded through it as well`,
  forgetKeepsSheets: 'The downloaded sheets stay here but can no longer be refreshed. Nothing changes on the service.',
  forgetKeeps: 'Nothing changes on the service.',
  forgetLosesEntries: (entries) =>
    entries === 1 ? '1 form entry stored through it.' : `${number(entries)} form entries stored through it.`,
  forgetLosesReviews: (reviewed) =>
    reviewed === 1
      ? '1 reviewed entry, with its state, notes and history, which exists only here.'
      : `${number(reviewed)} reviewed entries, with their states, notes and history, which exist only here.`,
  forgetLosesConversations: (sets) =>
    sets === 1 ? '1 saved set of conversations.' : `${number(sets)} saved sets of conversations.`,
  forgetLosesDatasets: (sets) => (sets === 1 ? '1 saved data set.' : `${number(sets)} saved data sets.`),
  forgetLosesNotes: (notes: number) =>
    notes === 1
      ? '1 note about a person, which exists only here.'
      : `${number(notes)} notes about people, which exist only here.`,
  forgetLosesPlatform: 'The conversations and data saved from it.',
  forgetLosesForms: 'The entries and reviews stored through it.',
  forgetKeepsEntries:
    'The entries stay on the service. The reviews do not: to keep them, export a review package first.',
}
