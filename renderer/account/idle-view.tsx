import { Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { IdleReads } from '../../preload/contract/entries.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'

/** What was read of entries one by one in idle time today, of which forms, and why it stopped. */
export function IdleView({ idle }: { readonly idle: IdleReads }) {
  const { idle: texts } = useMessages().account
  const format = useFormat()
  const { on, reading, calls, most, forms, stopped } = idle
  return (
    <section className="usage" aria-labelledby="account-idle">
      <div className="usage-head">
        <Title order={2} id="account-idle">
          {texts.title}
        </Title>
        <span className="dim figures">{texts.states[stateOf(on, reading)]}</span>
      </div>
      <p className="usage-text figures">{texts.today(calls, most)}</p>
      {forms.length > 0 ? (
        <p className="usage-text figures">
          {texts.read(format.list(forms.map(({ name, entries }) => texts.ofForm(name, entries))))}
        </p>
      ) : null}
      {stopped ? (
        <div className="usage-warning" data-state="near" role="status">
          <IconAlertTriangle size={18} aria-hidden="true" />
          {stopped.why === 'plan' ? texts.nearPlan(stopped.used, stopped.limit) : texts.stopped[stopped.why]}
        </div>
      ) : null}
      <p className="dim usage-text">{texts.text}</p>
    </section>
  )
}

function stateOf(on: boolean, reading: boolean): 'off' | 'reading' | 'on' {
  if (!on) return 'off'
  return reading ? 'reading' : 'on'
}
