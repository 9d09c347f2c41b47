import { createStore, useStore } from 'zustand'
import type { Language } from '../../preload/contract/app.ts'
import { catalogues, failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import type { Failure } from '../../preload/values/failures.ts'

/** The language of the interface; `app.state` sets it. */
export const languageStore = createStore<{ readonly language: Language }>()(() => ({ language: 'pt-BR' }))

/** The catalogue of the interface's language, for screens. */
export function useMessages(): Messages {
  return catalogues[useStore(languageStore, (state) => state.language)]
}

/** The catalogue of the interface's language, for stores. */
export function messagesNow(): Messages {
  return catalogues[languageStore.getState().language]
}

/** Gives the sentence of a failure in the interface's language. */
export function useSentence(): (failure: Failure) => string {
  const messages = useMessages()
  return (failure) => failureSentence(messages, failure)
}
