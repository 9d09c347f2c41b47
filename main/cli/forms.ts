import type { Connection } from '../../preload/contract/connections.ts'
import type { Form } from '../../preload/contract/forms.ts'
import { connectionNamed } from './connections.ts'
import type { Session } from './session.ts'
import { CommandError, UsageError } from './usage-error.ts'

/**
 * The forms connection of a name; without a name the only one that there is. Throws a sentence where there is none, where
 * there are several, or where the named one is of another service.
 */
export async function formsConnection(session: Session, name: string | undefined): Promise<Connection> {
  const { ask, messages } = session
  if (name !== undefined) {
    const found = await connectionNamed(session, name)
    if (found.service !== 'forms') throw new CommandError(messages.cli.notForms(name))
    return found
  }
  const [only, ...others] = (await ask('connections.list', {})).filter(({ service }) => service === 'forms')
  if (!only) throw new CommandError(messages.cli.noFormsConnection)
  if (others.length > 0) throw new UsageError(messages.cli.severalFormsConnections)
  return only
}

/** The form of a name or number among those that were ever read; null when there is none. Throws for a name of several. */
function formAmong(forms: readonly Form[], nameOrId: string, { messages }: Session): Form | null {
  const named = forms.filter(({ name }) => name === nameOrId)
  if (named.length > 1) throw new UsageError(messages.cli.severalForms(nameOrId))
  return named[0] ?? forms.find(({ id }) => String(id) === nameOrId) ?? null
}

/** A form, read from the service where its list was never read. */
export async function formOfService(session: Session, connection_id: string, nameOrId: string): Promise<Form> {
  const known = formAmong(await session.ask('forms.list', { connection_id }), nameOrId, session)
  if (known) return known
  const { forms } = await session.ask('forms.refresh', { connection_id })
  return requireForm(formAmong(forms, nameOrId, session), nameOrId, session)
}

/** A form whose entries are here; sends no request. */
export async function formOfHere(session: Session, connection_id: string, nameOrId: string): Promise<Form> {
  const form = requireForm(
    formAmong(await session.ask('forms.list', { connection_id }), nameOrId, session),
    nameOrId,
    session,
  )
  if (!form.kept) throw new CommandError(session.messages.cli.notKept(form.name))
  return form
}

/** Whether the kept entries are all that there are; a sentence on standard error when not, as for a sheet. */
export function tellWholeForm({ print, messages }: Session, { name, sync }: Form): boolean {
  const { kind, period } = sync
  if (kind !== 'complete') print.warn(messages.cli.notWhole(name, messages.forms.sync[kind]))
  if (period) print.warn(messages.cli.onlyPeriod(name, messages.forms.period(period)))
  return kind === 'complete' && period === null
}

function requireForm(form: Form | null, nameOrId: string, { messages }: Session): Form {
  if (!form) throw new CommandError(messages.cli.noForm(nameOrId))
  return form
}
