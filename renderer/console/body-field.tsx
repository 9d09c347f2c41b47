import { Button, Group, Textarea } from '@mantine/core'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { type BodyProblem, bodyProblem, type CallDraft } from './draft.ts'
import { jsonProblem } from './json-problem.ts'

export interface BodyFieldProps {
  readonly draft: CallDraft
  readonly onChange: (part: Partial<CallDraft>) => void
}

/** The body of what is sent, as JSON; whatever keeps it from being one is said with its place. */
export function BodyField({ draft, onChange }: BodyFieldProps) {
  const messages = useMessages().console
  const texts = messages.form
  const { body, route } = draft
  const problem = bodyProblem(draft)
  const example = route?.body ?? null
  return (
    <div>
      <Textarea
        size="xs"
        label={texts.body}
        classNames={{ input: 'console-code' }}
        value={body}
        error={problem ? sentenceOf(problem, messages) : null}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <Group gap="sm" mt={4}>
        <Button
          variant="subtle"
          disabled={jsonProblem(body) !== null}
          onClick={() => onChange({ body: JSON.stringify(JSON.parse(body), null, 2) })}
        >
          {texts.tidy}
        </Button>
        {example !== null && example !== body ? (
          <Button variant="subtle" onClick={() => onChange({ body: example })}>
            {texts.example}
          </Button>
        ) : null}
      </Group>
    </div>
  )
}

function sentenceOf(problem: BodyProblem, { form, problems }: Messages['console']): string {
  switch (problem.kind) {
    case 'covered':
      return problems.covered ?? ''
    case 'end':
      return form.bodyEnd
    case 'at':
      return form.bodyProblem(problem.line, problem.column)
  }
}
