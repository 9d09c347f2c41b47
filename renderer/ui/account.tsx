import { createContext, type ReactNode, useContext } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import { useTexts } from './texts.tsx'

const AccountContext = createContext<string | null>(null)
const ReplaceKeyContext = createContext<(() => void) | null>(null)

export interface AccountProps {
  /** Of the connection that everything inside reads and writes through; null where it is not known. */
  readonly name: string | null
  /** Opens the field of its access key. */
  readonly onReplaceKey?: () => void
  readonly children: ReactNode
}

/** Everything inside belongs to one account of a service. */
export function Account({ name, onReplaceKey, children }: AccountProps) {
  return (
    <AccountContext value={name}>
      <ReplaceKeyContext value={onReplaceKey ?? null}>{children}</ReplaceKeyContext>
    </AccountContext>
  )
}

/** Everything inside has unfinished work, so it offers no link to another screen. */
export function WithoutReplaceKey({ children }: { readonly children: ReactNode }) {
  return <ReplaceKeyContext value={null}>{children}</ReplaceKeyContext>
}

/** Opens the replacement of the account's access key; null where that is not possible. */
export function useReplaceKey(): (() => void) | null {
  return useContext(ReplaceKeyContext)
}

/** The account that a confirmation writes to. Empty where no account is known. */
export function AccountLine() {
  const texts = useTexts()
  const name = useContext(AccountContext)
  return name === null ? null : <p className="note breaks">{texts.common.account(name)}</p>
}

/** Whose data a connection leads to: another text when its account, its address or the host that it asks is another. */
export function accountKey({ id, service, base_url, account_id, brand, beta_url, on_beta }: Connection): string {
  return JSON.stringify([id, service, on_beta ? beta_url : base_url, account_id, brand])
}
