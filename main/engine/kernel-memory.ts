import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** What is used of it: the types of Node have none. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => KernelModule
  readonly Memory: new <Buffer>(pages: MemoryPages) => KernelMemory<Buffer>
  readonly Instance: new (module: KernelModule, imports: object) => { readonly exports: unknown }
}

interface MemoryPages {
  readonly initial: number
  readonly maximum?: number
  readonly shared?: true
}

/** `Buffer` as the pages are: threads share it or not. */
interface KernelMemory<Buffer> {
  readonly buffer: Buffer
  grow(pages: number): number
}

/** Below is what the compiler places itself. */
export const firstByte = 4096
export const pageBytes = 65_536
/** 3.5 GB. Behind it a place and what is read beyond it would not fit into the 32 bits of a kernel. */
const maxPages = 57_344
/** One thread's, and one that threads share. Growing beyond throws a RangeError, which is `out_of_memory`. */
const ownPages: MemoryPages = { initial: 16, maximum: maxPages }
const sharedPages: MemoryPages = { ...ownPages, shared: true }
/** So many bytes behind everything can be read and written. */
export const slack = 64

type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array

/** A compiled kernel, which threads share with its machine code. */
export type KernelModule = object

const modules = new Map<string, KernelModule>()

/**
 * The kernel from out/, where vite.config.ts has compiled it: built programs lie there, too. A thread has no files: it
 * is given its kernel.
 */
export function kernelModule(name: string): KernelModule {
  if (!isMainThread && !modules.has(name)) throw new Error(`the kernel ${name} was not given to the thread`)
  const here = import.meta.dirname
  const out = path.basename(here) === 'out' ? here : path.join(here, '../../out')
  const module = modules.get(name) ?? new WebAssembly.Module(readFileSync(path.join(out, `${name}.wasm`)))
  modules.set(name, module)
  return module
}

/** Gives a kernel to a thread, which has no files. */
export function provideKernel(name: string, module: KernelModule): void {
  modules.set(name, module)
}

/** A kernel of `kernels/`, whose exports `Exports` are, with a memory of its own, as vite.config.ts compiles it. */
export function loadKernel<Exports, Buffer = ArrayBuffer>(name: string, pages = ownPages) {
  const memory = new WebAssembly.Memory<Buffer>(pages)
  // The wire: the exports of kernels/.
  return { memory, exports: new WebAssembly.Instance(kernelModule(name), { env: { memory } }).exports as Exports }
}

/**
 * The same with arrays in its memory, which threads share and which is given back with the last of them. They are
 * numbers for TypeScript and places (`byteOffset`) for the kernel, and stay where they are while the memory grows.
 */
export function createKernel<Exports>(name: string) {
  const { memory, exports } = loadKernel<Exports, SharedArrayBuffer>(name, sharedPages)
  let used = firstByte

  /** An array of zeros. Memory that is never written is not taken from the system. */
  function array<Kind extends Numbers>(
    kind: new (buffer: SharedArrayBuffer, at: number, length: number) => Kind,
    length: number,
  ): Kind {
    const at = used
    const bytes = length * (kind as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT
    const end = Math.ceil((used + bytes + slack) / 16) * 16
    const missing = end - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    used = end
    return new kind(memory.buffer, at, length)
  }
  return {
    exports,
    array,
    /** The same bytes in its memory. */
    copyOf(bytes: Uint8Array): Uint8Array {
      const copy = array(Uint8Array, bytes.length)
      copy.set(bytes)
      return copy
    },
    /** The same numbers in an array with room for so many. */
    withRoom<Kind extends Numbers>(numbers: Kind, length: number): Kind {
      if (length <= numbers.length) return numbers
      const kind = numbers.constructor as new (buffer: SharedArrayBuffer, at: number, length: number) => Kind
      const larger = array(kind, Math.max(length, numbers.length * 2))
      larger.set(numbers)
      return larger
    },
  }
}
