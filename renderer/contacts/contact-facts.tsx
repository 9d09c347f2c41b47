import { Button, Collapse, CopyButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { Contact } from '../../preload/contract/contacts.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'

/** What the service tells of a contact: what is known by name, then the rest as it came. Pictures from outside are not shown. */
export function ContactFacts({ contact }: { readonly contact: Contact | null }) {
  const texts = useMessages().contacts.facts
  const format = useFormat()
  if (!contact) {
    return (
      <section className="contact-facts" aria-label={texts.title}>
        <p className="dim">{texts.none}</p>
      </section>
    )
  }
  const time = (at: string | null) => (at === null ? '' : format.dateTime(Date.parse(at)))
  const known: readonly (readonly [string, string])[] = [
    [texts.phone, contact.phone ? format.phone(contact.phone) : ''],
    [texts.email, contact.email ?? ''],
    [texts.identifier, contact.identifier ?? ''],
    [texts.created, time(contact.created_at)],
    [texts.activity, time(contact.last_activity_at)],
  ]
  const facts = [...known, ...ownAttributes(contact.raw, format, texts.attributes)].filter(([, value]) => value !== '')
  return (
    <section className="contact-facts" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <dl>
        {facts.map(([heading, value]) => (
          <div key={heading}>
            <dt>{heading}</dt>
            <dd className="figures">
              {value} <CopyValue value={value} heading={heading} />
            </dd>
          </div>
        ))}
      </dl>
      <Raw contact={contact} />
    </section>
  )
}

function CopyValue({ value, heading }: { readonly value: string; readonly heading: string }) {
  const messages = useMessages()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="subtle"
          size="compact-xs"
          className="contact-copy"
          aria-label={messages.tables.details.copy(heading)}
          onClick={copy}
        >
          {copied ? messages.common.copied : messages.common.copy}
        </Button>
      )}
    </CopyButton>
  )
}

const attributeKeys = ['custom_attributes', 'additional_attributes'] as const

/** The attributes of a contact: the service's in the person's words, those of an account under their own names; nested ones stay in the whole record. */
function ownAttributes(
  raw: Contact['raw'],
  format: Format,
  words: Readonly<Record<string, string>>,
): (readonly [string, string])[] {
  return attributeKeys.flatMap((key) => {
    const attributes = raw[key]
    if (typeof attributes !== 'object' || attributes === null) return []
    return Object.entries(attributes).flatMap(([name, value]): (readonly [string, string])[] =>
      ['string', 'number', 'boolean'].includes(typeof value)
        ? [
            [
              key === 'additional_attributes' && Object.hasOwn(words, name) ? (words[name] ?? name) : name,
              attributeText(value, format),
            ],
          ]
        : [],
    )
  })
}

/** A date as people write it; a service keeps one that has no time as the midnight of UTC. */
function attributeText(value: unknown, format: Format): string {
  const text = String(value)
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}\S{0,20}))?$/.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return text
  if (time === undefined || /^00:00(:00(\.0+)?)?(Z|\+00:?00)?$/.test(time)) return format.day(day)
  return format.dateTime(Date.parse(text))
}

function Raw({ contact }: { readonly contact: Contact }) {
  const texts = useMessages().contacts.facts
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="subtle"
        className="contact-more"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {texts.more}
      </Button>
      <Collapse expanded={open} id={id} transitionDuration={100}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
        <pre className="contact-raw" tabIndex={0}>
          {open ? JSON.stringify(contact.raw, null, 2) : ''}
        </pre>
      </Collapse>
    </>
  )
}
