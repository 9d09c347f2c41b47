import { ActionIcon, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconLink, IconMail, IconPhone } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import type { Answer, EntryDetail } from '../../preload/contract/entries.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { OutsideContext, webAddress } from '../ui/outside.tsx'
import { useReview } from './review.ts'

interface EntryAnswersProps extends Pick<EntryDetail, 'answers'> {
  readonly entry: number
}

/** The answers in the order and words of the form. Between two entries of a form only the values are rendered again. */
export function EntryAnswers({ entry, answers }: EntryAnswersProps) {
  const { common } = useMessages()
  const texts = useMessages().entries.entry
  if (answers.length === 0) return <p className="spaced dim">{texts.noAnswers}</p>
  return (
    <dl className="mt-8">
      {answers.map((answer) => (
        <div key={answer.key} className="entry-answer">
          <dt>
            {answer.label}
            {answer.in_form ? null : <span className="entry-foreign">{texts.notInForm}</span>}
          </dt>
          <dd>
            <div className="words">
              <AnswerValue {...answer} key={entry} />
            </div>
            {answer.given ? (
              <CopyIcon
                text={copiedValue(answer.value)}
                label={answer.recognised === 'link' ? texts.copyLink : common.copyNamed(answer.label)}
              />
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The metadata of the answers. The IP address is masked until it is revealed. */
export function EntryMetadata({ detail: { id, metadata } }: { readonly detail: EntryDetail }) {
  const [revealed, setRevealed] = useState<number | null>(null)
  return revealed === id ? (
    <RevealedMetadata entry={id} metadata={metadata} onHide={() => setRevealed(null)} />
  ) : (
    <Metadata entry={id} metadata={metadata} onReveal={() => setRevealed(id)} />
  )
}

function RevealedMetadata({ onHide, ...shown }: MetadataProps & { readonly onHide: () => void }) {
  const { entry } = shown
  const { raw } = useReview().store.getState()
  const read = useLatest(async () => metadataIn((await raw(entry, true)).json), [raw, entry])
  return (
    <>
      <Metadata {...shown} whole={readyValue(read)} />
      {read.status === 'failed' ? <FailureNotice failure={read.failure} onClose={onHide} /> : null}
    </>
  )
}

interface MetadataProps extends Pick<EntryDetail, 'metadata'> {
  readonly entry: number
  /** The metadata without masks. */
  readonly whole?: Readonly<Record<string, unknown>> | undefined
  readonly onReveal?: () => void
}

function Metadata({ entry, metadata, whole, onReveal }: MetadataProps) {
  const { entries, common } = useMessages()
  const texts = entries.entry
  const headings: Readonly<Record<string, string>> = entries.metadata.keys
  const lines = metadata.map(({ key, value, masked }) => {
    const shown = masked ? (whole?.[key] ?? value) : value
    const name = Object.hasOwn(headings, key) ? (headings[key] ?? key) : key
    return { key, name, shown, masked }
  })
  return (
    <section className="entry-metadata" aria-label={common.fields.metadata}>
      <h3>{common.fields.metadata}</h3>
      {metadata.length === 0 ? <p className="spaced dim">{texts.noMetadata}</p> : null}
      <dl>
        {lines.map(({ key, name, shown, masked }) => (
          <div key={key} className="entry-fact">
            <dt>{name}</dt>
            <dd>
              {masked ? (
                <span className="figures">{textOf(shown)}</span>
              ) : (
                <LongText key={entry} text={textOf(shown)} />
              )}
              {masked && !whole ? (
                <Button size="compact-xs" variant="subtle" aria-label={texts.revealLabel} onClick={onReveal}>
                  {common.show}
                </Button>
              ) : (
                <CopyIcon text={copiedValue(shown)} label={common.copyNamed(name)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The metadata of an entry as it came (contract/entries.ts, `entries.raw`). */
function metadataIn(json: string): Readonly<Record<string, unknown>> {
  const { metadata } = JSON.parse(json) as { readonly metadata?: Readonly<Record<string, unknown>> }
  return metadata ?? {}
}

/** Longer texts are folded, so that the next answers stay visible. */
const longText = { characters: 700, lines: 10 }

/** Deeper than this a value is shown as JSON. */
const deepest = 3

/** The value of an answer, of any type, as plain text: strangers wrote it. */
export function AnswerValue({ value, given, recognised }: Pick<Answer, 'value' | 'given' | 'recognised'>) {
  const texts = useMessages().entries.entry
  const format = useFormat()
  if (!given) return <span className="dim">{texts.noAnswer}</span>
  if (isBlank(value)) return <span className="dim">{texts.blank}</span>
  if (typeof value !== 'string') return <AnyValue value={value} depth={0} />
  if (recognised === null) return <LongText text={value} />
  const Icon = { phone: IconPhone, email: IconMail, link: IconLink }[recognised]
  const isPhone = recognised === 'phone'
  const text = isPhone ? format.phone(value) : value
  return (
    <span
      className={isPhone ? 'entry-known inline-row breaks figures' : 'entry-known inline-row breaks'}
      title={isPhone ? value : undefined}
    >
      <Icon size={14} aria-hidden="true" />
      {recognised === 'link' ? <ForeignLink text={value} /> : text}
    </span>
  )
}

/** A value as it is copied: text unchanged, everything else as JSON. */
function copiedValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined || value === ''
}

function LongText({ text }: { readonly text: string }) {
  const { common } = useMessages()
  const texts = useMessages().entries.entry
  const [open, setOpen] = useState(false)
  const long = text.length > longText.characters || text.split('\n').length > longText.lines
  if (!long) return <span className="entry-text verbatim">{text}</span>
  return (
    <>
      <span className="entry-text verbatim" data-folded={!open || undefined}>
        {text}
      </span>
      <UnstyledButton className="accent text-12 medium" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? common.showLess : texts.showAll}
      </UnstyledButton>
    </>
  )
}

function AnyValue({ value, depth }: { readonly value: unknown; readonly depth: number }) {
  const messages = useMessages()
  if (isBlank(value)) return <span className="dim">{messages.entries.entry.blank}</span>
  if (typeof value === 'boolean') return <>{value ? messages.common.yes : messages.common.no}</>
  if (typeof value === 'string') return <LongText text={value} />
  if (typeof value !== 'object' || value === null) return <span className="figures">{String(value)}</span>
  if (depth >= deepest) return <pre className="entry-json inset verbatim">{JSON.stringify(value, null, 2)}</pre>
  if (Array.isArray(value)) {
    return (
      <ul className="entry-values">
        {value.map((each: unknown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values of one answer have no name but their index
          <li key={index}>
            <AnyValue value={each} depth={depth + 1} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className="entry-object">
      {Object.entries(value).map(([key, each]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <AnyValue value={each} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A link in foreign text. It opens in the person's browser after it showed them its address. */
function ForeignLink({ text }: { readonly text: string }) {
  const messages = useMessages()
  const texts = messages.entries.entry
  const open = useContext(OutsideContext)
  const [confirming, setConfirming] = useState(false)
  const address = webAddress(text.trim())
  if (!address) return <>{text}</>
  return (
    <>
      <UnstyledButton className="entry-link" aria-label={texts.openLink(text)} onClick={() => setConfirming(true)}>
        {text}
      </UnstyledButton>
      {confirming ? (
        <Dialog title={texts.linkTitle} onClose={() => setConfirming(false)}>
          <Stack gap="md">
            <Text size="md">{texts.linkHint}</Text>
            <div className="pad-8-12 breaks inset">{address}</div>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" size="sm" data-autofocus onClick={() => setConfirming(false)}>
                {messages.common.cancel}
              </Button>
              <Button
                size="sm"
                onClick={() => {
                  setConfirming(false)
                  open(address)
                }}
              >
                {messages.common.openInBrowser}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      ) : null}
    </>
  )
}

function CopyIcon({ text, label }: { readonly text: string; readonly label: string }) {
  const { copied, copy } = useClipboard({ timeout: 1000 })
  const [last, setLast] = useState<string | null>(null)
  const onClick = () => {
    copy(text)
    setLast(text)
  }
  return (
    <ActionIcon size="sm" className="on-hover" aria-label={label} title={label} onClick={onClick}>
      {copied && last === text ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  )
}
