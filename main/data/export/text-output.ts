/** Pieces of this many characters are encoded at once; larger ones spread the cost of one emoji over more text. */
const pieceLength = 16_384
const blockBytes = 524_288

/** Gathers text and hands it on as UTF-8 blocks of about half a megabyte, without waiting inside `add`. */
interface TextOutput {
  add(text: string): void
  /** True when blocks wait to be handed on: then await `drain()`. */
  full(): boolean
  drain(): Promise<void>
  /** Hands on everything that is left. */
  end(): Promise<void>
  /** Bytes made so far, without the last unfinished piece. */
  bytes(): number
}

/** `write` takes each block in order and may keep it: blocks are not used twice. */
export function createTextOutput(write: (block: Uint8Array) => Promise<void>): TextOutput {
  let pending = ''
  let block = Buffer.allocUnsafeSlow(blockBytes)
  let used = 0
  let finished = 0
  const ready: Uint8Array[] = []

  const seal = (room: number) => {
    if (used > 0) ready.push(block.subarray(0, used))
    finished += used
    block = Buffer.allocUnsafeSlow(Math.max(blockBytes, room))
    used = 0
  }
  const encode = () => {
    const most = pending.length * 3
    if (used + most > block.length) seal(most)
    used += block.write(pending, used, 'utf8')
    pending = ''
  }
  const drain = async () => {
    for (let next = ready.shift(); next; next = ready.shift()) await write(next)
  }

  return {
    add: (text) => {
      pending += text
      if (pending.length >= pieceLength) encode()
    },
    full: () => ready.length > 0,
    drain,
    end: async () => {
      encode()
      seal(0)
      await drain()
    },
    bytes: () => finished + used,
  }
}
