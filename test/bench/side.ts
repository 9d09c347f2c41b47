import { once } from 'node:events'

/**
 * What a side found beside its time, for the row's note and to see that both sides did the same. Parts of a time in
 * seconds.
 */
export type Facts = Readonly<Record<string, number>>

/**
 * From a side to the runner: `begin` and `end` are acknowledged once the runner has read what the processes took so
 * far.
 */
export type SideMessage =
  | { readonly at: 'begin' }
  | { readonly at: 'end'; readonly seconds: number; readonly facts: Facts }

/** Prepares for the work, calls `measured` around it, and ends what it has started. */
export type Side<Input> = (input: Input, measured: Measured) => Promise<unknown>
type Measured = <Value extends Facts>(work: () => Value | Promise<Value>) => Promise<Value>

/** A side that another one starts has nobody to tell. */
const tell = async (message: SideMessage) => {
  if (!process.send) return
  const acknowledged = once(process, 'message')
  process.send(message)
  await acknowledged
}

const measured: Measured = async (work) => {
  await tell({ at: 'begin' })
  const start = performance.now()
  const facts = await work()
  await tell({ at: 'end', seconds: (performance.now() - start) / 1000, facts })
  return facts
}

/** Runs the side that this process was started for: its name and its input as JSON are the first words (measure.ts). */
export async function runNamed(sides: Readonly<Record<string, Side<never>>>): Promise<void> {
  const [name = '', input = '{}'] = process.argv.slice(2)
  const side = sides[name]
  if (!side) throw new Error(`there is no side ${name}`)
  // The wire: the runner knows the input of the side that it names.
  await side(JSON.parse(input) as never, measured)
  process.disconnect?.()
}
