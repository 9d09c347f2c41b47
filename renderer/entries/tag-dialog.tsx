import { Autocomplete, Button, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { takeFocus } from '../ui/take-focus.ts'
import { ReviewDialog, type ReviewDialogProps } from './review-dialog.tsx'
import { useSuggestions } from './use-known.ts'

/** `+ vip − fria`, in the sentence of several entries. */
function signs(added: readonly string[], taken: readonly string[]): string {
  return [...added.map((tag) => `+ ${tag}`), ...taken.map((tag) => `− ${tag}`)].join('  ')
}

/** Tags that are put on and taken off. */
export function TagDialog(props: ReviewDialogProps) {
  const { store, target, onApply, onClose } = props
  const texts = useMessages().entries
  const { tags: known } = useSuggestions(store)
  const several = 'several' in target
  const present = several ? [] : (store.getState().briefs.get(target.one)?.tags ?? [])
  const [tags, setTags] = useState<readonly string[]>(present)
  const [taken, setTaken] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const written = typed.trim() === '' ? tags : [...new Set([...tags, typed.trim()])]
  const change = {
    kind: 'tag' as const,
    add: written.filter((tag) => !present.includes(tag)),
    remove: [...taken, ...present.filter((tag) => !written.includes(tag))],
  }
  const take = (tag: string) => {
    if (tag.trim() !== '') setTags([...new Set([...tags, tag.trim()])])
    setTyped('')
  }
  return (
    <ReviewDialog
      {...props}
      title={texts.tags.change}
      sentence={(count) => texts.bulk.sentence.tag(count, signs(written, taken))}
      confirm={texts.tags.confirm}
      ready={change.add.length > 0 || change.remove.length > 0}
      onSubmit={() => {
        onClose()
        onApply(change)
      }}
    >
      <Autocomplete
        label={texts.tags.add}
        description={texts.tags.addHint}
        data={known.filter((tag) => !tags.includes(tag))}
        value={typed}
        maxLength={60}
        data-autofocus
        ref={takeFocus}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        onChange={setTyped}
        onOptionSubmit={(tag) => {
          take(tag)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '' || event.defaultPrevented) return
          event.preventDefault()
          take(typed)
        }}
      />
      <ul className="entry-tags">
        {tags.map((tag) => (
          <li key={tag}>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.tags.remove(tag)}
              onClick={() => setTags(tags.filter((each) => each !== tag))}
            >
              {tag} ✕
            </Button>
          </li>
        ))}
      </ul>
      {several && known.length > 0 ? (
        <TagsInput
          label={texts.tags.removeLabel}
          data={[...known]}
          value={[...taken]}
          comboboxProps={{ withinPortal: false }}
          onChange={setTaken}
        />
      ) : null}
    </ReviewDialog>
  )
}
