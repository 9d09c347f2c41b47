import { Button } from '@mantine/core'
import type { Sheet, SheetDifference } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useLastDifference } from './differences.ts'

/** What changed since the reading before, in one line; empty while that is unknown, or with one reading alone. */
export function SinceLine({ sheet }: { readonly sheet: Sheet }) {
  const { differences: texts } = useMessages()
  const format = useFormat()
  const { now, ask } = useApp()
  const { go } = useNavigation()
  const difference = useLastDifference(ask, sheet)
  if (!difference?.from.read_at) return null
  const moment = format.moment(Date.parse(difference.from.read_at), now())
  return (
    <div className="since-line row note figures" role="status">
      <span>{texts.since(moment, changesPhrase(difference, texts))}</span>
      {difference.rows > 0 ? (
        <Button variant="subtle" size="compact-xs" onClick={() => go({ screen: 'changes', id: sheet.id })}>
          {texts.open}
        </Button>
      ) : null}
    </div>
  )
}

/** How many records are new, gone and changed, such as "214 novos · 31 saíram". */
export function changesPhrase(
  { new: added, gone, changed, rows }: Pick<SheetDifference, 'new' | 'gone' | 'changed' | 'rows'>,
  texts: Messages['differences'],
): string {
  if (rows === 0) return texts.nothing
  return joinFacts([
    added > 0 ? texts.new(added) : null,
    gone > 0 ? texts.gone(gone) : null,
    changed > 0 ? texts.changed(changed) : null,
  ])
}
