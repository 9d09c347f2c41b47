import './diagnostics.css'
import { Loader } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { Probe } from '../../preload/contract/diagnostics.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { ListTable } from '../ui/list-table.tsx'

/** The questions with their answers, a line each. */
export function ProbeList({ probes }: { readonly probes: readonly Probe[] }) {
  const messages = useMessages()
  const texts = messages.diagnostics
  const { columns } = texts
  return (
    <ListTable
      caption={texts.title}
      columns={[
        { label: columns.question, width: 340 },
        { label: columns.answer },
        { label: columns.state, width: 144 },
      ]}
    >
      {probes.map((probe) => (
        <tr key={probe.step} data-state={probe.state}>
          <td>{texts.steps[probe.step]}</td>
          <td className={probe.state === 'known' || probe.state === 'failed' ? undefined : 'dim'}>
            {probe.state === 'waiting' || probe.state === 'running' ? '' : sentenceOf(probe, messages)}
          </td>
          <td>
            <span className="probe-state">
              <StateIcon state={probe.state} /> {texts.states[probe.state]}
            </span>
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

function sentenceOf({ finding, params, failure }: Probe, { diagnostics, failures }: Messages): string {
  return failure ? failures[failure](params) : (diagnostics.findings[finding]?.(params) ?? finding)
}

function StateIcon({ state }: { readonly state: Probe['state'] }) {
  switch (state) {
    case 'known':
      return <IconCircleCheck size={16} color="var(--outcome-com-conversa)" aria-hidden="true" />
    case 'failed':
      return <IconCircleX size={16} color="var(--outcome-invalida)" aria-hidden="true" />
    case 'running':
      return <Loader size={14} aria-hidden="true" />
    case 'unknown':
      return <IconCircleDashed size={16} color="var(--text-dim)" aria-hidden="true" />
    case 'waiting':
      return <IconCircle size={16} color="var(--line-strong)" aria-hidden="true" />
  }
}
