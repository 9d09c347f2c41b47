import { Button, CopyButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { EntriesStore } from './entries-store.ts'
import type { Outcome } from './service-actions.ts'

type Raw = Outcome<{ readonly json: string; readonly ip: string | null }>

/** The entry as the service sent it; the ip is masked until it is asked for. */
export function EntryJson({ store, id }: { readonly store: EntriesStore; readonly id: number }) {
  const texts = useMessages().entries.entry
  const [raw, setRaw] = useState<Raw | null>(null)
  const [revealed, setRevealed] = useState(false)
  useEffect(() => {
    let isMounted = true
    void store
      .getState()
      .raw(id, revealed)
      .then((found) => {
        if (isMounted) setRaw(found)
      })
    return () => {
      isMounted = false
    }
  }, [store, id, revealed])
  if (raw === null) return <p className="dim">{texts.loadingJson}</p>
  if (!raw.ok) return <FailureNotice failure={raw.failure} />
  return (
    <>
      <div className="entry-json-tools">
        <CopyButton value={raw.value.json}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copyJson}
            </Button>
          )}
        </CopyButton>
        {revealed || raw.value.ip === null ? null : (
          <Button variant="subtle" onClick={() => setRevealed(true)}>
            {texts.revealLabel}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
      <pre className="entry-json" tabIndex={0}>
        {raw.value.json}
      </pre>
    </>
  )
}
