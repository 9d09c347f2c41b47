import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

interface InfoNoticeProps {
  readonly text: string
  /** What stays in spite of it. */
  readonly kept?: string | undefined
  /** Details, one in each line. */
  readonly lines?: readonly string[]
  readonly action: { readonly label: string; readonly onClick: () => void; readonly busy: boolean }
}

/** A notice that is no failure, with an action. */
export function InfoNotice({ text, kept, lines = [], action }: InfoNoticeProps) {
  return (
    <div className="calm-notice row card figures" role="status">
      <IconInfoCircle size={18} aria-hidden="true" />
      <span className="grow text-14">
        {text} {kept ? <span className="dim">{kept}</span> : null}
        {lines.map((line) => (
          <span key={line} className="block dim breaks">
            {line}
          </span>
        ))}
      </span>
      <Button onClick={action.onClick} loading={action.busy}>
        {action.label}
      </Button>
    </div>
  )
}
