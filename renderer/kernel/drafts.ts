import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { Failure } from '../../preload/values/failures.ts'
import { failureOf } from './ask.ts'
import { noticeFailure } from './notice-failure.ts'

/** The draft of one form. */
interface KeptDraft {
  readonly draft: unknown
  /** The running submission; null while there is none. */
  readonly submission: object | null
  /** Why the last submission failed. */
  readonly failure: Failure | null
}

/** Drafts of all forms by their key, only in memory. */
export type Drafts = StoreApi<Readonly<Record<string, KeptDraft>>>

export function createDrafts(): Drafts {
  return createStore<Readonly<Record<string, KeptDraft>>>()(() => ({}))
}

/** The drafts of the app, which stay when their screens are closed. A form outside of the app has its own. */
export const DraftsContext = createContext<Drafts | null>(null)

/** Whether a typed text or a running submission would be lost with the page. */
export function hasDrafts(drafts: Drafts): boolean {
  return Object.values(drafts.getState()).some(({ draft, submission }) => submission !== null || !isBlank(draft))
}

function isBlank(draft: unknown): boolean {
  return draft === null || (typeof draft === 'string' && draft.trim() === '')
}

export interface DraftForm<Draft> {
  /** The typed values, or the arrived value where nothing was typed. */
  readonly draft: Draft
  /** Sets the next draft, or computes it from the present one. */
  change(next: Draft | ((now: Draft) => Draft)): void
  readonly working: boolean
  readonly failure: Failure | null
  /**
   * Submits the draft, unless it is being submitted already. The draft stays when `send` throws, which is the failure
   * of the form, or gives false: then the failure is shown elsewhere.
   */
  submit(send: (draft: Draft) => Promise<unknown>): Promise<void>
  /** Drops the typed values. A running submission continues. */
  discard(): void
}

/**
 * The draft of a form. No arriving value overwrites it, it stays after leaving the screen or a failed submission, and
 * it is submitted once. `onSent` is called where the form is open when its draft was sent.
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
        // Another vault was opened.
        if (after?.submission !== submission) return
        // Values that were typed meanwhile were not sent.
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
