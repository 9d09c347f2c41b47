import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Answer, EntryDetail } from '../../preload/contract/entries.ts'
import { useMessages } from '../kernel/messages.ts'
import { AnswerValue, copiedValue, LongText } from './answer-value.tsx'
import { CopyIcon } from './copy-icon.tsx'
import type { EntriesStore } from './entries-store.ts'

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
  const [ip, setIp] = useState<string | null>(null)
  const headings: Readonly<Record<string, string>> = entries.metadata.keys
  const reveal = async () => {
    const raw = await store.getState().raw(detail.id, true)
    if (raw.ok) setIp(raw.value.ip)
  }
  return (
    <section className="entry-metadata" aria-label={texts.metadata}>
      <h3>{texts.metadata}</h3>
      {detail.metadata.length === 0 ? <p className="dim">{texts.noMetadata}</p> : null}
      <dl>
        {detail.metadata.map(({ key, value, masked }) => (
          <div key={key} className="entry-fact">
            <dt>{Object.hasOwn(headings, key) ? headings[key] : key}</dt>
            <dd>
              {masked ? (
                <>
                  <span className="figures">{ip ?? String(value)}</span>
                  {ip === null ? (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={texts.revealLabel}
                      onClick={() => void reveal()}
                    >
                      {texts.reveal}
                    </Button>
                  ) : (
                    <CopyIcon text={ip} label={texts.copy(key)} />
                  )}
                </>
              ) : (
                <>
                  <LongText text={typeof value === 'string' ? value : JSON.stringify(value)} />
                  <CopyIcon text={copiedValue(value)} label={texts.copy(key)} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
