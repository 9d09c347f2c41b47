import type { ConversationCondition, ConversationFilter } from '../../preload/contract/conversations.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'
import { conversationStatusWord } from '../tables/words.ts'
import { valueShape } from './conditions.ts'
import { priorityWord } from './conversation-words.tsx'
import { type KnownNames, namesOf } from './known-names.ts'

export interface PhraseWords {
  readonly messages: Messages
  readonly format: Format
  /** The names of agents, inboxes and teams, as far as they were seen; an id without a name is said as a number. */
  readonly known: KnownNames
}

/** More than this are counted instead of named. */
const mostNamed = 3

/** A filter as people say it: "Conversas em que a situação é aberta e o agente é Ana ou Bruno". */
export function filterPhrase(filter: ConversationFilter, words: PhraseWords): string {
  const { phrase } = words.messages.conversations
  const conditions = filter.map((condition) => {
    const values = condition.values.map((value) => valueWord(condition, value, words))
    const named = values.length > mostNamed + 1 ? values.slice(0, mostNamed) : values
    const said = named.length < values.length ? [...named, phrase.more(values.length - named.length)] : named
    return phrase.condition(
      condition.attribute_key,
      condition.filter_operator,
      words.format.either(said),
      values.length > 1,
    )
  })
  return phrase.where(words.format.list(conditions))
}

function valueWord(condition: ConversationCondition, value: string | number, words: PhraseWords): string {
  const { messages, format, known } = words
  const { phrase } = messages.conversations
  switch (valueShape(condition)) {
    case 'choices':
      return choiceWord(condition, String(value), messages).toLocaleLowerCase()
    case 'ids':
    case 'numbers':
      return namesOf(condition.attribute_key, known)?.find(({ id }) => id === value)?.name ?? phrase.id(Number(value))
    case 'day':
      return format.day(String(value))
    case 'days':
      return phrase.days(Number(value))
    default:
      return phrase.quoted(String(value))
  }
}

/** The word for a status or a priority. */
export function choiceWord(
  { attribute_key }: Pick<ConversationCondition, 'attribute_key'>,
  value: string,
  messages: Messages,
): string {
  return attribute_key === 'priority' ? priorityWord(messages, value) : conversationStatusWord(messages, value)
}
