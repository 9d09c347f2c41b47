import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFileAlert, IconLoader, IconProgress, IconRefresh } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { SheetBadge as Badge, Sheet } from '../../preload/contract/sheets.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import type { LeadField } from '../../preload/values/lead-fields.ts'
import { useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import type { TableDefaults } from '../tables/columns.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { StateBadge, type StateLook } from '../ui/mark.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'

export function isReading({ badge, task_id }: Sheet): boolean {
  return badge.kind === 'reading' || task_id !== null
}

/** Whether the rows cannot be opened and the sheet can be read anew. */
export function canReadAgain({ badge, connection_name, task_id }: Sheet): boolean {
  return badge.kind === 'damaged' && connection_name !== '' && task_id === null
}

/** Whether reading stopped before its end and can continue from the last stored page. */
export function canResume({ badge, interrupted, task_id }: Sheet): boolean {
  if (task_id !== null || badge.kind === 'reading') return false
  return badge.kind === 'partial' || interrupted !== null
}

const badgeStyles: Readonly<Record<Badge['kind'], StateLook>> = {
  complete: { color: 'status-open', icon: IconCheck },
  refreshed: { color: 'status-open', icon: IconRefresh },
  changed: { color: 'status-pending', icon: IconAlertTriangle },
  partial: { color: 'outcome-invalida', icon: IconProgress },
  reading: { color: 'status-snoozed', icon: IconLoader },
  damaged: { color: 'outcome-invalida', icon: IconFileAlert },
}

/** Whether the rows are all that the service has, as a word, with the reason on hover and for screen readers. */
export function SheetBadge({ sheet }: { readonly sheet: Sheet }) {
  const messages = useMessages()
  return (
    <StateBadge
      look={badgeStyles[sheet.badge.kind]}
      word={messages.sheets.badges[sheet.badge.kind]}
      reason={badgeReason(sheet, messages)}
    />
  )
}

/** The reason of a sheet's badge, in a sentence or two. */
export function badgeReason(
  { badge, repeated, aside, unknown_counts: unknown, connection_name }: Sheet,
  messages: Messages,
): string {
  const texts = messages.sheets
  if (badge.kind === 'reading') return texts.readingReason
  if (badge.kind === 'damaged') return texts.damaged.reason
  // A badge stores the code of a failure and not its values: the connection's name and the kind of status complete the
  // sentence.
  const params = { host: connection_name || messages.common.theService, status: '5xx' }
  const why = badge.failure ? failureSentence(messages, { code: badge.failure, params }) : texts.reasons[badge.reason]
  const parts = [why]
  if (repeated > 0) parts.push(`${texts.repeated(repeated)}.`)
  if (aside.count > 0) parts.push(texts.aside(aside.count, aside.contacts))
  if (unknown > 0) parts.push(texts.unknownCounts(unknown))
  return parts.join(' ')
}

/** How much of the service's own file was received, with a stop button; or why it failed. */
export function ServerCsvProgress() {
  const messages = useMessages()
  const format = useFormat()
  const { working, received, failure, cancel, dismissFailure } = useStore(useFeature('sheets').serverCsv)
  if (failure) return <FailureNotice failure={failure} onClose={dismissFailure} />
  if (working === null) return null
  return (
    <div className="reading-progress row">
      <ProgressLine
        label={messages.sheets.csv.running}
        done={received}
        total={null}
        text={messages.sheets.csv.received(format.bytes(received))}
      />
      <Button size="compact-xs" variant="subtle" onClick={cancel}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}

const order = [
  'nome',
  'telefone',
  'status',
  'agente',
  'caixa',
  'ultima_mensagem_em',
  'etiquetas_conversa',
  'mensagens',
  'etiquetas_contato',
  'origem',
  'email',
  'conversa_criada_em',
  'ultima_mensagem_do_contato_em',
  'primeira_mensagem_do_contato_em',
  'contato_criado_em',
  'conversas_no_periodo',
  'identificador',
  'agente_email',
  'telefone_digitos',
  'contato_id',
  'conversa_id',
  'agente_id',
  'caixa_id',
] as const satisfies readonly LeadField[]

/** The default columns: name, contact data, state. Record numbers are last; unknown fields are hidden. */
export const leadDefaults: TableDefaults = {
  order,
  pinned: ['nome'],
  hidden: [],
  hides: ({ heading }) => heading !== null,
  widths: {
    nome: 220,
    telefone: 156,
    agente: 150,
    email: 220,
    agente_email: 200,
    ultima_mensagem_em: 150,
    ultima_mensagem_do_contato_em: 150,
    primeira_mensagem_do_contato_em: 150,
    conversa_criada_em: 150,
    contato_criado_em: 150,
    telefone_digitos: 140,
    mensagens: 116,
    espera_horas: 180,
    dias_parada: 190,
    uf: 110,
    primeira_mensagem_dia_da_semana: 220,
    primeira_mensagem_hora: 160,
    conversas_da_pessoa: 190,
    nota: 280,
    nota_etiquetas: 180,
  },
}
