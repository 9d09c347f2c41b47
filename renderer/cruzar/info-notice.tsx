import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

interface InfoNoticeProps {
  readonly text: string
  /** What stands all the same. */
  readonly kept?: string | undefined
  /** More about it, one thing a line. */
  readonly lines?: readonly string[]
  readonly action: { readonly label: string; readonly onClick: () => void; readonly busy: boolean }
}

/** Something to know that is no failure, and the way on. */
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
