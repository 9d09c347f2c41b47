import { ActionIcon, CopyButton as MantineCopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text; the sign tells that it was done. */
export function CopyIcon({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <MantineCopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon size="sm" className="entry-copy" aria-label={label} title={label} onClick={copy}>
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </MantineCopyButton>
  )
}
