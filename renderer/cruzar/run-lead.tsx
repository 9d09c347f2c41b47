import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import { failureOf } from '../kernel/ask.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import type { GridRow } from '../tables/table-state.ts'
import { leadPrefix } from './runs.ts'

interface LeadOfRowProps {
  readonly run: Run
  readonly row: GridRow
}

/**
 * The way from a row to its lead in the sheets that answered the run, or else in those of its connection, the freshest first. Nothing
 * where there is no lead, or no sheet that could have it.
 */
export function LeadInSheet({ run, row }: LeadOfRowProps) {
  const { store, showLead } = useFeature('sheets')
  const texts = useMessages().cruzar.run.inSheet
  const kept = readyValue(useStore(store, ({ list }) => list)) ?? []
  const [busy, setBusy] = useState(false)
  const answered = run.sheet_id === null ? null : [run.sheet_id, ...run.sheet_ids]
  const ofConnection = kept
    .filter(({ connection_id }) => connection_id === run.connection_id)
    .sort((one, other) => (other.read_at ?? '').localeCompare(one.read_at ?? ''))
  const sheets = answered ?? ofConnection.map(({ id }) => id)
  const lead = leadOf(row)
  if (!lead || sheets.length === 0) return null

  const show = async () => {
    setBusy(true)
    try {
      const result = await showLead(lead, sheets)
      if (result === 'shown') return
      const { length } = answered ?? []
      notifications.show({ message: length === 0 ? texts.nowhere : texts[result](length, run.sheet_name ?? '') })
    } catch (error) {
      noticeFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" loading={busy} onClick={() => void show()}>
      {texts.show}
    </Button>
  )
}

function leadOf({ cells }: GridRow) {
  const cell = (field: string) => cells[leadPrefix + field]
  const number = (field: string) => (typeof cell(field) === 'number' ? Number(cell(field)) : null)
  const text = (field: string) => (typeof cell(field) === 'string' && cell(field) !== '' ? String(cell(field)) : null)
  const contact = number('contato_id')
  if (contact === null) return null
  return { contact, conversation: number('conversa_id'), phone: text('telefone'), email: text('email') }
}
