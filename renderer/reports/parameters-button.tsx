import { ActionIcon, Button, FocusTrap, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconAdjustments, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import type { ReportChoice } from './reports-store.ts'

type Parameters = ReportChoice['parameters']

export interface ParametersButtonProps {
  readonly parameters: Parameters
  readonly onApply: (parameters: Parameters) => void
}

/** Any query parameter: the document shows none for the v2 rows, and services differ. */
export function ParametersButton({ parameters, onApply }: ParametersButtonProps) {
  const texts = useMessages().reports
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={opened} onChange={setOpened} width={420}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={parameters.length > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustments size={14} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {parameters.length > 0 ? texts.parametersSet(parameters.length) : texts.parameters}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.parameters}>
        {opened ? (
          <ParametersForm
            parameters={parameters}
            onApply={(wanted) => {
              setOpened(false)
              onApply(wanted)
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

interface Line {
  readonly id: number
  readonly name: string
  readonly value: string
}

function ParametersForm({ parameters, onApply }: ParametersButtonProps) {
  const texts = useMessages().reports
  const [lines, setLines] = useState<readonly Line[]>(() =>
    withEmptyLine(parameters.map((one, id) => ({ id, ...one }))),
  )
  const change = (id: number, part: Partial<Line>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  const named = lines.filter(({ name }) => name.trim() !== '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onApply(named.map(({ name, value }) => ({ name: name.trim(), value: value.trim() })))
      }}
    >
      <FocusTrap.InitialFocus />
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {texts.parametersText}
        </Text>
        {lines.map((line) => (
          <Group key={line.id} gap={4} wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={texts.parameterName}
              placeholder={texts.parameterName}
              maxLength={100}
              value={line.name}
              onChange={(event) => change(line.id, { name: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={texts.parameterValue}
              placeholder={texts.parameterValue}
              maxLength={500}
              value={line.value}
              onChange={(event) => change(line.id, { value: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={texts.removeParameter(line.name)}
              onClick={() => setLines(withEmptyLine(lines.filter(({ id }) => id !== line.id)))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="subtle"
            disabled={lines.length >= mostParameters}
            onClick={() => setLines([...lines, emptyLine(lines)])}
          >
            {texts.addParameter}
          </Button>
          <Button type="submit">{texts.apply}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** As many as the contract takes. */
const mostParameters = 20

function withEmptyLine(lines: readonly Line[]): readonly Line[] {
  return lines.length > 0 ? lines : [emptyLine(lines)]
}

function emptyLine(lines: readonly Line[]): Line {
  return { id: Math.max(-1, ...lines.map(({ id }) => id)) + 1, name: '', value: '' }
}
