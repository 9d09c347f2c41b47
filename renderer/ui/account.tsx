import { createContext, type ReactNode, useContext } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import { useTexts } from './texts.tsx'

const AccountContext = createContext<string | null>(null)
const ReplaceKeyContext = createContext<(() => void) | null>(null)

export interface AccountProps {
  /** Of the connection that everything inside reads and writes through; null where it is not known. */
  readonly name: string | null
  /** To the field of its access key. */
  readonly onReplaceKey?: () => void
  readonly children: ReactNode
}

/** What stands inside belongs to one account of a service. */
export function Account({ name, onReplaceKey, children }: AccountProps) {
  return (
    <AccountContext value={name}>
      <ReplaceKeyContext value={onReplaceKey ?? null}>{children}</ReplaceKeyContext>
    </AccountContext>
  )
}

/** What stands inside has work of its own, which no way to another screen takes away. */
export function WithoutReplaceKey({ children }: { readonly children: ReactNode }) {
  return <ReplaceKeyContext value={null}>{children}</ReplaceKeyContext>
}

/** The way to replace the access key of the account; null where there is none. */
export function useReplaceKey(): (() => void) | null {
  return useContext(ReplaceKeyContext)
}

/** The account that a confirmation writes to. Nothing where no account is known. */
export function AccountLine() {
  const texts = useTexts()
  const name = useContext(AccountContext)
  return name === null ? null : <p className="note breaks">{texts.common.account(name)}</p>
}

/** Whose data a connection leads to: another text when its account, its address or the host that it asks is another. */
export function accountKey({ id, service, base_url, account_id, brand, beta_url, on_beta }: Connection): string {
  return JSON.stringify([id, service, on_beta ? beta_url : base_url, account_id, brand])
}
