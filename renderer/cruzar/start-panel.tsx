import { Button, Text, TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'

export interface StartPanelProps {
  readonly name: string
  /** The choice of whom to ask; null when there is nobody yet. */
  readonly answerer: ReactNode
  /** A cached sheet answers. */
  readonly offline: boolean
  /** How many keys would be sent, or null while nobody knows. */
  readonly keys: number | null
  readonly busy: boolean
  readonly ready: boolean
  readonly filters: ReactNode
  readonly failure: ReactNode
  readonly button: Ref<HTMLButtonElement>
  readonly onName: (name: string) => void
  readonly onConnect: () => void
  readonly onStart: () => void
}

/** Where the list goes, under which name, and the one button. */
export function StartPanel(props: StartPanelProps) {
  const texts = useMessages().cruzar.start
  const { name, keys, filters, failure } = props
  return (
    <form
      className="start-panel"
      onSubmit={(event) => {
        event.preventDefault()
        if (props.ready) props.onStart()
      }}
    >
      <TextInput
        label={texts.name}
        value={name}
        maxLength={150}
        autoComplete="off"
        error={name.trim() === '' ? texts.nameMissing : null}
        onChange={(event) => props.onName(event.currentTarget.value)}
      />
      {props.answerer ?? (
        <div>
          <Text size="sm">{texts.noConnection}</Text>
          <Button variant="default" mt={8} onClick={props.onConnect}>
            {texts.connect}
          </Button>
        </div>
      )}
      {filters}
      {failure}
      <Button
        ref={props.button}
        type="submit"
        size="md"
        fullWidth
        loading={props.busy}
        disabled={!props.ready && !props.busy}
        title={keyText('mod+enter')}
      >
        {texts.confirm}
      </Button>
      {keys ? (
        <Text size="sm" c="dimmed" className="figures">
          {props.offline ? texts.staying(keys) : texts.sending(keys)}
        </Text>
      ) : null}
    </form>
  )
}
