import { Command, InvalidArgumentError, Option } from 'commander'
import { startDemo } from './demo.ts'
import { type FormBounds, formBounds } from './forms-records.ts'
import { parseFaults } from './http-server.ts'
import { parseModes } from './workplace.ts'

/**
 * `npm run demo`: both services until SIGINT or SIGTERM. Prints addresses and secrets as one line of JSON on stdout.
 */
const command = new Command('demo')
  .description('Serves the demonstration platform and form service on 127.0.0.1')
  .option('--leads <number>', 'people with conversations, up to 1000000', wholeNumber, 20_000)
  .option('--entries <number>', 'form entries', wholeNumber, 2000)
  .option('--seed <number>', 'the same seed gives the same data', wholeNumber, 1)
  .option('--port <number>', 'port of the platform, 0 for any free one', wholeNumber, 0)
  .option('--forms-port <number>', 'port of the form service, 0 for any free one', wholeNumber, 0)
  .option('--latency <milliseconds>', 'waited before each answer', wholeNumber, 0)
  .option(
    '--faults <list>',
    'for example 429=0.05,500=0.02,reset=0.01,cut=0.01,hang=0.001,delay=0.1,drift',
    checked(faultsOnly),
  )
  .option(
    '--modes <list>',
    'for example reports=spaced,messages=varied,filter=breaking,captain=nested,poison=500,lacks=/contacts/search',
    checked(parseModes),
  )
  .addOption(
    new Option('--form-bounds <mode>', 'how the form service takes since and until')
      .choices(formBounds)
      .default('moments'),
  )

const options = command.parse().opts<{
  leads: number
  entries: number
  seed: number
  port: number
  formsPort: number
  latency: number
  faults?: string
  modes?: string
  formBounds: FormBounds
}>()

const demo = await startDemo({
  leads: Math.min(options.leads, 1_000_000),
  entries: options.entries,
  seed: options.seed,
  port: options.port,
  formsPort: options.formsPort,
  latencyMs: options.latency,
  formBounds: options.formBounds,
  ...(options.faults === undefined ? {} : { faults: parseFaults(options.faults, options.seed) }),
  ...(options.modes === undefined ? {} : { modes: parseModes(options.modes) }),
})
console.log(JSON.stringify({ platform: demo.platform, forms: demo.forms }))

let ending = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (ending) return
    ending = true
    if (signal === 'SIGINT') process.exitCode = 130
    void demo.close()
  })
}

function faultsOnly(text: string): void {
  parseFaults(text, 1)
}

/** Returns the text unchanged if it can be read. */
function checked(read: (text: string) => unknown) {
  return (text: string): string => {
    try {
      read(text)
      return text
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : 'not understood')
    }
  }
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expects a whole number')
  return Number(text)
}
