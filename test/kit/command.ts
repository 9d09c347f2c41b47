import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import Papa from 'papaparse'
import { expect, onTestFinished } from 'vitest'
import type { Demo } from '../../main/demo/demo.ts'
import { type CommandLine, runCommandLine } from '../../main/hosts/command-line.ts'
import { createNodeFetch } from '../../main/hosts/node-fetch.ts'
import { systemLanguage } from '../../main/hosts/node-parts.ts'
import type { FormsAt, PlatformAt } from './connection-drafts.ts'
import { absentKeychain, quickScrypt, startDataInProcess } from './in-process.ts'
import { familyOf, stillAlive } from './processes.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface Finished {
  /** 1 where a signal ended it. */
  readonly code: number
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface RunningCommand {
  readonly finished: Promise<Finished>
  /** What it has written to standard error so far. */
  err(): string
  signal(name: NodeJS.Signals): void
}

export interface CommandProcess extends RunningCommand {
  readonly pid: number
  /** What it has written to standard output so far. */
  out(): string
  /** Sends SIGKILL; resolves when it has ended, and with it everything that it had started. */
  kill(): Promise<Finished>
}

export interface CommandOptions extends Pick<Partial<CommandLine>, 'platform' | 'keychainTimeout' | 'startKeychain'> {
  readonly dataDir: string
  /** Undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Standard input; closed at once where there is none, open for ever when null. */
  readonly input?: string | null
}

export const commandPassphrase = 'senha da linha de comando'

const root = path.join(import.meta.dirname, '..', '..')

/**
 * Runs `cruza …words` inside this process, through the program that the real one runs: everything but the process
 * itself (`startCommandProcess`). A signal does what Ctrl+C does; `reading` resolves when it waits for standard input.
 */
export function startCommand(
  words: readonly string[],
  { dataDir, env = {}, input = '', ...keychain }: CommandOptions,
): RunningCommand & { readonly reading: Promise<void> } {
  const environment = { ...cleanEnvironment(), ...env }
  const stop = new AbortController()
  const stdout = collector()
  const stderr = collector()
  let tellReading = () => {}
  const reading = new Promise<void>((resolve) => {
    tellReading = resolve
  })
  const stdin = new Readable({ read: () => tellReading() })
  if (input !== null) {
    stdin.push(input)
    stdin.push(null)
  }
  const passphrase = environment.CRUZA_PASSPHRASE
  const running = runCommandLine({
    words: [...words, '--data-dir', dataDir],
    stdin,
    stdout,
    stderr,
    secret: environment.CRUZA_SECRET,
    listPassword: environment.CRUZA_LIST_PASSWORD,
    version: '0.0.0',
    language: systemLanguage(environment),
    fetch: createNodeFetch(),
    startData: startDataInProcess,
    startKeychain: absentKeychain,
    ...keychain,
    ...(passphrase === undefined ? {} : { passphrase }),
    scryptCost: quickScrypt,
    defaultDataDir: () => dataDir,
    signal: stop.signal,
    interrupt: () => stop.abort(),
  })
  const finished = running.then((code) => ({ code, signal: null, out: stdout.text(), err: stderr.text() }))
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  return { finished, reading, err: stderr.text, signal: () => stop.abort() }
}

/**
 * A folder of data and one for files, with the commands over them; connected to the platform of these services, where
 * given.
 */
export async function startPlace(services?: Pick<Demo, 'platform' | 'forms'>) {
  const dataDir = await temporaryFolder()
  const files = await temporaryFolder()
  const run = (words: readonly string[], options: Omit<CommandOptions, 'dataDir'> = {}) =>
    startCommand(words, { dataDir, ...options }).finished
  const fileOf = (name: string) => path.join(files, name)
  const place = {
    dataDir,
    run,
    runProcess: (words: readonly string[], options: Omit<CommandOptions, 'dataDir'> = {}) =>
      startCommandProcess(words, { dataDir, ...options }).finished,
    fileOf,
    /** A file of this text. */
    async listOf(name: string, text: string | Uint8Array) {
      await writeFile(fileOf(name), text)
      return fileOf(name)
    },
    connect({ url, accountId, brand, token }: PlatformAt) {
      const at = ['--url', url, '--account', String(accountId), '--brand', brand]
      return run(['connect', 'platform', 'Atendimento', ...at, '--json'], { env: { CRUZA_SECRET: token } })
    },
    connectForms: ({ url, key }: FormsAt, name = 'Formulários') =>
      run(['connect', 'forms', name, '--url', url], { env: { CRUZA_SECRET: key } }),
  }
  if (services) expect(await place.connect(services.platform)).toMatchObject({ code: 0 })
  return place
}

/** The one object on standard output. */
export function objectOf({ out }: Pick<Finished, 'out'>) {
  expect(out.trim().split('\n')).toHaveLength(1)
  return JSON.parse(out)
}

/** The rows of a CSV file by their headings. */
export async function recordsOf(file: string): Promise<Record<string, string>[]> {
  return Papa.parse<Record<string, string>>(await readFile(file, 'utf8'), { header: true, skipEmptyLines: true }).data
}

/** A stream that keeps what is written to it. */
function collector(): Writable & { text(): string } {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return Object.assign(stream, { text: () => text })
}

/**
 * Runs `cruza …words` as a process of its own, as `npm run cruza --` does: for exit codes, signals, secrets and pipes.
 */
export function startCommandProcess(words: readonly string[], { dataDir, env, input }: CommandOptions): CommandProcess {
  return startScript(path.join('main', 'hosts', 'cli.ts'), [...words, '--data-dir', dataDir], env, input)
}

/** Runs a script of ours the same way. */
export function startScript(
  script: string,
  words: readonly string[],
  env: CommandOptions['env'] = {},
  input: string | null = '',
): CommandProcess {
  const child = spawn(process.execPath, [path.join(root, script), ...words], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), ...env },
  })
  child.stdin.on('error', () => undefined)
  if (input !== null) child.stdin.end(input)
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code, signal) => resolve({ code: code ?? 1, signal, out, err }))
  })
  onTestFinished(() => endOf(child, finished))
  const pid = Number(child.pid)
  return {
    pid,
    finished,
    out: () => out,
    err: () => err,
    signal: (name) => void child.kill(name),
    async kill() {
      const family = familyOf(pid)
      child.kill('SIGKILL')
      const ended = await finished
      await expect.poll(() => stillAlive(family), { timeout: 30_000, interval: 5 }).toEqual([])
      return ended
    },
  }
}

async function endOf(child: ChildProcess, finished: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await finished
}

/** No keychain, no proxy, Portuguese, and the passphrase of these tests. */
function cleanEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    LANG: 'pt_BR.UTF-8',
    CRUZA_PASSPHRASE: commandPassphrase,
    NODE_COMPILE_CACHE: path.join(root, '.cache', 'node-compile'),
  }
}
