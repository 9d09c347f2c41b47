import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** What is used of it: the types of Node have none. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => KernelModule
  readonly Memory: new (pages: MemoryPages) => KernelMemory
  readonly Instance: new (module: KernelModule, imports: object) => { readonly exports: unknown }
}

interface MemoryPages {
  readonly initial: number
  readonly maximum: number
  readonly shared: true
}

/** The memory of a kernel, which threads share. */
export interface KernelMemory {
  readonly buffer: SharedArrayBuffer
  grow(pages: number): number
}

/** Below is what the compiler places itself. */
const firstByte = 4096
const pageBytes = 65_536
/** 3.5 GB. Behind it a place and what is read beyond it would not fit into the 32 bits of a kernel. */
const maxPages = 57_344
/** Growing beyond throws a RangeError, which is `out_of_memory`. */
const pages: MemoryPages = { initial: 16, maximum: maxPages, shared: true }
/** So many bytes behind everything can be read and written. */
const slack = 64

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

/** A kernel of `kernels/`, whose exports `Exports` are, over its memory. */
export function kernelOver<Exports>(name: string, memory: KernelMemory): Exports {
  // The wire: the exports of kernels/.
  return new WebAssembly.Instance(kernelModule(name), { env: { memory } }).exports as Exports
}

/** Where the next array begins. */
const endOf = (bytes: number) => Math.ceil((bytes + slack) / 16) * 16

/**
 * A kernel with arrays in its memory, which threads share and which is given back with the last of them. They are
 * numbers for TypeScript and places (`byteOffset`) for the kernel, and stay where they are while the memory grows.
 */
export function createKernel<Exports>(name: string) {
  const memory = new WebAssembly.Memory(pages)
  const exports = kernelOver<Exports>(name, memory)
  let used = firstByte

  function reserve(end: number): void {
    const missing = endOf(end) - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    used = endOf(end)
  }

  /** An array of zeros. Memory that is never written is not taken from the system. */
  function array<Kind extends Numbers>(
    kind: new (buffer: SharedArrayBuffer, at: number, length: number) => Kind,
    length: number,
  ): Kind {
    const at = used
    const bytes = length * (kind as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT
    reserve(at + bytes)
    return new kind(memory.buffer, at, length)
  }
  /** The same bytes in its memory. */
  function copyOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
    const copy = array(Uint8Array, byteLength)
    copy.set(new Uint8Array(buffer, byteOffset, byteLength))
    return copy
  }
  return {
    exports,
    memory,
    array,
    copyOf,
    /** The same numbers in an array with room for so many; the array that was made last grows where it is. */
    withRoom<Kind extends Numbers>(numbers: Kind, length: number): Kind {
      if (length <= numbers.length) return numbers
      const kind = numbers.constructor as new (buffer: SharedArrayBuffer, at: number, length: number) => Kind
      const room = Math.max(length, numbers.length * 2)
      const { byteOffset, byteLength, BYTES_PER_ELEMENT } = numbers
      if (byteLength > 0 && used === endOf(byteOffset + byteLength)) {
        reserve(byteOffset + room * BYTES_PER_ELEMENT)
        return new kind(memory.buffer, byteOffset, room)
      }
      const larger = array(kind, room)
      larger.set(numbers)
      return larger
    },
  }
}
