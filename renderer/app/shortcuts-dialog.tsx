import { Kbd, Title } from '@mantine/core'
import { useMessages } from '../kernel/messages.ts'
import { keyNames, type Shortcut } from '../kernel/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'

export interface ShortcutsDialogProps {
  readonly opened: boolean
  readonly screen: readonly Shortcut[]
  readonly everywhere: readonly Shortcut[]
  readonly onClose: () => void
}

/** The keys of the screen and of the app. */
export function ShortcutsDialog({ opened, screen, everywhere, onClose }: ShortcutsDialogProps) {
  const texts = useMessages().app.shortcuts
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size={520}>
      {screen.length > 0 ? <ShortcutList title={texts.screen} shortcuts={screen} /> : null}
      <ShortcutList title={texts.everywhere} shortcuts={everywhere} />
    </Dialog>
  )
}

function ShortcutList({ title, shortcuts }: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <Title order={3} mb={4} mt="sm">
        {title}
      </Title>
      <dl className="shortcut-list flush">
        {shortcuts.map((shortcut) => (
          <div key={`${shortcut.keys} ${shortcut.label}`}>
            <dt>{shortcut.label}</dt>
            <dd>
              {keyNames(shortcut.keys).map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
