import { Button, FileButton } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { useId } from 'react'
import { useMessages } from '../kernel/messages.ts'
import type { PackagesStore } from './packages-store.ts'

/** Chooses a colleague's file. The whole window takes a drop as well. */
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
