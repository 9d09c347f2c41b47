import { UnstyledButton } from '@mantine/core'
import { IconLink, IconMail, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import type { Answer } from '../../preload/contract/entries.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ForeignLink } from './foreign-link.tsx'

/** Longer texts are folded, so that the answers after them stay in reach. */
const longText = { characters: 700, lines: 10 }
/** Deeper than this a value is shown as JSON. */
const deepest = 3

export interface AnswerValueProps {
  readonly answer: Pick<Answer, 'value' | 'given' | 'recognised'>
}

/** The value of an answer, of any type, as inert text: it is what strangers wrote. */
export function AnswerValue({ answer }: AnswerValueProps) {
  const texts = useMessages().entries.entry
  const format = useFormat()
  const { value, given, recognised } = answer
  if (!given) return <span className="dim">{texts.noAnswer}</span>
  if (isBlank(value)) return <span className="dim">{texts.blank}</span>
  if (typeof value !== 'string') return <AnyValue value={value} depth={0} />
  switch (recognised) {
    case 'phone':
      return (
        <span className="entry-known figures" title={value}>
          <IconPhone size={14} aria-hidden="true" />
          {format.phone(value)}
        </span>
      )
    case 'email':
      return (
        <span className="entry-known">
          <IconMail size={14} aria-hidden="true" />
          {value}
        </span>
      )
    case 'link':
      return (
        <span className="entry-known">
          <IconLink size={14} aria-hidden="true" />
          <ForeignLink text={value} />
        </span>
      )
    case null:
      return <LongText text={value} />
  }
}

/** A value as it is copied: text as it is, everything else as JSON. */
export function copiedValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

export function LongText({ text }: { readonly text: string }) {
  const texts = useMessages().entries.entry
  const [open, setOpen] = useState(false)
  const long = text.length > longText.characters || text.split('\n').length > longText.lines
  if (!long) return <span className="entry-text">{text}</span>
  return (
    <>
      <span className="entry-text" data-folded={!open || undefined}>
        {text}
      </span>
      <UnstyledButton className="entry-unfold" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? texts.showLess : texts.showAll}
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
  if (depth >= deepest) return <pre className="entry-json">{JSON.stringify(value, null, 2)}</pre>
  if (Array.isArray(value)) {
    return (
      <ul className="entry-values">
        {value.map((each: unknown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values of one answer have no name but their place
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
