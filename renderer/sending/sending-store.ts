import { createStore } from 'zustand'
import type { Recipient, SavedText } from '../../preload/contract/contacts.ts'
import { type Failure, factsOf } from '../../preload/values/failures.ts'
import { type AppAsk, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** Whose conversation is written to. */
export interface MessageTarget {
  readonly connection: string
  readonly conversation: number
  /** The expected contact; null if unknown. */
  readonly contact: number | null
}

/** `working`: a saved text is being changed. `failure`: why that failed, or why the message was not sent. */
export interface SendingState extends MutationState<'texts'> {
  /** Null while nothing is written. */
  readonly target: MessageTarget | null
  readonly recipient: Loadable<Recipient>
  readonly texts: Loadable<readonly SavedText[]>
  /** The typed text, with its fields not replaced. It stays when the dialog is closed. */
  readonly draft: string
  readonly insist: boolean
  /** The preview of what would be sent. */
  readonly reviewing: { readonly content: string; readonly once: string } | null
  readonly sending: boolean
  /** Whether it arrived is unknown: it must not be sent again from here. */
  readonly unknown: boolean
  open(target: MessageTarget): Promise<unknown>
  /** Reads the conversation again. */
  load(): Promise<unknown>
  close(): void
  write(draft: string): void
  setInsist(insist: boolean): void
  /** Shows what would be sent, to be confirmed. */
  review(content: string): void
  back(): void
  /** Sends the previewed message, once. */
  send(): Promise<void>
  /** Saves the draft as a text; gives false when that failed. */
  saveText(name: string): Promise<boolean>
  forgetText(id: string): Promise<boolean>
  dismissFailure(): void
  /** Whether any message is being written or sent. */
  hasDrafts(): boolean
  /** Another person's data are open: drops the drafts. */
  reset(): void
}

export interface SendingDeps {
  readonly ask: AppAsk
  readonly newId: () => string
  /** The service accepted a message. */
  readonly onSent: (target: MessageTarget, to: string | null, status: string | null) => void
  /** A message may have been sent, and its dialog is closed. */
  readonly onUnknownInBackground: (to: string | null) => void
  /** A message was refused whose dialog is closed. It stays a draft. */
  readonly onRefusedInBackground: (to: string | null, failure: Failure) => void
}

/** The message that is being written, to one person. */
export function createSendingStore({ ask, newId, onSent, onUnknownInBackground, onRefusedInBackground }: SendingDeps) {
  const drafts = new Map<string, string>()
  /** Running sends by their conversation: opened again, the message is shown as being sent, and not as a draft. */
  const underWay = new Map<string, Partial<SendingState>>()
  return createStore<SendingState>()((set, get) => {
    const isOpen = (target: MessageTarget) => get().target === target
    const scope = () => get().target
    const recipient = createLatest({ get, set, key: 'recipient', scope })
    const texts = createLatest({ get, set, key: 'texts', scope })
    const mutation = createMutation({ get, set, scope })
    const changeTexts = (change: (connection_id: string) => Promise<readonly SavedText[]>) =>
      mutation.succeeds('texts', ({ connection }) => change(connection), texts.show)
    return {
      target: null,
      recipient: { status: 'idle' },
      texts: { status: 'idle' },
      draft: '',
      ...fresh,
      async open(target) {
        const key = draftKey(target)
        set({ target, draft: drafts.get(key) ?? '', ...fresh, ...underWay.get(key) })
        await Promise.all([
          get().load(),
          texts.load(({ connection }) => ask('sending.texts', { connection_id: connection }), { keep: false }),
        ])
      },
      load: () =>
        recipient.load(
          ({ connection: connection_id, conversation, contact: contact_id }) =>
            ask('sending.open', { connection_id, conversation, contact_id }),
          { keep: false },
        ),
      close: () => set({ target: null, ...fresh }),
      write(draft) {
        const { target } = get()
        if (target) drafts.set(draftKey(target), draft)
        set({ draft })
      },
      setInsist: (insist) => set({ insist }),
      review: (content) => set({ reviewing: { content, once: newId() }, failure: null }),
      back() {
        if (!get().sending) set({ reviewing: null, failure: null })
      },
      async send() {
        const { target, reviewing, sending, insist, recipient, unknown } = get()
        if (!target || !reviewing || sending || unknown) return
        const to = readyValue(recipient)?.conversation.contact ?? null
        const name = to?.name ?? null
        set({ sending: true, failure: null })
        const key = draftKey(target)
        const mine = { target, reviewing, insist, sending: true }
        underWay.set(key, mine)
        /** Another vault may be open, which must not show a person of this one. */
        const isForgotten = () => underWay.get(key) !== mine
        const answer = await outcomeOf(
          ask('sending.send', {
            connection_id: target.connection,
            conversation: target.conversation,
            // The person whose name was confirmed.
            contact_id: target.contact ?? to?.id ?? null,
            ...reviewing,
            insist,
          }),
        )
        if (isForgotten()) return
        underWay.delete(key)
        if (answer.ok) {
          drafts.delete(key)
          onSent(target, name, answer.value.status)
          if (isOpen(target)) set({ target: null, draft: '', ...fresh })
          return
        }
        const { failure } = answer
        // Any other failure came before the request, or from the service.
        const isUnknown = factsOf(failure.code).write === 'unknown'
        if (!isOpen(target)) return isUnknown ? onUnknownInBackground(name) : onRefusedInBackground(name, failure)
        // A refused message may be sent again by hand, as another message.
        const again = { ...reviewing, once: newId() }
        set({ sending: false, unknown: isUnknown, ...(isUnknown ? {} : { failure, reviewing: again }) })
      },
      saveText: (name) =>
        changeTexts((connection_id) =>
          ask('sending.save_text', { connection_id, text: { id: newId(), name, text: get().draft } }),
        ),
      forgetText: (id) => changeTexts((connection_id) => ask('sending.forget_text', { connection_id, id })),
      dismissFailure: mutation.dismissFailure,
      hasDrafts: () => underWay.size > 0 || [...drafts.values()].some((draft) => draft.trim() !== ''),
      reset() {
        drafts.clear()
        underWay.clear()
        set({ target: null, draft: '', recipient: { status: 'idle' }, texts: { status: 'idle' }, ...fresh })
      },
    }
  })
}

export type SendingStore = ReturnType<typeof createSendingStore>

const fresh = { insist: false, reviewing: null, sending: false, ...noMutation, unknown: false }

function draftKey({ connection, conversation }: MessageTarget): string {
  return `${connection} ${conversation}`
}
