import { outcomeOrder } from '../../preload/values/outcomes.ts'
import './documentation.css'
import { Anchor, Button, CloseButton } from '@mantine/core'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ArticleKey, DocArticle, DocIndex } from '../../preload/contract/documentation.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { type GuideSection, guideSections } from '../../preload/messages/guide-sections.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark, OutcomeSign, outcomeColor } from '../ui/mark.tsx'
import { PartBar } from '../ui/page-header.tsx'
import { HitList, useRead } from './article-list.tsx'
import type { HelpMatch, HelpPart, Reading } from './documentation-store.ts'
import { MarkdownView } from './markdown-view.tsx'

/** The help beside the screen, which stays usable: about Cruza itself, and the platform's article that fits. */
export function HelpDrawer() {
  const messages = useMessages()
  const texts = messages.documentation.help
  const { part, section, match, retry, show, close } = useStore(useFeature('documentation').help)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  const ofPlatform =
    match.status === 'idle' ? (
      <p>{texts.noConnection}</p>
    ) : (
      <LoadableView of={match} onRetry={() => void retry()}>
        {(value) => <Match {...value} />}
      </LoadableView>
    )
  return (
    <aside
      className="help-drawer column"
      aria-label={texts.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <div className="help-head row between line-below">
        <h2 ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        <CloseButton aria-label={messages.common.close} onClick={close} />
      </div>
      <HelpParts part={part} onGo={(target) => void show(target)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
      <section className="help-body" tabIndex={0} aria-label={messages.guide.parts[part]}>
        {part === 'cruza' ? <Guide section={section} /> : ofPlatform}
      </section>
    </aside>
  )
}

/** The article that fits the screen, with a link to the whole documentation. */
function Match({ connection, article, others, index }: HelpMatch) {
  const texts = useMessages().documentation
  const { help } = useFeature('documentation')
  const read = useRead(connection)
  const onRead = useCallback(
    (reading: Reading | null) => {
      help.getState().close()
      read(reading)
    },
    [help, read],
  )
  const onArticle = useCallback((key: ArticleKey) => onRead({ article: key }), [onRead])
  return (
    <>
      {article ? (
        <>
          <h3 className="help-title">{article.title}</h3>
          <p className="dim figures">
            <ArticleFacts article={article} readAt={article.read_at} index={index} />
          </p>
          <MarkdownView
            text={article.body}
            base_url={index.base_url}
            at={article}
            articles={index.articles}
            onArticle={onArticle}
          />
        </>
      ) : (
        <p>{texts.help.nothing}</p>
      )}
      {others.length > 0 ? (
        <section>
          <h3 className="spaced">{texts.help.others}</h3>
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

interface ArticleFactsProps {
  readonly article: DocArticle | null
  readonly readAt: string
  readonly index: DocIndex
}

/** Below the title of a text: its category, its date from the service, and when it was read. */
export function ArticleFacts({ article, readAt, index }: ArticleFactsProps) {
  const { documentation: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const category = index.categories.find(({ slug }) => slug === article?.category)?.name ?? article?.category
  const updated = article?.updated_at ? texts.updated(dayOf(article.updated_at, format)) : undefined
  return joinFacts([category, updated, common.readAt(format.moment(Date.parse(readAt), now()))])
}

/** An ISO day or time as people read it; other texts unchanged. */
function dayOf(text: string, format: Format): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return format.day(text)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)) ? format.date(Date.parse(text)) : text
}

/** The screens that a section links to. */
const links: Readonly<Record<GuideSection, readonly (keyof Messages['guide']['links'])[]>> = {
  outcomes: ['cruzar'],
  ninth: ['contacts'],
  lists: ['cruzar'],
  tables: ['sheets'],
  complete: ['sheets'],
  offline: ['activity'],
  data: ['settings', 'connections'],
  removal: ['forms', 'sheets', 'connections'],
  keyboard: [],
}

interface GuideProps {
  readonly section: GuideSection
  /** The level of the section headings; h3 below a heading of its own. */
  readonly heading?: 'h2' | 'h3'
}

/** The help about Cruza itself. All of it is in one page, so that the browser's own search finds it. */
export function Guide({ section, heading: Heading = 'h3' }: GuideProps) {
  const texts = useMessages().guide
  const { go } = useNavigation()
  const page = useRef<HTMLDivElement>(null)
  const jump = (to: GuideSection) => {
    const heading = page.current?.querySelector<HTMLElement>(`[data-section="${to}"]`)
    heading?.scrollIntoView({ block: 'start' })
    return heading
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another section scrolls
  useLayoutEffect(() => {
    if (section !== guideSections[0]) jump(section)
  }, [section])
  return (
    <div className="guide" ref={page}>
      <nav aria-label={texts.contents}>
        <ul className="guide-contents">
          {guideSections.map((each) => (
            <li key={each}>
              <Anchor
                component="button"
                type="button"
                onClick={() => jump(each)?.querySelector<HTMLElement>(Heading)?.focus({ preventScroll: true })}
              >
                {texts.sections[each].title}
              </Anchor>
            </li>
          ))}
        </ul>
      </nav>
      {guideSections.map((each) => (
        <section key={each} data-section={each}>
          <Heading tabIndex={-1}>{texts.sections[each].title}</Heading>
          {texts.sections[each].paragraphs.map((paragraph) => (
            <p key={paragraph}>{withKeys(paragraph)}</p>
          ))}
          {each === 'outcomes' ? <Outcomes /> : null}
          {links[each].map((link) => (
            <Anchor key={link} component="button" type="button" mr="md" onClick={() => go({ screen: link })}>
              {texts.links[link]}
            </Anchor>
          ))}
        </section>
      ))}
    </div>
  )
}

/** Replaces `{mod+k}` by the keys of this system. */
function withKeys(paragraph: string): string {
  return paragraph.replace(/\{([a-z+]{1,20})\}/g, (_, keys: string) => keyText(keys))
}

function Outcomes() {
  const { cruzar, guide } = useMessages()
  return (
    <dl>
      {outcomeOrder.map((outcome) => (
        <div key={outcome}>
          <dt>
            <Mark
              color={outcomeColor(outcome)}
              soft={outcomeColor(outcome, 'soft')}
              icon={<OutcomeSign outcome={outcome} />}
            >
              {cruzar.outcomes[outcome]}
            </Mark>
          </dt>
          <dd>{guide.outcomes[outcome]}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Chooses between the help about Cruza itself and the platform's. */
export function HelpParts(props: { readonly part: HelpPart; readonly onGo: (part: HelpPart) => void }) {
  const { label, cruza, platform } = useMessages().guide.parts
  return (
    <PartBar
      {...props}
      label={label}
      parts={[
        ['cruza', cruza],
        ['platform', platform],
      ]}
    />
  )
}
