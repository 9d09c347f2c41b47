import type { EntryDetail, EntryLead } from '../../preload/contract/entries.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { conversationStatusWord } from '../tables/lead-words.ts'
import { OutcomeMark } from '../ui/mark.tsx'
import { Section } from './section.tsx'

/** Whether the sender is a lead of the cached sheets, and how things stood there when they were read. */
export function LeadSection({ lead, now }: { readonly lead: EntryDetail['lead']; readonly now: number }) {
  const texts = useMessages().entries.lead
  return (
    <Section title={texts.title}>{lead ? <Lead lead={lead} now={now} /> : <p className="dim">{texts.none}</p>}</Section>
  )
}

function Lead({ lead, now }: { readonly lead: EntryLead; readonly now: number }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.entries.lead
  const read = lead.read_at === null ? null : format.moment(Date.parse(lead.read_at), now)
  return (
    <>
      <p>
        <OutcomeMark outcome={lead.outcome} label={messages.cruzar.outcomes[lead.outcome]} />
      </p>
      {lead.lead === null ? <p>{texts.absent}</p> : <LeadFacts lead={lead.lead} now={now} />}
      <p className="dim entry-source">
        {joinFacts([lead.matched_by && texts.matched[lead.matched_by], read && sourceText(lead, read, texts)])}
      </p>
    </>
  )
}

function sourceText(
  { sheet_name }: EntryLead,
  read: string,
  texts: { sheet(name: string, moment: string): string; sheets(moment: string): string },
): string {
  return sheet_name === null ? texts.sheets(read) : texts.sheet(sheet_name, read)
}

function LeadFacts({ lead, now }: { readonly lead: NonNullable<EntryLead['lead']>; readonly now: number }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.entries.lead
  const text = (key: string) => (lead[key] === null || lead[key] === undefined ? '' : String(lead[key]))
  const last = momentOf(lead.ultima_mensagem_em)
  const talked = text('conversa_id') !== ''
  const facts: readonly (readonly [string, string])[] = [
    [texts.name, text('nome')],
    [texts.conversation, talked ? messages.entries.entry.number(Number(text('conversa_id'))) : ''],
    [texts.status, text('status') === '' ? '' : conversationStatusWord(messages, text('status'))],
    [texts.agent, talked ? text('agente') || texts.noAgent : ''],
    [texts.last, last === null ? text('ultima_mensagem_em') : format.moment(last, now)],
  ]
  return (
    <dl className="entry-facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([heading, value]) => (
          <div key={heading} className="entry-fact">
            <dt>{heading}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Times of leads come as text, or as seconds (agent-platform.md, "Lead row"); null for what is no time. */
function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}
