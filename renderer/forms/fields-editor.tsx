import { Button, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import type { EditorStore } from './editor-store.ts'
import { FieldRow } from './field-row.tsx'

export interface FieldsEditorProps {
  readonly store: EditorStore
  /** The fields were never read, so that nothing can be said of them. */
  readonly unread: boolean
}

/** Where a dragged field would land: before the field of this place, or after the last. */
interface Drag {
  readonly key: number
  readonly target: number | null
}

/** The fields in the order of the form, which is changed by dragging or by buttons. */
export function FieldsEditor({ store, unread }: FieldsEditorProps) {
  const texts = useMessages().forms.editor
  const { draft, removed, moveField, addField, putBack } = useStore(store)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, setSaid] = useState('')
  const wanted = useRef<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const { fields } = draft

  // A row that changed its place was taken out and put in again, and lost the keyboard by it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the fields
  useEffect(() => {
    if (wanted.current === null) return
    const target = list.current?.querySelector<HTMLElement>(wanted.current)
    wanted.current = null
    target?.focus()
  }, [fields])

  const move = (key: number, from: number, by: -1 | 1) => {
    const place = from + by
    if (place < 0 || place >= fields.length) return
    const atEnd = place === 0 || place === fields.length - 1
    // At either end the button that was pressed is of no more use: the keyboard goes to the other one.
    const way = (by === -1) === !atEnd ? 'up' : 'down'
    wanted.current = `[data-field="${key}"] [data-move="${way}"]`
    setSaid(texts.field.moved(fields[from]?.label ?? '', place + 1, fields.length))
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
    wanted.current = `[data-field="${addField()}"] input`
  }

  return (
    <section className="form-editor-part" aria-labelledby="form-fields">
      <div className="form-editor-head">
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
              <div className="field-heads" aria-hidden="true">
                <span />
                <span>{texts.field.label}</span>
                <span>{texts.field.type}</span>
                <span>{texts.field.placeholder}</span>
                <span>{texts.field.required}</span>
              </div>
              <ol className="field-list" aria-label={texts.fieldList} ref={list}>
                {fields.map((field, place) => (
                  <FieldRow
                    key={field.key}
                    store={store}
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
            <div className="field-removed" role="status">
              {texts.field.removed(removed.field.label)}
              <Button variant="subtle" size="compact-sm" onClick={putBack}>
                {texts.field.undo}
              </Button>
            </div>
          ) : null}
          <div className="form-editor-add">
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
        {said}
      </div>
    </section>
  )
}

/** On which edge of a row the line of the landing place is drawn. */
function markOf(drag: Drag | null, place: number, count: number): 'before' | 'after' | undefined {
  if (drag?.target === place) return 'before'
  return drag?.target === count && place === count - 1 ? 'after' : undefined
}
