import { Checkbox, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { SpamRules } from '../../preload/contract/reviews.ts'
import type { SpamHint } from '../../preload/values/entries-table.ts'
import { type DraftForm, useDraft } from '../kernel/drafts.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useTeam } from './team.ts'

interface DialogProps {
  readonly onClose: () => void
}

/** The rules for spam hints: each hint on or off, with its threshold, and the words that the team blocks. */
export function RulesDialog({ onClose }: DialogProps) {
  const texts = useMessages().reviews.rules
  const { connection, store } = useTeam()
  const { rules, loadRules } = useStore(store)
  useEffect(() => void loadRules(), [loadRules])
  const form = useDraft<RulesDraft | null>(`spam rules ${connection}`, null, () => {
    notifications.show({ message: texts.saved, autoClose: 8000 })
    onClose()
  })
  const close = () => {
    form.discard()
    onClose()
  }
  return (
    <Dialog onClose={close} title={texts.title} size={640}>
      <LoadableView of={rules} onRetry={() => void loadRules()}>
        {(ready) => <RulesForm form={form} draft={form.draft ?? draftOf(ready)} onClose={close} />}
      </LoadableView>
    </Dialog>
  )
}

interface RulesFormProps extends DialogProps {
  readonly form: DraftForm<RulesDraft | null>
  readonly draft: RulesDraft
}

function RulesForm({ form, draft, onClose }: RulesFormProps) {
  const { reviews } = useMessages()
  const { store } = useTeam()
  const { saveRules } = store.getState()
  const short = readyValue(useStore(store, (state) => state.shortTexts))
  const texts = reviews.rules
  const { working, failure } = form
  const change = (part: Partial<RulesDraft>) => form.change({ ...draft, ...part })
  const problem = wordsProblem(draft.words)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem) void form.submit(() => saveRules(rulesOf(draft)))
  }
  const props = { draft, change }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="md">{texts.text}</Text>
        <Threshold hint="links" name="links" prefix={texts.links} after={texts.linksUnit} {...props} />
        <Threshold
          hint="texto_repetido"
          name="repeated"
          prefix={texts.repeated}
          after={texts.repeatedUnit}
          note={short && texts.repeatedShort(short.shortest, short.entries, short.all)}
          {...props}
        />
        <Threshold hint="velocidade" name="seconds" prefix={texts.seconds} after={texts.secondsUnit} {...props} />
        <Hint hint="padrao_conhecido" {...props}>
          <Text size="sm" c="dimmed">
            {texts.pattern}
          </Text>
        </Hint>
        <Hint hint="palavra_bloqueada" wide {...props}>
          <Textarea
            label={texts.words}
            description={texts.wordsHint}
            autosize
            minRows={3}
            maxRows={8}
            value={draft.words}
            disabled={draft.off.includes('palavra_bloqueada')}
            error={problem && texts[problem](problem === 'tooMany' ? ruleBounds.words : ruleBounds.letters)}
            onChange={(event) => change({ words: event.currentTarget.value })}
          />
          <Text size="sm" c="dimmed" mt={4} className="figures">
            {texts.wordsCount(wordsOf(draft.words).length)}
          </Text>
        </Hint>
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons confirm={reviews.rules.save} busy={working} disabled={problem !== null} onClose={onClose} />
      </Stack>
    </form>
  )
}

interface PartProps {
  readonly draft: RulesDraft
  readonly change: (part: Partial<RulesDraft>) => void
}

interface HintProps extends PartProps {
  readonly hint: SpamHint
  /** Its settings are below it and not beside it. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** One hint with its switch and its settings. */
function Hint({ hint, wide = false, draft, change, children }: HintProps) {
  const words = useMessages().entries.hints
  const on = !draft.off.includes(hint)
  const word = words[hint]
  return (
    <div className="rule" data-off={!on || undefined} data-wide={wide || undefined}>
      <Checkbox
        label={word.charAt(0).toLocaleUpperCase() + word.slice(1)}
        checked={on}
        onChange={() => change({ off: on ? [...draft.off, hint] : draft.off.filter((each) => each !== hint) })}
      />
      <div className="rule-part">{children}</div>
    </div>
  )
}

interface ThresholdProps extends PartProps {
  readonly hint: SpamHint
  readonly name: 'links' | 'repeated' | 'seconds'
  readonly prefix: string
  readonly after: string
  /** What the hint ignores. */
  readonly note?: string | undefined
}

/** A hint with a number in its sentence. */
function Threshold({ hint, name, prefix, after, note, draft, change }: ThresholdProps) {
  const { min, max } = ruleBounds[name]
  return (
    <Hint hint={hint} draft={draft} change={change}>
      <div className="rule-threshold row">
        <span>{prefix}</span>
        <NumberInput
          size="xs"
          w={76}
          aria-label={`${prefix} … ${after}`}
          min={min}
          max={max}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="blur"
          value={draft[name]}
          disabled={draft.off.includes(hint)}
          onChange={(value) => {
            // While it is typed, a number may be less than the minimum: it is corrected when the field is left or
            // saved.
            if (typeof value === 'number') change({ [name]: Math.min(max, value) })
          }}
        />
        <span>{after}</span>
      </div>
      {note === undefined ? null : (
        <Text size="sm" c="dimmed" className="figures">
          {note}
        </Text>
      )}
    </Hint>
  )
}

/** The bounds of the contract (preload/contract/reviews.ts, `spamRules`). */
const ruleBounds = {
  words: 1000,
  letters: 100,
  links: { min: 1, max: 50 },
  repeated: { min: 2, max: 100 },
  seconds: { min: 1, max: 3600 },
} as const

/** The rules in the dialog: words as text, everything else unchanged. */
interface RulesDraft {
  readonly words: string
  readonly links: number
  readonly repeated: number
  readonly seconds: number
  readonly off: readonly SpamHint[]
}

/** The proposed seconds where a zero turned the hint off. */
const usualSeconds = 10
export function draftOf({ blocked_words, links, repeated, seconds, off }: SpamRules): RulesDraft {
  const silent = seconds === 0
  return {
    words: blocked_words.join('\n'),
    links,
    repeated,
    seconds: silent ? usualSeconds : seconds,
    off: silent && !off.includes('velocidade') ? [...off, 'velocidade'] : off,
  }
}

/** One word in each line, without blank lines and repetitions. */
function wordsOf(text: string): readonly string[] {
  const words = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
  return [...new Set(words)].filter((word) => word !== '')
}

export function wordsProblem(text: string): 'tooMany' | 'tooLong' | null {
  const words = wordsOf(text)
  if (words.length > ruleBounds.words) return 'tooMany'
  return words.some((word) => word.length > ruleBounds.letters) ? 'tooLong' : null
}

export function rulesOf({ words, links, repeated, seconds, off }: RulesDraft): SpamRules {
  return {
    blocked_words: [...wordsOf(words)],
    links: Math.max(ruleBounds.links.min, links),
    repeated: Math.max(ruleBounds.repeated.min, repeated),
    seconds: Math.max(ruleBounds.seconds.min, seconds),
    off: [...off],
  }
}
