import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Answer, EntryDetail } from '../../preload/contract/entries.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { AnswerValue, copiedValue, LongText } from './answer-value.tsx'
import { CopyIcon } from './copy-icon.tsx'
import type { EntriesStore } from './entries-store.ts'
import type { Outcome } from './service-actions.ts'

/** The answers in the form's own order and words. */
export function EntryAnswers({ answers }: { readonly answers: readonly Answer[] }) {
  const texts = useMessages().entries.entry
  if (answers.length === 0) return <p className="dim">{texts.noAnswers}</p>
  return (
    <dl className="entry-answers">
      {answers.map((answer) => (
        <div key={answer.key} className="entry-answer">
          <dt>
            {answer.label}
            {answer.in_form ? null : <span className="entry-foreign">{texts.notInForm}</span>}
          </dt>
          <dd>
            <div className="entry-value">
              <AnswerValue answer={answer} />
            </div>
            {answer.given ? (
              <CopyIcon
                text={copiedValue(answer.value)}
                label={answer.recognised === 'link' ? texts.copyLink : texts.copy(answer.label)}
              />
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export interface EntryMetadataProps {
  readonly store: EntriesStore
  readonly detail: EntryDetail
}

/** What came along with the answers; the ip only when it is asked for. */
export function EntryMetadata({ store, detail }: EntryMetadataProps) {
  const { entries } = useMessages()
  const texts = entries.entry
  const [raw, setRaw] = useState<Outcome<{ readonly json: string }> | null>(null)
  const whole = raw?.ok ? metadataIn(raw.value.json) : null
  const headings: Readonly<Record<string, string>> = entries.metadata.keys
  const named = (key: string) => (Object.hasOwn(headings, key) ? (headings[key] ?? key) : key)
  const reveal = async () => setRaw(await store.getState().raw(detail.id, true))
  return (
    <section className="entry-metadata" aria-label={texts.metadata}>
      <h3>{texts.metadata}</h3>
      {detail.metadata.length === 0 ? <p className="dim">{texts.noMetadata}</p> : null}
      <dl>
        {detail.metadata.map(({ key, value, masked }) => (
          <div key={key} className="entry-fact">
            <dt>{named(key)}</dt>
            <dd>
              {masked ? (
                <>
                  <span className="figures">{textOf(whole?.[key] ?? value)}</span>
                  {whole === null ? (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={texts.revealLabel}
                      onClick={() => void reveal()}
                    >
                      {texts.reveal}
                    </Button>
                  ) : (
                    <CopyIcon text={copiedValue(whole[key])} label={texts.copy(named(key))} />
                  )}
                </>
              ) : (
                <>
                  <LongText text={textOf(value)} />
                  <CopyIcon text={copiedValue(value)} label={texts.copy(named(key))} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {raw && !raw.ok ? <FailureNotice failure={raw.failure} onClose={() => setRaw(null)} /> : null}
    </section>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The metadata of an entry as it came (contract/entries.ts, `entries.raw`). */
function metadataIn(json: string): Readonly<Record<string, unknown>> {
  const { metadata } = JSON.parse(json) as { readonly metadata?: Readonly<Record<string, unknown>> }
  return metadata ?? {}
}
