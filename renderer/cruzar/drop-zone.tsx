import { Button, FileButton, Loader } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'

export interface DropZoneProps {
  /** A list is being looked at. */
  readonly busy: boolean
  /** The example list can be had: the demonstration is open. */
  readonly example: boolean
  readonly onFile: (file: File) => void
  readonly onPaste: () => void
  readonly onExample: () => void
}

/** The kinds of files that are lists. */
const accepted = '.csv,.txt,.tsv,.tab,.xlsx,.vcf'

/** Where a list comes in. The whole window takes a drop; this is where people look for it, with the other ways in. */
export function DropZone({ busy, example, onFile, onPaste, onExample }: DropZoneProps) {
  const texts = useMessages().cruzar.drop
  return (
    <div className="list-drop" data-busy={busy || undefined}>
      <span className="list-drop-icon" aria-hidden="true">
        {busy ? <Loader size={28} /> : <IconFileImport size={32} stroke={1.5} />}
      </span>
      <h2 className="list-drop-title" role={busy ? 'status' : undefined}>
        {busy ? texts.reading : texts.title}
      </h2>
      <p className="dim">{texts.hint}</p>
      <div className="list-drop-actions">
        <FileButton
          accept={accepted}
          onChange={(file) => {
            if (file) onFile(file)
          }}
        >
          {(props) => (
            <Button {...props} size="sm" disabled={busy}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
        <Button size="sm" variant="default" onClick={onPaste} disabled={busy}>
          {texts.paste}
        </Button>
        {example ? (
          <Button size="sm" variant="default" onClick={onExample} disabled={busy}>
            {texts.example}
          </Button>
        ) : null}
      </div>
      <p className="dim list-drop-hint">{texts.pasteHint(keyText)}</p>
    </div>
  )
}
