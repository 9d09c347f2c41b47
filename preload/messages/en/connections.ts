import { type Params, value } from '../params.ts'
import type { connections as portuguese } from '../pt-BR/connections.ts'
import { count, number } from './common.ts'
import { failures, waitWords } from './failures.ts'

const findings = {
  waiting: () => 'Waiting for the step before.',
  ok: () => 'All right.',
  reached: () => 'The address answers.',
  unreachable: () => 'The address does not answer. Check that it is written right and that there is internet.',
  tls_failed: () =>
    "The certificate of the address is not accepted. Check the address; in a company's network, ask whoever looks after it.",
  shield_page: failures.shield_page,
  proxy_login: failures.proxy_login,
  proxy_failed: failures.proxy_failed,
  certificate_unknown: failures.certificate_unknown,
  certificate_dates: failures.certificate_dates,
  certificate_name: failures.certificate_name,
  timed_out: () => 'The service did not answer in time. Try again in a moment.',
  redirected: () => 'The address leads to another, and the key was not sent there. Use the final address.',
  html_answer: () =>
    'A page came instead of the service. It may be the sign-in of the network or a proxy: open the browser, sign in to the network and check again.',
  service_recognised: () => 'It is the expected service.',
  not_this_service: () => 'The address answers, but not as this service. Check the address and the kind of connection.',
  token_accepted: () => 'The key was accepted.',
  token_refused: ({ header }: Params) =>
    `The key was not accepted. It is still stored; copy it again from your profile and use “Replace the key”.${header ? ` If no key is accepted, ask whoever runs the server whether the header “${header}” reaches the service.` : ''}`,
  header_dropped: failures.header_dropped,
  account_allowed: () => 'The key has access to the account.',
  account_refused: () => 'The key is valid but has no access to this account. Check the account number.',
  account_unknown: () => 'The service does not know this account. Check the account number.',
  lead_export_allowed: () => 'The lead export is allowed.',
  lead_export_refused: () =>
    "The key does not belong to an administrator of the account, which the lead export demands. Use an administrator's key.",
  brand_unknown: () => 'The service does not know this lead path. Check the brand.',
  forms_api_refused: () => 'The key is valid, but the plan or the permission does not include access by API.',
  other_account: () =>
    'The key is valid, but of another account: the forms that are stored here are not of it. Make another connection for this account.',
  other_data: () =>
    'The key is valid, but the account shows other data than what is kept here. Before you refresh anything, check the address or make another connection for this account.',
  clock_ok: () => 'The clock of this computer is right.',
  clock_skewed: (params: Params) => clockSentence(Number(params.minutes ?? 0)),
  clock_unknown: () => 'The service did not tell the time; nothing to compare.',
  rate_limited: ({ seconds }: Params) => `The service asked to wait. Check again in ${waitWords(seconds)}.`,
  service_failed: (params: Params) =>
    `The service has problems (answer ${value(params, 'status')}). Check again in a few minutes.`,
  skipped: () => 'Not checked, because a step before failed.',
}

function clockSentence(minutes: number): string {
  const much = count(Math.abs(minutes), 'minute', 'minutes')
  const way = minutes > 0 ? 'ahead of' : 'behind'
  return `The clock of this computer is ${much} ${way} the service. Set it right, so that the dates of filters agree.`
}

