import { Button, Loader } from '@mantine/core'
import { IconBook2, IconExternalLink } from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ArticleKey, DocArticle, DocIndex } from '../../preload/contract/documentation.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FactLine } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutsideLink, webAddress } from '../ui/outside.tsx'
import type { DocumentationStore, Reading, ReadText } from './documentation-store.ts'
import { MarkdownView } from './markdown-view.tsx'

interface TextPaneProps {
  readonly store: DocumentationStore
  readonly index: DocIndex
  readonly now: () => number
  readonly onRead: (reading: Reading) => void
}

/** The text that is read, with what is known of it; a kept one stays under the reason why there is no newer one. */
export function TextPane({ store, index, now, onRead }: TextPaneProps) {
  const texts = useMessages().documentation
  const format = useFormat()
  const { reading, text, textRefresh, read, reread } = useStore(store)
  const { failure, working } = textRefresh
  const pane = useRef<HTMLElement>(null)
  const name = JSON.stringify(reading)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is read from its beginning
  useEffect(() => void pane.current?.scrollTo({ top: 0 }), [name])
  const kept = readyValue(text)
  const moment = kept ? format.moment(Date.parse(kept.read_at), now()) : null
  return (
    <article ref={pane} className="doc-pane">
      {reading === null ? (
        <EmptyState icon={<IconBook2 size={32} stroke={1.5} />} title={texts.choose.title} text={texts.choose.text} />
      ) : (
        <>
          {failure ? (
            <FailureNotice
              failure={failure}
              kept={moment ? texts.keptText(moment) : null}
              onRetry={() => void reread()}
            />
          ) : null}
          <LoadableView of={text} onRetry={() => void read(reading)}>
            {(value) => {
              if (value) return <TextOf reading={reading} text={value} index={index} now={now} onRead={onRead} />
              return failure ? null : <Unread isReading={working !== null} onRetry={() => void reread()} />
            }}
          </LoadableView>
        </>
      )}
    </article>
  )
}

function Unread({ isReading, onRetry }: { readonly isReading: boolean; readonly onRetry: () => void }) {
  const messages = useMessages()
  const texts = messages.documentation.notRead
  return (
    <EmptyState title={texts.title} text={texts.text}>
      {isReading ? (
        <Loader size="xs" aria-label={messages.common.loading} />
      ) : (
        <Button variant="default" onClick={onRetry}>
          {messages.common.tryAgain}
        </Button>
      )}
    </EmptyState>
  )
}

function TextOf({
  reading,
  text,
  index,
  now,
  onRead,
}: Omit<TextPaneProps, 'store'> & { readonly reading: Reading; readonly text: ReadText }) {
  const messages = useMessages()
  const texts = messages.documentation
  const format = useFormat()
  const readArticle = useCallback((article: ArticleKey) => onRead({ article }), [onRead])
  const { article } = text
  const file = 'file' in reading ? reading.file : null
  const title = article?.title ?? (file ? texts.fileTitle[file] : '')
  const address = article?.url ? webAddress(article.url, `${index.base_url}/`) : undefined
  return (
    <>
      <header className="doc-head">
        <h2>{title}</h2>
        <p className="dim figures">
          <FactLine
            items={[
              articleFacts({ article, readAt: text.read_at, index, format, texts, now: now() }),
              address && (
                <OutsideLink url={address} title={texts.text.opensOutside(address)}>
                  {texts.outside}
                  <IconExternalLink size={13} aria-hidden="true" />
                </OutsideLink>
              ),
            ]}
          />
        </p>
      </header>
      <MarkdownView
        key={text.read_at}
        text={text.body}
        base_url={index.base_url}
        at={article}
        articles={index.articles}
        onArticle={readArticle}
      />
    </>
  )
}

/** What stands below the title of a text: its category, its age from the service, and when it was read. */
export function articleFacts({
  article,
  readAt,
  index,
  format,
  texts,
  now,
}: {
  readonly article: DocArticle | null
  /** ISO, when the text was read. */
  readonly readAt: string
  readonly index: Pick<DocIndex, 'categories'>
  readonly format: Format
  readonly texts: Messages['documentation']
  /** Epoch ms. */
  readonly now: number
}): string {
  const category = index.categories.find(({ slug }) => slug === article?.category)?.name ?? article?.category
  const updated = article?.updated_at ? texts.updated(dayOf(article.updated_at, format)) : undefined
  const read = texts.readAt(format.moment(Date.parse(readAt), now))
  return joinFacts([category, updated, read])
}

/** A day or a time of ISO as people read it; anything else as it came. */
function dayOf(text: string, format: Format): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return format.day(text)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)) ? format.date(Date.parse(text)) : text
}
