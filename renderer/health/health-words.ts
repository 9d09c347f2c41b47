import type { ServiceHealth } from '../../preload/contract/health.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

export interface NamedHealth extends ServiceHealth {
  /** Of the connection. */
  readonly name: string
}

/** What is known of the services of these connections, those in use first. */
export function namedHealth(
  list: readonly ServiceHealth[],
  connections: readonly { readonly id: string; readonly name: string; readonly current: boolean }[],
): readonly NamedHealth[] {
  return [...connections]
    .sort((one, other) => Number(other.current) - Number(one.current))
    .flatMap(({ id, name }) => {
      const health = list.find(({ connection_id }) => connection_id === id)
      return health ? [{ ...health, name }] : []
    })
}

/** When it began, as short as it is clear: 05:23 of today, the day as well for another. */
export function sinceWords(since: string, now: number, format: Format): string {
  const [at, today] = [format.dateTime(Date.parse(since)), format.dateTime(now)]
  return at.slice(0, 10) === today.slice(0, 10) ? at.slice(-5) : at
}

/** What is wrong with a service, and since when, for one line; null while it answers. */
export function troubleSentence(health: NamedHealth, { now, messages, format }: TroubleWords): string | null {
  if (health.state === 'answers') return null
  return messages.health.trouble[health.state](shortName(health.name), sinceWords(health.since, now, format))
}

/** The trouble of a connection's service by its last responses, as a sentence; null without any. */
export function healthSentence(
  list: readonly ServiceHealth[],
  connection: string,
  { now, messages, format }: TroubleWords,
): string | null {
  const health = list.find(({ connection_id }) => connection_id === connection)
  if (!health || health.state === 'answers') return null
  return messages.health.trouble[health.state](messages.health.service, sinceWords(health.since, now, format))
}

/** What is wrong and since when has the room: a long name is cut, and whole in the list. */
function shortName(name: string): string {
  const characters = [...name]
  return characters.length > 20 ? `${characters.slice(0, 19).join('').trimEnd()}…` : name
}

interface TroubleWords {
  readonly now: number
  readonly messages: Messages
  readonly format: Format
}
