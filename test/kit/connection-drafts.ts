/** Where a test points a connection to the platform, such as `demo.platform`. */
export interface PlatformAt {
  readonly url: string
  readonly accountId: number
  readonly brand: string
  readonly token: string
}

/** Where it points one to the form service, such as `demo.forms`. */
export interface FormsAt {
  readonly url: string
  readonly key: string
}

/** What saves a connection to the platform. */
export function platformDraft({ url, accountId, brand, token }: PlatformAt, name = 'Equipe Vendas') {
  return { service: 'platform', name, base_url: url, account_id: accountId, brand, secret: token } as const
}

/** What saves a connection to the form service. */
export function formsDraft({ url, key }: FormsAt, name = 'Formulários do site') {
  return { service: 'forms', name, base_url: url, secret: key } as const
}