export const connections: typeof portuguese = {
  noPlatform: {
    title: 'Connect the agent platform',
    text: 'Conversations, contacts, reports and the AI of your team are here once the account is connected.',
  },
  title: 'Connections',
  facts: (connections) => count(connections, 'connection', 'connections'),
  services: { platform: 'Agent platform', forms: 'Forms' },
  serviceHints: { platform: 'Leads, conversations and cross-checks of lists.', forms: 'Entries of the forms.' },
  emptyTitle: 'No connection yet',
  emptyText: 'A connection says where your account is and keeps the access key in the vault of this computer.',
  create: 'New connection',
  choose: 'Use this one',
  chooseNamed: (name) => `Use ${name}`,
  inUse: 'in use',
  checkAgain: 'Check again',
  replaceSecret: 'Replace the key',
  account: (id) => `account ${id}`,
  brand: (brand) => `brand ${brand}`,
  sheets: (sheets) => count(sheets, 'sheet', 'sheets'),
  notWorking: (moment) => `Did not work when it was checked ${moment}.`,
  withoutLeads: (moment) => `The lead export did not work in the check of ${moment}.`,
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
    service: 'Kind of connection',
    nameHint: 'What you want to call it, for example “Sales team”.',
    nameMissing: 'Give the connection a name.',
    address: 'Address',
    platformAddressHint: 'What you open in the browser to attend. You may paste the whole address of a conversation.',
    formsAddressHint: 'The address of the form service; it ends in /api/v1.',
    platformAddressExample: 'https://support.yourcompany.com',
    formsAddressExample: 'https://forms.yourcompany.com/api/v1',
    addressMissing: 'Enter the address.',
    addressBad: 'This address is not valid. Copy it from the browser.',
    addressNotSecure: 'The address must begin with https://, so that the key does not travel in the clear.',
    addressWithSecret: 'Take user and password out of the address; the key goes into its own field.',
    addressNotApi: 'The address of this service ends in /api/v1.',
    account: 'Account number',
    accountHint: 'In the address of the browser, the number after “accounts/”. In …/accounts/3/… it is 3.',
    accountMissing: 'Enter the account number.',
    accountBad: 'The account number has digits only.',
    accountFound: (account) => `Account ${account} recognised in the pasted address.`,
    brand: 'Brand',
    brandHint:
      'The word that the lead paths of your service use in place of “house” in the documentation. The administrator of the account knows it.',
    brandMissing: 'Enter the brand.',
    brandBad: 'The brand is a single word without slashes or spaces.',
    beta: 'Beta server',
    betaHint:
      'Optional: a second address that serves the same account. The key is good for both, and you choose which to use.',
    betaSame: 'This is the same address as above.',
    secret: 'Access key',
    tokenHint:
      "In your profile of the service, which calls it “Access token”. The lead export needs an administrator's.",
    apiKeyHint: 'In your account of the form service, in the part about the API.',
    secretKept: 'Leave it empty to keep the stored one.',
    secretMissing: 'Enter the access key.',
    secretAgain: 'The stored key is good only for the addresses it was given for: type it again.',
    save: 'Save and check',
  },
  check: {
    title: 'Check',
    running: 'Checking…',
    passed: 'All right: the connection is ready to use.',
    failed: 'Saved, but it does not work yet. See what is missing:',
    withoutLeads: 'Saved: conversations and contacts work already. For the leads this is missing:',
    at: (moment) => `Checked ${moment}`,
    newSheet: 'Create a sheet',
    done: 'Done',
    separate: 'Make another connection with these data',
    attention: 'attention',
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
  forgetKeepsSheets: 'The downloaded sheets stay here and can no longer be refreshed. Nothing changes in the service.',
  forgetKeeps: 'Nothing changes in the service.',
  forgetLosesEntries: (entries) =>
    entries === 1 ? '1 form entry kept through it.' : `${number(entries)} form entries kept through it.`,
  forgetLosesReviews: (reviewed) =>
    reviewed === 1
      ? '1 reviewed entry, with its state, notes and trail, which exists here alone.'
      : `${number(reviewed)} reviewed entries, with their states, notes and trails, which exist here alone.`,
  forgetLosesConversations: (sets) =>
    sets === 1 ? '1 saved set of conversations.' : `${number(sets)} saved sets of conversations.`,
  forgetLosesDatasets: (sets) => (sets === 1 ? '1 saved data set.' : `${number(sets)} saved data sets.`),
  forgetLosesPlatform: 'The conversations and data saved from it.',
  forgetLosesForms: 'The entries and reviews kept through it.',
  forgetKeepsEntries:
    'The entries stay on the service. The reviews do not: to keep them, export a review package first.',
}
