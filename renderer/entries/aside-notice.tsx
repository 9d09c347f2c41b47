import { Button, CopyButton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AsideEntry } from '../../preload/contract/entries.ts'
import type { Form } from '../../preload/contract/forms.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { EntriesStore } from './entries-store.ts'
import type { Outcome } from './service-actions.ts'

interface AsideProps {
  readonly store: EntriesStore
  readonly form: Form
}

/** How many entries of a form could not be kept, with the way to see them as they came. */
export function AsideNotice({ store, form }: AsideProps) {
  const texts = useMessages().entries.aside
  const [opened, setOpened] = useState(false)
  if (form.aside === 0) return null
  return (
    <div className="entries-notice" role="status">
      <span className="entries-notice-words">{texts.notice(form.name, form.aside)}</span>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpened(true)}>
        {texts.see}
      </Button>
      {opened ? <AsideDialog store={store} form={form} onClose={() => setOpened(false)} /> : null}
    </div>
  )
}

function AsideDialog({ store, form, onClose }: AsideProps & { readonly onClose: () => void }) {
  const texts = useMessages().entries.aside
  const [found, setFound] = useState<Outcome<readonly AsideEntry[]> | null>(null)
  useEffect(() => {
    let isMounted = true
    void store
      .getState()
      .aside(form.id)
      .then((answer) => {
        if (isMounted) setFound(answer)
      })
    return () => {
      isMounted = false
    }
  }, [store, form.id])
  return (
    <Dialog opened onClose={onClose} title={texts.title} size={560}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      {found && !found.ok ? <FailureNotice failure={found.failure} /> : null}
      <ul className="entries-aside">
        {found?.ok ? found.value.map((entry) => <Line key={entry.id ?? entry.text} entry={entry} />) : null}
      </ul>
    </Dialog>
  )
}

function Line({ entry: { id, reason, text } }: { readonly entry: AsideEntry }) {
  const { aside, entry: words } = useMessages().entries
  const name = id === null ? aside.unnamed : words.number(id)
  return (
    <li>
      <span className="entries-notice-words">
        {joinFacts([name, aside.reasons[reason], aside.characters(text.length)])}
      </span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" aria-label={aside.copyNamed(name)} onClick={copy}>
            {copied ? words.copied : aside.copy}
          </Button>
        )}
      </CopyButton>
    </li>
  )
}
