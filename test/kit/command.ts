import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export interface Finished {
  /** 1 where a signal ended it. */
  readonly code: number
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface RunningCommand {
  readonly pid: number
  readonly finished: Promise<Finished>
  /** What it has written to standard error so far. */
  err(): string
  signal(name: NodeJS.Signals): void
}

export interface CommandOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Standard input; closed at once where there is none, open for ever when null. */
  readonly input?: string | null
}

export const commandPassphrase = 'senha da linha de comando'

const root = path.join(import.meta.dirname, '..', '..')

/** Runs `cruza …words` as a process of its own, as `npm run cruza --` does. Undefined takes a variable away. */
export function startCommand(
  words: readonly string[],
  { dataDir, env = {}, input = '' }: CommandOptions,
): RunningCommand {
  return startScript(path.join('main', 'hosts', 'cli.ts'), [...words, '--data-dir', dataDir], env, input)
}

/** Runs a script of ours the same way. */
export function startScript(
  script: string,
  words: readonly string[],
  env: CommandOptions['env'] = {},
  input: string | null = '',
): RunningCommand {
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
  return { pid: Number(child.pid), finished, err: () => err, signal: (name) => void child.kill(name) }
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
