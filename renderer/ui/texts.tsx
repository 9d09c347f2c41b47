import { createContext, useContext } from 'react'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { ptBR } from '../../preload/messages/pt-BR/index.ts'

/** The catalogue for `ui/`, whose components read no store. The shell provides the person's language. */
export const TextsContext = createContext<Messages>(ptBR)

export function useTexts(): Messages {
  return useContext(TextsContext)
}
