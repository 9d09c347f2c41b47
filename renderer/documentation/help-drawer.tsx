import './documentation.css'
import { Button, CloseButton } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ArticleKey } from '../../preload/contract/documentation.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { HitList } from './article-list.tsx'
import type { HelpMatch, HelpStore, Reading } from './documentation-store.ts'
import { Guide, type GuideLink, HelpParts } from './guide.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { articleFacts } from './text-pane.tsx'

interface HelpDrawerProps {
  readonly store: HelpStore
  readonly now: () => number
  /** Leads to a screen that the help on Cruza names. */
  readonly onGo: (link: GuideLink) => void
  /** Opens the documentation, at this text if given. */
  readonly onRead: (connection: string | null, reading: Reading | null) => void
}

/** The help beside the screen, which stays in use: on Cruza itself, and the platform's article that fits. */
export function HelpDrawer({ store, now, onGo, onRead }: HelpDrawerProps) {
  const messages = useMessages()
  const texts = messages.documentation.help
  const { opened, part, section, show, close } = useStore(store)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [opened])
  if (!opened) return null
  return (
    <aside
      className="help-drawer"
      aria-label={texts.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <div className="help-head">
        <h2 ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        <CloseButton aria-label={messages.common.close} onClick={close} />
      </div>
      <HelpParts part={part} onGo={(target) => void show(target)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
      <section className="help-body" tabIndex={0} aria-label={messages.guide.parts[part]}>
        {part === 'cruza' ? (
          <Guide section={section} onGo={onGo} />
        ) : (
          <OfPlatform store={store} now={now} onRead={onRead} />
        )}
      </section>
    </aside>
  )
}

function OfPlatform({ store, now, onRead }: Pick<HelpDrawerProps, 'store' | 'now' | 'onRead'>) {
  const texts = useMessages().documentation.help
  const { match, retry } = useStore(store)
  if (match.status === 'idle') return <p>{texts.noConnection}</p>
  return (
    <LoadableView of={match} onRetry={() => void retry()}>
      {(found) => <Found found={found} now={now} onRead={(reading) => onRead(found.connection, reading)} />}
    </LoadableView>
  )
}

function Found({
  found: { article, others, index },
  now,
  onRead,
}: {
  readonly found: HelpMatch
  readonly now: () => number
  readonly onRead: (reading: Reading | null) => void
}) {
  const texts = useMessages().documentation
  const format = useFormat()
  const readArticle = useCallback((key: ArticleKey) => onRead({ article: key }), [onRead])
  return (
    <>
      {article ? (
        <>
          <h3 className="help-title">{article.title}</h3>
          <p className="dim figures">
            {articleFacts({ article, readAt: article.read_at, index, format, texts, now: now() })}
          </p>
          <MarkdownView
            text={article.body}
            base_url={index.base_url}
            at={article}
            articles={index.articles}
            onArticle={readArticle}
          />
        </>
      ) : (
        <p>{texts.help.nothing}</p>
      )}
      {others.length > 0 ? (
        <section>
          <h3>{texts.help.others}</h3>
          <HitList hits={others} onRead={onRead} />
        </section>
      ) : null}
      <Button
        variant="default"
        onClick={() => onRead(article ? { article: { category: article.category, slug: article.slug } } : null)}
      >
        {article ? texts.help.whole : texts.help.all}
      </Button>
    </>
  )
}
