import { ActionIcon, Button, Checkbox, JsonInput, Select, Text, TextInput, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconDots, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { useErrors } from './editor-store.ts'
import type { FieldDraft } from './form-draft.ts'

/** Where a dragged field would land: before the field of this place, or after the last. */
interface Drag {
  readonly key: number
  readonly target: number | null
}

/** The fields in the order of the form, which is changed by dragging or by buttons; `unread`: they were never read. */
export function FieldsEditor({ unread }: { readonly unread: boolean }) {
  const texts = useMessages().forms.editor
  const { draft, removed, moveField, addField, putBack } = useStore(useFeature('forms').editor)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const focusTarget = useRef<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const { fields } = draft

  // A row that changed its place was taken out and put in again, and lost the keyboard by it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the fields
  useEffect(() => {
    if (focusTarget.current === null) return
    const target = list.current?.querySelector<HTMLElement>(focusTarget.current)
    focusTarget.current = null
    target?.focus()
  }, [fields])

  const move = (key: number, from: number, by: -1 | 1) => {
    const place = from + by
    if (place < 0 || place >= fields.length) return
    const atEnd = place === 0 || place === fields.length - 1
    // At either end the button that was pressed is of no more use: the keyboard goes to the other one.
    const way = (by === -1) === !atEnd ? 'up' : 'down'
    focusTarget.current = `[data-field="${key}"] [data-move="${way}"]`
    setAnnouncement(texts.field.moved(fields[from]?.label ?? '', place + 1, fields.length))
    moveField(key, place)
  }
  const drop = () => {
    if (drag && drag.target !== null) {
      const from = fields.findIndex((field) => field.key === drag.key)
      moveField(drag.key, drag.target > from ? drag.target - 1 : drag.target)
    }
    setDrag(null)
  }
  const add = () => {
    focusTarget.current = `[data-field="${addField()}"] input`
  }

  return (
    <section className="form-editor-part stack" aria-labelledby="form-fields">
      <div className="flex gap-12 baseline">
        <Title order={2} id="form-fields">
          {texts.fields}
        </Title>
        <Text size="sm" c="dimmed" className="figures">
          {unread ? null : texts.fieldsCount(fields.length)}
        </Text>
      </div>
      {unread ? (
        <Text size="md">{texts.fieldsUnread}</Text>
      ) : (
        <>
          {fields.length === 0 ? (
            <Text size="md" c="dimmed">
              {texts.fieldsEmpty}
            </Text>
          ) : (
            <>
              <div className="field-heads note" aria-hidden="true">
                <span />
                <span>{texts.field.label}</span>
                <span>{texts.field.type}</span>
                <span>{texts.field.placeholder}</span>
                <span>{texts.field.required}</span>
              </div>
              <ol className="card plain-list" aria-label={texts.fieldList} ref={list}>
                {fields.map((field, place) => (
                  <FieldRow
                    key={field.key}
                    field={field}
                    place={place}
                    last={place === fields.length - 1}
                    dragged={drag?.key === field.key}
                    mark={markOf(drag, place, fields.length)}
                    onMove={(by) => move(field.key, place, by)}
                    onDrag={() => setDrag({ key: field.key, target: null })}
                    onOver={(after) => setDrag((now) => now && { ...now, target: place + (after ? 1 : 0) })}
                    onDrop={drop}
                    onDragEnd={() => setDrag(null)}
                  />
                ))}
              </ol>
            </>
          )}
          {removed ? (
            <div className="text-13 row" role="status">
              {texts.field.removed(removed.field.label)}
              <Button variant="subtle" size="compact-sm" onClick={putBack}>
                {texts.field.undo}
              </Button>
            </div>
          ) : null}
          <div className="form-editor-add gap-16 row">
            <Button variant="default" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={add}>
              {texts.addField}
            </Button>
            <Text size="sm" c="dimmed">
              {texts.typesNote}
            </Text>
          </div>
        </>
      )}
      <div className="unseen" role="status">
        {announcement}
      </div>
    </section>
  )
}

/** On which edge of a row the line of the landing place is drawn. */
function markOf(drag: Drag | null, place: number, count: number): 'before' | 'after' | undefined {
  if (drag?.target === place) return 'before'
  return drag?.target === count && place === count - 1 ? 'after' : undefined
}

interface FieldRowProps {
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
function FieldRow(props: FieldRowProps) {
  const { field, place, dragged, mark, onOver, onDrop } = props
  const texts = useMessages().forms.editor.field
  const errorOf = useErrors()
  const [open, setOpen] = useState(false)
  const { changeField, removeField } = useFeature('forms').editor.getState()
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
        <div className="field-ends row">
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
    <div className="row gap-4">
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
      <div className="column">
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
    <div className="stack gap-4">
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
