import { createContext, useContext } from 'react'
import type { Stores } from './stores.ts'

export const StoresContext = createContext<Stores | undefined>(undefined)

/** The stores that `main.tsx` made. Throws outside of the shell, which is a bug. */
export function useStores(): Stores {
  const stores = useContext(StoresContext)
  if (!stores) throw new Error('useStores outside of StoresContext')
  return stores
}
