import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { Failure } from '../../preload/values/failures.ts'
import { failureOf } from './ask.ts'
import { noticeFailure } from './notice-failure.ts'

/** What a person has typed into a form. */
interface KeptDraft {
  readonly draft: unknown
  /** The submission that is under way; null while there is none. */
  readonly submission: object | null
  /** Why the last submission failed. */
  readonly failure: Failure | null
}

/** Drafts of all forms by their key, in memory alone. */
export type Drafts = StoreApi<Readonly<Record<string, KeptDraft>>>

export function createDrafts(): Drafts {
  return createStore<Readonly<Record<string, KeptDraft>>>()(() => ({}))
}

/** The drafts of the app, which outlive their screens; a form outside of it keeps its own. */
export const DraftsContext = createContext<Drafts | null>(null)

/** Whether something is typed or being submitted that would be lost with the page. */
export function hasDrafts(drafts: Drafts): boolean {
  return Object.values(drafts.getState()).some(({ draft, submission }) => submission !== null || !isBlank(draft))
}

function isBlank(draft: unknown): boolean {
  return draft === null || (typeof draft === 'string' && draft.trim() === '')
}

export interface DraftForm<Draft> {
  /** What was typed, or the arrived value where nothing was. */
  readonly draft: Draft
  /** Takes the next draft, or makes it of the present one. */
  change(next: Draft | ((now: Draft) => Draft)): void
  readonly working: boolean
  readonly failure: Failure | null
  /**
   * Submits the draft, unless a submission of it is under way. It stays when `send` throws, which is the failure of the
   * form, or gives false: then the failure is shown elsewhere.
   */
  submit(send: (draft: Draft) => Promise<unknown>): Promise<void>
  /** Gives up what was typed; what is being submitted stays until its end. */
  discard(): void
}

/**
 * The draft of a form. It is never overwritten by a value that arrives, it survives leaving the screen and a failed
 * submission, and it is submitted once. `onSent` is called where the form is open when its draft was taken.
 */
export function useDraft<Draft>(key: string, arrived: Draft, onSent?: () => void): DraftForm<Draft> {
  const [ownDrafts] = useState(createDrafts)
  const drafts = useContext(DraftsContext) ?? ownDrafts
  const entry = useStore(drafts, (all) => all[key])
  const working = entry !== undefined && entry.submission !== null
  const open = useRef(true)
  const previous = useRef({ key, working })
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  useEffect(() => {
    const wasWorking = previous.current.working && previous.current.key === key
    previous.current = { key, working }
    if (wasWorking && !entry) onSent?.()
  })

  const put = (next: KeptDraft) => drafts.setState({ [key]: next })
  const remove = () => {
    const { [key]: _, ...others } = drafts.getState()
    drafts.setState(others, true)
  }
  // A key names one form, so that its draft has the type of that form.
  const draftOf = (one: KeptDraft | undefined) => (one ? (one.draft as Draft) : arrived)
  return {
    draft: draftOf(entry),
    working,
    failure: entry?.failure ?? null,
    change(next) {
      const now = drafts.getState()[key]
      const draft = typeof next === 'function' ? (next as (now: Draft) => Draft)(draftOf(now)) : next
      put({ submission: null, failure: null, ...now, draft })
    },
    async submit(send) {
      const now = drafts.getState()[key]
      if (now && now.submission !== null) return
      const draft = draftOf(now)
      const submission = {}
      put({ draft, submission, failure: null })
      const end = (failure: Failure | null, sent: boolean) => {
        const after = drafts.getState()[key]
        // Another vault is open.
        if (after?.submission !== submission) return
        // What was typed meanwhile was not sent.
        if (sent && after.draft === draft) return remove()
        put({ draft: after.draft, submission: null, failure })
        if (failure && !open.current) noticeFailure(failure)
      }
      try {
        end(null, (await send(draft)) !== false)
      } catch (error) {
        end(failureOf(error), false)
      }
    },
    discard() {
      if (drafts.getState()[key]?.submission === null) remove()
    },
  }
}
