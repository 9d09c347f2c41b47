import { useStore } from 'zustand'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { type DraftProblem, draftProblems, longestName } from './draft-problems.ts'
import type { EditorStore } from './editor-store.ts'

/** The sentence that belongs to a place of the draft: what is missing, or what the service refused; null for none. */
export type ErrorOf = (place: string) => string | null

/** What is wrong where. What is missing is said once the person tried to save; what is malformed, at once. */
export function useErrors(store: EditorStore): ErrorOf {
  const messages = useMessages()
  const { draft, refusals, tried } = useStore(store)
  const problems = draftProblems(draft)
  return (place) => {
    const refused = refusals[place]
    if (refused) return refused.join(' ')
    const problem = problems[place]
    return problem && (tried || eager.has(problem)) ? sentenceOf(problem, draft.name, messages) : null
  }
}

const eager: ReadonlySet<DraftProblem> = new Set(['nameTooLong', 'settingNameTaken'])

function sentenceOf(problem: DraftProblem, name: string, messages: Messages): string {
  const { field, ...texts } = messages.forms.editor
  switch (problem) {
    case 'nameTooLong':
      return texts.nameTooLong(name.trim().length - longestName)
    case 'labelRequired':
    case 'typeRequired':
    case 'extraWrong':
      return field[problem]
    default:
      return texts[problem]
  }
}
