import { ActionIcon, Checkbox, JsonInput, Select, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconDots, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { useErrors } from './editor-errors.ts'
import type { EditorStore } from './editor-store.ts'
import type { FieldDraft } from './form-draft.ts'

export interface FieldRowProps {
  readonly store: EditorStore
  readonly field: FieldDraft
  /** From 0. */
  readonly place: number
  readonly last: boolean
  readonly dragged: boolean
  /** A dragged field would land at this edge. */
  readonly mark: 'before' | 'after' | undefined
  readonly onMove: (by: -1 | 1) => void
  readonly onDrag: () => void
  readonly onOver: (after: boolean) => void
  readonly onDrop: () => void
  readonly onDragEnd: () => void
}

/** One field: what is asked, of which type, whether it must be answered. */
export function FieldRow(props: FieldRowProps) {
  const { store, field, place, dragged, mark, onOver, onDrop } = props
  const texts = useMessages().forms.editor.field
  const errorOf = useErrors(store)
  const [open, setOpen] = useState(false)
  const { changeField, removeField } = store.getState()
  const { key } = field
  const name = texts.name(place + 1, field.label.trim())
  const refused = errorOf(`field ${key}`)
  const over = (event: DragEvent<HTMLLIElement>) => {
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    onOver(event.clientY > top + height / 2)
  }
  return (
    <li
      className="field-row"
      data-field={key}
      data-dragged={dragged || undefined}
      data-mark={mark}
      aria-label={name}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <div className="field-line">
        <FieldOrder {...props} name={name} />
        <TextInput
          aria-label={`${texts.label}, ${name}`}
          value={field.label}
          autoComplete="off"
          error={errorOf(`field ${key} label`)}
          onChange={(event) => changeField(key, { label: event.currentTarget.value })}
        />
        <TypeField
          name={name}
          type={field.type}
          error={errorOf(`field ${key} type`)}
          onType={(type) => changeField(key, { type })}
        />
        <TextInput
          aria-label={`${texts.placeholder}, ${name}`}
          value={field.placeholder}
          autoComplete="off"
          onChange={(event) => changeField(key, { placeholder: event.currentTarget.value })}
        />
        <Checkbox
          className="field-required"
          aria-label={`${texts.required}, ${name}`}
          checked={field.required}
          onChange={(event) => changeField(key, { required: event.currentTarget.checked })}
        />
        <div className="field-ends">
          <ActionIcon aria-label={texts.more(name)} aria-expanded={open} onClick={() => setOpen(!open)}>
            <IconDots size={16} />
          </ActionIcon>
          <ActionIcon aria-label={texts.removeNamed(name)} onClick={() => removeField(key)}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      </div>
      {refused && !open ? (
        <Text size="sm" className="field-refused" role="alert">
          {refused}
        </Text>
      ) : null}
      {open ? (
        <div className="field-more">
          <JsonInput
            label={texts.extra}
            description={texts.extraHint}
            value={field.extra}
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            error={refused}
            onChange={(extra) => changeField(key, { extra })}
          />
          {field.original?.id ? (
            <Text size="sm" c="dimmed" mt="sm">
              {texts.identifier(field.original.id)}
            </Text>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** The handle to drag by, and the buttons that do the same. */
function FieldOrder({ place, last, name, onMove, onDrag, onDragEnd }: FieldRowProps & { readonly name: string }) {
  const texts = useMessages().forms.editor.field
  return (
    <div className="field-order">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a mouse's way to what the two buttons beside it do */}
      <span
        className="field-handle"
        draggable
        title={texts.drag}
        onDragStart={(event) => {
          const row = event.currentTarget.closest('li')
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          if (row) event.dataTransfer.setDragImage(row, 12, 12)
          onDrag()
        }}
        onDragEnd={onDragEnd}
      >
        <IconGripVertical size={16} aria-hidden="true" />
      </span>
      <div className="field-moves">
        <ActionIcon
          size={18}
          data-move="up"
          aria-label={texts.up(name)}
          disabled={place === 0}
          onClick={() => onMove(-1)}
        >
          <IconChevronUp size={14} />
        </ActionIcon>
        <ActionIcon size={18} data-move="down" aria-label={texts.down(name)} disabled={last} onClick={() => onMove(1)}>
          <IconChevronDown size={14} />
        </ActionIcon>
      </div>
    </div>
  )
}

const knownTypes = [
  'text',
  'email',
  'textarea',
  'phone',
  'number',
  'select',
  'checkbox',
  'radio',
  'date',
  'file',
  'hidden',
  'url',
] as const
const isKnown = (type: string) => knownTypes.some((known) => known === type)
const other = 'other'

interface TypeFieldProps {
  readonly name: string
  readonly type: string
  readonly error: string | null
  readonly onType: (type: string) => void
}

/** The usual types by their words, and any other by the service's own word. */
function TypeField({ name, type, error, onType }: TypeFieldProps) {
  const { field: texts, types } = useMessages().forms.editor
  const [own, setOwn] = useState(!isKnown(type))
  return (
    <div className="field-type">
      <Select
        aria-label={`${texts.type}, ${name}`}
        value={own ? other : type}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        maxDropdownHeight={320}
        data={[
          ...knownTypes.map((value) => ({ value, label: types[value] })),
          { value: other, label: texts.otherType },
        ]}
        error={own ? null : error}
        onChange={(value) => {
          setOwn(value === other)
          onType(value === null || value === other ? '' : value)
        }}
      />
      {own ? (
        <TextInput
          aria-label={`${texts.ownType}, ${name}`}
          placeholder={texts.ownType}
          value={type}
          autoComplete="off"
          spellCheck={false}
          error={error}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      ) : null}
    </div>
  )
}
