import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/kernel.ts'

/** What the app has seen of an account: names for the ids of its filters. */
export type KnownNames = Output<AppContract['conversations.known']>

/** Which names the ids of an attribute have; undefined where it has none. */
export function namesOf(attribute: string, known: KnownNames): KnownNames['agents'] | undefined {
  switch (attribute) {
    case 'assignee_id':
      return known.agents
    case 'inbox_id':
      return known.inboxes
    case 'team_id':
      return known.teams
    default:
      return undefined
  }
}
