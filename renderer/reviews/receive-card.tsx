import { Button, FileButton } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { useId } from 'react'
import { useMessages } from '../kernel/messages.ts'
import type { PackagesStore } from './packages-store.ts'

/** Where a colleague's file comes in. The whole window takes a drop; this is where people look for it. */
export function ReceiveCard({ store }: { readonly store: PackagesStore }) {
  const texts = useMessages().reviews.receive
  const id = useId()
  return (
    <section className="team-card receive-card" aria-labelledby={id}>
      <div className="team-card-head">
        <h2 id={id}>
          <IconPackageImport size={18} aria-hidden="true" />
          {texts.title}
        </h2>
        <FileButton
          onChange={(file) => {
            if (file) store.getState().choose(file)
          }}
        >
          {(props) => (
            <Button {...props} variant="default">
              {texts.action}
            </Button>
          )}
        </FileButton>
      </div>
      <p className="dim">{texts.text}</p>
    </section>
  )
}
