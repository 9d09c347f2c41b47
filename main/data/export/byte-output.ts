/** Bytes that are handed on at once, unless more are needed in one piece. */
const bufferBytes = 1_048_576

/** Gathers bytes in large buffers, which are used again and again. */
export interface ByteOutput {
  /** Whoever writes bytes writes them into `view`, from `used` on, and moves it. */
  view: DataView
  used: number
  /** Makes room for so many bytes in `view`, handing on what is there when it is full. */
  room(most: number): Promise<void>
  add(text: string): Promise<void>
  /** Hands on everything that is left. */
  end(): Promise<void>
  /** Bytes made so far. */
  total(): number
}

/**
 * `write` takes each block in order; when it resolves, all blocks but the last `inFlight` are free to be used again.
 */
export function createByteOutput(write: (block: Uint8Array) => Promise<void>, inFlight: number): ByteOutput {
  const buffers = Array.from({ length: inFlight + 1 }, () => Buffer.alloc(0))
  let turn = 0
  let finished = 0

  const handOn = async () => {
    const block = buffers[turn]?.subarray(0, output.used)
    finished += output.used
    output.used = 0
    turn = (turn + 1) % buffers.length
    if (block && block.length > 0) await write(block)
  }
  const output: ByteOutput = {
    view: new DataView(new ArrayBuffer(0)),
    used: 0,
    room: async (most) => {
      if (output.used + most <= output.view.byteLength) return
      await handOn()
      const free = buffers[turn]
      const buffer = free && free.length >= most ? free : Buffer.allocUnsafeSlow(Math.max(bufferBytes, most))
      buffers[turn] = buffer
      output.view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    },
    add: async (text) => {
      const bytes = Buffer.from(text)
      await output.room(bytes.length)
      buffers[turn]?.set(bytes, output.used)
      output.used += bytes.length
    },
    end: handOn,
    total: () => finished + output.used,
  }
  return output
}
