import { createStore, useStore } from 'zustand'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues, failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import type { Failure } from '../../preload/values/failures.ts'

/** The language that the interface speaks now; `app.state` sets it. */
export const languageStore = createStore<{ readonly language: Language }>()(() => ({ language: 'pt-BR' }))

/** The catalogue of the language, for screens. */
export function useMessages(): Messages {
  return catalogues[useStore(languageStore, (state) => state.language)]
}

/** The catalogue of the language, for stores. */
export function messagesNow(): Messages {
  return catalogues[languageStore.getState().language]
}

/** The sentence of a failure in the language of the interface. */
export function useSentence(): (failure: Failure) => string {
  const messages = useMessages()
  return (failure) => failureSentence(messages, failure)
}
