import { createContext, useContext } from 'react'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { ptBR } from '../../preload/messages/pt-BR/index.ts'

/** The catalogue for the parts of `ui/`, which ask nothing and read no store; the shell gives the person's language. */
export const TextsContext = createContext<Messages>(ptBR)

export function useTexts(): Messages {
  return useContext(TextsContext)
}
