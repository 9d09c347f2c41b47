import type { Messages } from '../../preload/messages/catalogue.ts'
import { leadFields } from '../../preload/values/lead-fields.ts'
import { firstAmount, type TableDefaults } from '../tables/columns.ts'
import { leadWords, type TableWords } from '../tables/words.ts'

const leadPrefix = 'lead_'

/** The joined lead's fields shown by default: person and state. The others can be shown. */
const shownFields = ['nome', 'telefone', 'status', 'agente', 'ultima_mensagem_em']

/** The records as they came, then what matters of the lead. */
export const datasetDefaults: TableDefaults = {
  order: [],
  pinned: [],
  hidden: leadFields.flatMap(({ key }) => (shownFields.includes(key) ? [] : [leadPrefix + key])),
  widths: {},
  sum: firstAmount,
}

/** The names of the answer stand as they are; what Cruza adds of the lead has the words of a lead. */
export function datasetWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const named: Readonly<Record<string, string>> = messages.entries.columns
  const outcomes: Readonly<Record<string, string>> = messages.cruzar.outcomes
  return {
    heading({ key, heading }) {
      if (heading !== null) return heading
      if (!key.startsWith(leadPrefix)) return key
      return named[key] ?? messages.cruzar.leadHeading(leads.heading({ key: key.slice(leadPrefix.length), heading }))
    },
    value({ key, type }, value) {
      if (type === 'outcome') return outcomes[value] ?? value
      if (type === 'code') return messages.datasets.booleans[value] ?? value
      return leads.value({ key, type }, value)
    },
  }
}
