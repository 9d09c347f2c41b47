import { createContext, type ReactNode, useContext } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import { useTexts } from './texts.tsx'

const AccountContext = createContext<string | null>(null)
const ReplaceKeyContext = createContext<(() => void) | null>(null)

export interface AccountProps {
  /** The name of the connection that all children use; null if it is unknown. */
  readonly name: string | null
  /** Opens the field of its access key. */
  readonly onReplaceKey?: () => void
  readonly children: ReactNode
}

/** The account of a service that all children belong to. */
export function Account({ name, onReplaceKey, children }: AccountProps) {
  return (
    <AccountContext value={name}>
      <ReplaceKeyContext value={onReplaceKey ?? null}>{children}</ReplaceKeyContext>
    </AccountContext>
  )
}

/** Children have unfinished work, so they offer no link to another screen. */
export function WithoutReplaceKey({ children }: { readonly children: ReactNode }) {
  return <ReplaceKeyContext value={null}>{children}</ReplaceKeyContext>
}

/** Opens the replacement of the account's access key; null where that is not possible. */
export function useReplaceKey(): (() => void) | null {
  return useContext(ReplaceKeyContext)
}

/** The line that names the account a confirmation writes to. Empty if no account is known. */
export function AccountLine() {
  const texts = useTexts()
  const name = useContext(AccountContext)
  return name === null ? null : <p className="note breaks">{texts.common.account(name)}</p>
}

/** Identifies the data behind a connection. It changes with the account, the address or the host of the requests. */
export function accountKey({ id, service, base_url, account_id, brand, beta_url, on_beta }: Connection): string {
  return JSON.stringify([id, service, on_beta ? beta_url : base_url, account_id, brand])
}
