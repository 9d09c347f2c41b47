import { Chip, Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { foldText } from '../../preload/values/text.ts'
import { useMessages } from '../kernel/messages.ts'

interface Choice<T> {
  readonly value: T
  readonly name: string
  /** How many cached rows have it, where that is known. */
  readonly rows?: number
}

interface ChoicePickerProps<T> {
  readonly label: string
  readonly choices: readonly Choice<T>[]
  readonly chosen: readonly T[]
  readonly onChange: (chosen: T[]) => void
  readonly placeholder: string
  /** The text when nothing matches the typed one. */
  readonly nothing: string
  /** The value of a typed text that is no known name; null when it has none. */
  readonly parse: (text: string) => T | null
  /** The words for choosing a typed value. */
  readonly take: (value: T) => string
  readonly unnamed: (value: T) => string
}

/** Chooses several of the known names, or typed values. */
function ChoicePicker<T extends string | number>(props: ChoicePickerProps<T>) {
  const { label, choices, chosen, onChange, placeholder, nothing, parse, take, unnamed } = props
  const messages = useMessages()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useSelectedOption(combobox, field, text, chosen)
  const trimmed = text.trim()
  const fits = ({ value, name }: Choice<T>) =>
    foldText(name).includes(foldText(trimmed)) || (trimmed !== '' && String(value) === trimmed)
  const free = choices.filter((choice) => !chosen.includes(choice.value) && fits(choice))
  const nameOf = (value: T) => choices.find((choice) => choice.value === value)?.name ?? unnamed(value)
  const typed = parse(trimmed)
  const isKnown = typed === null || chosen.includes(typed) || choices.some(({ value }) => value === typed)
  const offered = isKnown ? null : typed

  const add = (value: T) => {
    onChange([...chosen, value])
    setText('')
  }
  const submit = (key: string) => {
    const value = free.find((choice) => String(choice.value) === key)?.value ?? offered
    if (value !== null) add(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '' && chosen.length > 0) onChange(chosen.slice(0, -1))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={submit} withinPortal={false}>
      <Combobox.DropdownTarget>
        <PillsInput size="sm" label={label} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            {chosen.map((value) => (
              <Pill
                key={value}
                withRemoveButton
                removeButtonProps={{
                  'aria-label': `${messages.common.remove} ${nameOf(value)}`,
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                onRemove={() => onChange(chosen.filter((each) => each !== value))}
              >
                {nameOf(value)}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                ref={field}
                aria-label={label}
                value={text}
                placeholder={chosen.length === 0 ? placeholder : ''}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onKeyDown={onKeyDown}
                onChange={(event) => {
                  setText(event.currentTarget.value)
                  combobox.openDropdown()
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label} mah={220} style={{ overflowY: 'auto' }}>
          {free.map((choice) => (
            <Combobox.Option key={choice.value} value={String(choice.value)}>
              <span className="flex gap-8 between">
                <span>{choice.name}</span>
                {choice.rows === undefined ? null : (
                  <span className="dim figures">{messages.leads.filter.rows(choice.rows)}</span>
                )}
              </span>
            </Combobox.Option>
          ))}
          {offered === null ? null : <Combobox.Option value={String(offered)}>{take(offered)}</Combobox.Option>}
          {free.length === 0 && offered === null ? <Combobox.Empty>{nothing}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/**
 * Selects the first option for the typed text, and announces it to screen readers: Mantine still names an option that
 * is no longer in the list.
 */
function useSelectedOption(
  combobox: ReturnType<typeof useCombobox>,
  field: RefObject<HTMLInputElement | null>,
  text: string,
  chosen: readonly unknown[],
) {
  const { selectFirstOption, resetSelectedOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen ones leave the list, so its first option is another
  useEffect(() => {
    if (text === '') resetSelectedOption()
    const selected = text === '' ? null : selectFirstOption()
    if (selected) field.current?.setAttribute('aria-activedescendant', selected)
    else field.current?.removeAttribute('aria-activedescendant')
  }, [text, chosen, field, selectFirstOption, resetSelectedOption])
}

/** Chooses numbers by their names: people know names, the service needs numbers. Any number can be typed. */
export function IdPicker(props: Omit<ChoicePickerProps<number>, 'parse'>) {
  return <ChoicePicker {...props} parse={(text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)} />
}

/** Chooses texts, which can also be typed. */
export function TextPicker(props: Omit<ChoicePickerProps<string>, 'parse' | 'unnamed'>) {
  return <ChoicePicker {...props} parse={(text) => text || null} unnamed={(text) => text} />
}

interface ChoiceChipsProps<T> {
  readonly choices: readonly T[]
  readonly chosen: readonly T[]
  readonly wordOf: (choice: T) => string
  /** In the order of the choices. */
  readonly onChange: (chosen: T[]) => void
}

/** Chooses several of a few values. */
export function ChoiceChips<T extends string>({ choices, chosen, wordOf, onChange }: ChoiceChipsProps<T>) {
  return choices.map((choice) => (
    <Chip
      key={choice}
      size="sm"
      variant="outline"
      radius="md"
      checked={chosen.includes(choice)}
      onChange={(checked) => onChange(choices.filter((each) => (each === choice ? checked : chosen.includes(each))))}
    >
      {wordOf(choice)}
    </Chip>
  ))
}
