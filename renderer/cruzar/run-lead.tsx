import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import { failureOf } from '../kernel/ask.ts'
import { useFeature, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { personOfRow } from '../leads/lead-person.ts'
import type { GridRow } from '../tables/table-state.ts'
import { leadPrefix } from './runs.ts'

interface RunLeadProps {
  readonly run: Run
  readonly row: GridRow
}

/**
 * Links from the lead of a row. Where sheets of several accounts answered, nobody knows whose the lead's numbers are.
 */
export function RunLeadActions({ run, row }: RunLeadProps) {
  const LeadActions = useSlot('leadActions')
  return (
    <LeadActions connection={run.connection_id} row={row} prefix={leadPrefix} inPlatform={useIsOfOneAccount(run)}>
      <LeadInSheet run={run} row={row} />
    </LeadActions>
  )
}

/** The note about a row's person. Where sheets of several accounts answered, phone and e-mail alone name the person. */
export function RunPersonNote({ run, row }: RunLeadProps) {
  const PersonNote = useSlot('personNote')
  const person = personOfRow(row, { connection: run.connection_id, prefix: leadPrefix, keys: ['cruzar_chave'] })
  const isOfOneAccount = useIsOfOneAccount(run)
  return <PersonNote person={isOfOneAccount ? person : { ...person, contact: null }} />
}

/** Whether every lead of a run is of its connection's account. */
export function useIsOfOneAccount(run: Run): boolean {
  const kept = useKeptSheets()
  const isOwn = (id: string) => kept.find((sheet) => sheet.id === id)?.connection_id === run.connection_id
  return run.sheet_ids.length === 0 || answeringSheets(run).every(isOwn)
}

function useKeptSheets() {
  return readyValue(useStore(useFeature('sheets').store, ({ list }) => list)) ?? []
}

/** The ids of the sheets that answered; empty where the service did. */
function answeringSheets({ sheet_id, sheet_ids }: Run): readonly string[] {
  return sheet_id === null ? [] : [sheet_id, ...sheet_ids]
}

/**
 * A link from a row to its lead in the sheets that answered the run, else in those of its connection, the newest first.
 * Empty where there is no lead, or no sheet that could have it.
 */
function LeadInSheet({ run, row }: RunLeadProps) {
  const { showLead } = useFeature('sheets')
  const texts = useMessages().cruzar.run.inSheet
  const kept = useKeptSheets()
  const [busy, setBusy] = useState(false)
  const answered = answeringSheets(run)
  const ofConnection = kept
    .filter(({ connection_id }) => connection_id === run.connection_id)
    .sort((one, other) => (other.read_at ?? '').localeCompare(one.read_at ?? ''))
  const sheets = answered.length > 0 ? answered : ofConnection.map(({ id }) => id)
  const lead = leadOf(row)
  if (!lead || sheets.length === 0) return null

  const show = async () => {
    setBusy(true)
    try {
      const result = await showLead(lead, sheets)
      if (result === 'shown') return
      const { length } = answered
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
