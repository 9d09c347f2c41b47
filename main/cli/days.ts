import * as z from 'zod'
import type { Session } from './session.ts'
import { UsageError } from './usage-error.ts'

type Talk = Pick<Session, 'messages' | 'print'>

/** A day that an option gave, by the option's name. */
export interface NamedDay {
  readonly option: string
  readonly day: string | undefined
}

/** The days of a period as they were given. Throws `UsageError` for what is no day, or a period that ends before it begins. */
export function demandPeriod({ messages, print }: Talk, first: NamedDay, last: NamedDay): void {
  const texts = messages.cli.period
  for (const { day } of [first, last]) {
    if (day !== undefined && !z.iso.date().safeParse(day).success) throw new UsageError(texts.badDay(day))
  }
  if (first.day !== undefined && last.day !== undefined && last.day < first.day) {
    throw new UsageError(texts.reversed(first.option, last.option))
  }
  pointOutFuture({ messages, print }, first)
}

/** Says that a period starts in the future, which is possible and seldom meant. */
export function pointOutFuture({ messages, print }: Talk, { option, day }: NamedDay): void {
  const now = new Date()
  const today = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
  if (day !== undefined && day > today) print.complain(messages.cli.period.future(option))
}
