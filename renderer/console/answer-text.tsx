import { Button, Text } from '@mantine/core'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import type { AnswerStore } from './answer-store.ts'

export interface AnswerTextProps {
  readonly store: AnswerStore
  /** What is to be known of it. */
  readonly note: string | null
}

/** The answer as it came but for its secrets; never as a page. */
export function AnswerText({ store, note }: AnswerTextProps) {
  const texts = useMessages().console.answer
  const { text, textTotal, moreText } = useStore(store)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what does
    <section className="console-text" aria-label={texts.views.text} tabIndex={0}>
      {note ? (
        <Text size="sm" mb="sm">
          {note}
        </Text>
      ) : null}
      <pre className="console-code">{text}</pre>
      {text.length < textTotal ? (
        <Button variant="subtle" onClick={() => void moreText()}>
          {texts.moreText}
        </Button>
      ) : null}
    </section>
  )
}
