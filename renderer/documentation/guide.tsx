import './documentation.css'
import { Anchor } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import type { Outcome } from '../../preload/contract/cruzar.ts'
import { type GuideSection, guideSections } from '../../preload/messages/guide-sections.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { Mark, outcomeColor } from '../ui/mark.tsx'
import { OutcomeSign } from '../ui/outcome-sign.tsx'
import { PartBar } from '../ui/part-bar.tsx'
import type { HelpPart } from './documentation-store.ts'

/** A screen that a section leads to. */
export type GuideLink = keyof ReturnType<typeof useMessages>['guide']['links']

const links: Readonly<Record<GuideSection, readonly GuideLink[]>> = {
  outcomes: ['cruzar'],
  ninth: ['contacts'],
  complete: ['sheets'],
  offline: ['activity'],
  data: ['settings', 'connections'],
  removal: ['forms', 'sheets', 'connections'],
  keyboard: [],
}

const outcomes: readonly Outcome[] = ['com_conversa', 'sem_conversa', 'ausente', 'invalida', 'sem_resposta']

/** The page of help on Cruza itself: everything stands in it at once, so that the browser's own search finds it. */
export function Guide({
  section,
  heading: Heading = 'h3',
  onGo,
}: {
  /** The section that is scrolled to. */
  readonly section: GuideSection
  /** Of the sections; h3 below a heading of its own. */
  readonly heading?: 'h2' | 'h3'
  readonly onGo: (link: GuideLink) => void
}) {
  const texts = useMessages().guide
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
            <Anchor key={link} component="button" type="button" mr="md" onClick={() => onGo(link)}>
              {texts.links[link]}
            </Anchor>
          ))}
        </section>
      ))}
    </div>
  )
}

/** `{mod+k}` as the keyboard of the system has it. */
function withKeys(paragraph: string): string {
  return paragraph.replace(/\{([a-z+]{1,20})\}/g, (_, keys: string) => keyText(keys))
}

/** The five outcomes with their sign and colour, as a run shows them. */
function Outcomes() {
  const { cruzar, guide } = useMessages()
  return (
    <dl>
      {outcomes.map((outcome) => (
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

/** The choice between the help on Cruza itself and that of the platform. */
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
