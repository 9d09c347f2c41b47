import { createContext, type ReactNode, useContext } from 'react'
import { useTexts } from './texts.tsx'

const AccountContext = createContext<string | null>(null)

export interface AccountProps {
  /** Of the connection that everything inside reads and writes through; null where it is not known. */
  readonly name: string | null
  readonly children: ReactNode
}

/** What stands inside belongs to one account of a service. */
export function Account({ name, children }: AccountProps) {
  return <AccountContext value={name}>{children}</AccountContext>
}

/** The account that a confirmation writes to. Nothing where no account is known. */
export function AccountLine() {
  const texts = useTexts()
  const name = useContext(AccountContext)
  return name === null ? null : <p className="account-line">{texts.common.account(name)}</p>
}
