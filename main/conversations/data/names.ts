import type { Conversation, conversations } from '../../../preload/contract/conversations.ts'
import type { Output } from '../../../preload/contract/question.ts'
import type { LeadNames } from '../../../preload/contract/sheets.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, selectAll } from '../../engine/store/sql.ts'

type KnownNames = Output<(typeof conversations)['conversations.known']>
type Kind = 'inbox' | 'agent' | 'team' | 'label'

interface SeenName {
  readonly kind: Kind
  /** An id, or the label itself. */
  readonly key: string
  readonly name: string
}

/** Names of inboxes, agents, teams and labels in cached leads and in conversations. */
export interface ConversationNames {
  known(connectionId: string): KnownNames
  /** Stores the names in these conversations; a new name of an id replaces the old one. */
  remember(connectionId: string, conversations: readonly Conversation[]): void
  /** The conversation with its inbox's name, which services send in leads only (docs/services.md §4.10). */
  named(connectionId: string): <Named extends Pick<Conversation, 'inbox'>>(conversation: Named) => Named
}

export function createConversationNames({
  files,
  inSheets,
}: {
  readonly files: ConnectionFiles
  /** The names in the cached sheets of a connection (`sheets.known`). */
  readonly inSheets: (connectionId: string) => LeadNames
}): ConversationNames {
  const namesOf = (connectionId: string): KnownNames => {
    const sheets = inSheets(connectionId)
    const seen = readNames(files.openReadOnly(connectionId))
    const ofKind = (kind: Kind) => seen.filter((one) => one.kind === kind)
    const labels = new Set([...sheets.labels, ...ofKind('label')].map(({ name }) => name))
    return {
      inboxes: byName(sheets.inboxes, ofKind('inbox')),
      agents: byName(sheets.agents, ofKind('agent')),
      teams: byName([], ofKind('team')),
      labels: [...labels].sort(collator.compare),
    }
  }
  return {
    known: namesOf,
    remember(connectionId, conversations) {
      const storedNames = new Set(readNames(files.openReadOnly(connectionId)).map(lineOf))
      const fresh = conversations.flatMap(namesIn).filter((one) => !storedNames.has(lineOf(one)))
      if (fresh.length === 0) return
      files.write(connectionId, (database) => {
        for (const { kind, key, name } of fresh) {
          execute(database)`
            insert or replace into conversation_names (kind, key, name) values (${kind}, ${key}, ${name})`
        }
      })
    },
    named(connectionId) {
      const inboxes = new Map(namesOf(connectionId).inboxes.map(({ id, name }) => [id, name]))
      return (conversation) => {
        const { inbox } = conversation
        if (inbox.id === null || inbox.name !== null) return conversation
        return { ...conversation, inbox: { ...inbox, name: inboxes.get(inbox.id) ?? null } }
      }
    },
  }
}

const lineOf = ({ kind, key, name }: SeenName) => JSON.stringify([kind, key, name])

const collator = new Intl.Collator('pt-BR', { numeric: true })

function readNames(database: Database): readonly SeenName[] {
  return selectAll<SeenName>(database)`select kind, key, name from conversation_names`
}

function namesIn({ inbox, assignee, team, labels }: Conversation): readonly SeenName[] {
  const named = (kind: Kind, { id, name }: Conversation['inbox']): readonly SeenName[] =>
    id === null || name === null ? [] : [{ kind, key: String(id), name }]
  return [
    ...named('inbox', inbox),
    ...named('agent', assignee),
    ...named('team', team),
    ...labels.map((label) => ({ kind: 'label' as const, key: label, name: label })),
  ]
}

/** Names from conversations are newer than those of a sheet; an id without a name is left out. */
function byName(inSheets: LeadNames['agents'], seen: readonly SeenName[]): KnownNames['agents'] {
  const names = new Map(inSheets.filter(({ id, name }) => name !== String(id)).map(({ id, name }) => [id, name]))
  for (const { key, name } of seen) names.set(Number(key), name)
  return [...names].map(([id, name]) => ({ id, name })).sort((one, other) => collator.compare(one.name, other.name))
}
