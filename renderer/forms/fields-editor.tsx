import { ActionIcon, Button, Checkbox, JsonInput, Select, Text, TextInput, Title } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconDots, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { useErrors } from './editor-store.ts'
import type { FieldDraft } from './form-draft.ts'

interface Drag {
  readonly key: number
  /** The index before which the field would be dropped; null while it is over no row. */
  readonly target: number | null
}

/** The fields in the order of the form, which is changed by dragging or by buttons. `unread`: they were never read. */
export function FieldsEditor({ unread }: { readonly unread: boolean }) {
  const { common } = useMessages()
  const texts = useMessages().forms.editor
  const count = useStore(useFeature('forms').editor, ({ draft }) => draft.fields.length)
  return (
    <section className="form-editor-part stack" aria-labelledby="form-fields">
      <div className="flex gap-12 baseline">
        <Title order={2} id="form-fields">
          {common.fields.fields}
        </Title>
        <Text size="sm" c="dimmed" className="figures">
          {unread ? null : texts.fieldsCount(count)}
        </Text>
      </div>
      {unread ? <Text size="md">{texts.fieldsUnread}</Text> : <FieldList />}
    </section>
  )
}

function FieldList() {
  const { common } = useMessages()
  const texts = useMessages().forms.editor
  const { draft, removed, moveField, addField, putBack } = useStore(useFeature('forms').editor)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { fields } = draft
  const { ref, focusNext } = useFocusAfter(fields)
  const move = (key: number, from: number, by: -1 | 1) => {
    const index = from + by
    if (index < 0 || index >= fields.length) return
    const isAtEnd = index === 0 || index === fields.length - 1
    // At either end the pressed button is disabled, so the focus goes to the other one.
    const direction = (by === -1) === !isAtEnd ? 'up' : 'down'
    focusNext(`[data-field="${key}"] [data-move="${direction}"]`)
    setAnnouncement(texts.field.moved(fields[from]?.label ?? '', index + 1, fields.length))
    moveField(key, index)
  }
  const drop = () => {
    if (drag && drag.target !== null) {
      const from = fields.findIndex((field) => field.key === drag.key)
      moveField(drag.key, drag.target > from ? drag.target - 1 : drag.target)
    }
    setDrag(null)
  }
  return (
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
            <span>{common.fields.type}</span>
            <span>{texts.field.placeholder}</span>
            <span>{texts.field.required}</span>
          </div>
          <ol className="card plain-list" aria-label={texts.fieldList} ref={ref}>
            {fields.map((field, index) => (
              <FieldRow
                key={field.key}
                field={field}
                index={index}
                last={index === fields.length - 1}
                dragged={drag?.key === field.key}
                mark={markOf(drag, index, fields.length)}
                onMove={(by) => move(field.key, index, by)}
                onDrag={() => setDrag({ key: field.key, target: null })}
                onOver={(after) => setDrag((now) => now && { ...now, target: index + (after ? 1 : 0) })}
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
            {common.undo}
          </Button>
        </div>
      ) : null}
      <div className="form-editor-add gap-16 row">
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => focusNext(`[data-field="${addField()}"] input`)}
        >
          {texts.addField}
        </Button>
        <Text size="sm" c="dimmed">
          {texts.typesNote}
        </Text>
      </div>
      <div className="unseen" role="status">
        {announcement}
      </div>
    </>
  )
}

/**
 * `focusNext` names, by a selector in the list, the element that gets the focus after the next change of the fields.
 */
function useFocusAfter(fields: readonly FieldDraft[]) {
  const ref = useRef<HTMLOListElement>(null)
  const target = useRef<string | null>(null)
  // A row that was moved is removed from the page and inserted again, and thereby loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the fields
  useEffect(() => {
    if (target.current === null) return
    ref.current?.querySelector<HTMLElement>(target.current)?.focus()
    target.current = null
  }, [fields])
  const focusNext = (selector: string) => {
    target.current = selector
  }
  return { ref, focusNext }
}

/** The edge of a row at which the line of the drop target is drawn. */
function markOf(drag: Drag | null, index: number, count: number): 'before' | 'after' | undefined {
  if (drag?.target === index) return 'before'
  return drag?.target === count && index === count - 1 ? 'after' : undefined
}

interface FieldRowProps {
  readonly field: FieldDraft
  readonly index: number
  readonly last: boolean
  readonly dragged: boolean
  /** The edge at which a dragged field would be dropped. */
  readonly mark: 'before' | 'after' | undefined
  readonly onMove: (by: -1 | 1) => void
  readonly onDrag: () => void
  readonly onOver: (after: boolean) => void
  readonly onDrop: () => void
  readonly onDragEnd: () => void
}

/** One field: its question, its type, and whether it is required. */
function FieldRow(props: FieldRowProps) {
  const { field, index, dragged, mark, onOver, onDrop } = props
  const texts = useMessages().forms.editor.field
  const errorOf = useErrors()
  const [open, setOpen] = useState(false)
  const { changeField, removeField } = useFeature('forms').editor.getState()
  const { key } = field
  const name = texts.name(index + 1, field.label.trim())
  const refused = errorOf(`field ${key} extra`)
  const inputOf = (part: 'label' | 'placeholder') => ({
    'aria-label': `${texts[part]}, ${name}`,
    value: field[part],
    error: errorOf(`field ${key} ${part}`),
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => changeField(key, { [part]: event.currentTarget.value }),
  })
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
        <TextInput {...inputOf('label')} />
        <TypeField
          name={name}
          type={field.type}
          error={errorOf(`field ${key} type`)}
          onType={(type) => changeField(key, { type })}
        />
        <TextInput {...inputOf('placeholder')} />
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
      {open ? <ExtraKeys field={field} error={refused} /> : null}
      {refused && !open ? (
        <Text size="sm" className="field-refused" role="alert">
          {refused}
        </Text>
      ) : null}
    </li>
  )
}

/** The undocumented keys of a field, and its id. */
function ExtraKeys({ field, error }: { readonly field: FieldDraft; readonly error: string | null }) {
  const texts = useMessages().forms.editor.field
  const { changeField } = useFeature('forms').editor.getState()
  return (
    <div className="field-more">
      <JsonInput
        label={texts.extra}
        description={texts.extraHint}
        value={field.extra}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        error={error}
        onChange={(extra) => changeField(field.key, { extra })}
      />
      {field.original?.id ? (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.identifier(field.original.id)}
        </Text>
      ) : null}
    </div>
  )
}

/** The handle to drag a field by, and the buttons that also move it. */
function FieldOrder({ index, last, name, onMove, onDrag, onDragEnd }: FieldRowProps & { readonly name: string }) {
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
          disabled={index === 0}
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

const other = 'other'

interface TypeFieldProps {
  readonly name: string
  readonly type: string
  readonly error: string | null
  readonly onType: (type: string) => void
}

/** The usual types in the catalogue's words, and any other in the service's own word. */
function TypeField({ name, type, error, onType }: TypeFieldProps) {
  const { common } = useMessages()
  const { field: texts, types } = useMessages().forms.editor
  const [isOther, setOwn] = useState(!Object.hasOwn(types, type))
  return (
    <div className="stack gap-4">
      <Select
        aria-label={`${common.fields.type}, ${name}`}
        value={isOther ? other : type}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
        maxDropdownHeight={320}
        data={[
          ...Object.entries(types).map(([value, label]) => ({ value, label })),
          { value: other, label: texts.otherType },
        ]}
        error={isOther ? null : error}
        onChange={(value) => {
          setOwn(value === other)
          onType(value === null || value === other ? '' : value)
        }}
      />
      {isOther ? (
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
