import { Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { SecretInput } from '../ui/secret-input.tsx'

/** What stands in the two fields of a new passphrase. It lives in the dialog and goes with it. */
export interface NewPassphrase {
  readonly text: string
  readonly again: string
  /** The person tried to go on: what is missing is said. */
  readonly tried: boolean
}

export const noPassphrase: NewPassphrase = { text: '', again: '', tried: false }

/** A new passphrase in the making, and whether it can be used. */
export function useNewPassphrase() {
  const [value, setValue] = useState(noPassphrase)
  const good = value.text.length >= shortestPassphrase && value.text === value.again
  return {
    value,
    change: (change: Partial<NewPassphrase>) => setValue({ ...value, ...change }),
    /** The passphrase, or null after saying what is missing. */
    take() {
      setValue({ ...value, tried: true })
      return good ? value.text : null
    },
  }
}

export interface PassphraseFieldsProps {
  readonly value: NewPassphrase
  readonly onChange: (change: Partial<NewPassphrase>) => void
}

/** A new passphrase twice, with a hint at its strength. */
export function PassphraseFields({ value, onChange }: PassphraseFieldsProps) {
  const texts = useMessages().reviews.passphrase
  const { text, again, tried } = value
  const missing = Math.max(0, shortestPassphrase - text.length)
  return (
    <>
      <div>
        <SecretInput
          label={texts.label}
          description={texts.hint}
          value={text}
          autoComplete="new-password"
          error={tried && missing > 0 ? texts.tooShort(missing) : null}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        <StrengthLine passphrase={text} />
      </div>
      <SecretInput
        label={texts.repeat}
        value={again}
        autoComplete="new-password"
        error={tried && missing === 0 && text !== again ? texts.different : null}
        onChange={(event) => onChange({ again: event.currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        {texts.lost}
      </Text>
    </>
  )
}

const levels = ['weak', 'fair', 'good', 'strong'] as const

/** Four steps and a word: the colour is never the only sign. */
function StrengthLine({ passphrase }: { readonly passphrase: string }) {
  const texts = useMessages().reviews.passphrase
  const strength = passphrase === '' ? null : strengthOf(passphrase)
  const level = strength === null ? -1 : levels.indexOf(strength)
  return (
    <div
      className="passphrase-strength"
      role="status"
      aria-label={texts.strength}
      data-strength={strength ?? undefined}
    >
      <span className="passphrase-steps" aria-hidden="true">
        {levels.map((each, place) => (
          <span key={each} data-full={place <= level || undefined} />
        ))}
      </span>
      <span>{strength === null ? null : texts.strengths[strength]}</span>
    </div>
  )
}

type Strength = 'weak' | 'fair' | 'good' | 'strong'
/** The contract's own bound (preload/contract/reviews.ts, `passphrase`). */
const shortestPassphrase = 8
/**
 * A rough guess at how hard a passphrase is to find, to guide and never to forbid. Counts what must be tried: letters that
 * repeat or follow one another add little, another word adds much.
 */
export function strengthOf(passphrase: string): Strength {
  const words = passphrase
    .trim()
    .split(/[\s\-_.]+/)
    .filter((word) => word.length >= 3)
  const telling = [...passphrase].filter((letter, place, all) => !isExpected(letter, all[place - 1])).length
  // About 11 bits a word of a language, about 2 a letter beyond them; kinds of signs add a little.
  const bits = Math.max(words.length * 11, telling * 2) + kindsOf(passphrase) * 4
  if (telling < 6 || bits < 28) return 'weak'
  if (bits < 40) return 'fair'
  return bits < 52 ? 'good' : 'strong'
}

/** The same as the letter before, or its neighbour in the alphabet or among the digits. */
function isExpected(letter: string, before: string | undefined): boolean {
  if (before === undefined) return false
  return Math.abs((letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1
}

function kindsOf(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(text)).length
}
