import { describe, expect, it } from 'vitest'
import { createKernel } from '../../../main/engine/kernel-memory.ts'
import { failureOf } from '../../../main/kernel/failure.ts'

describe('memory that is not there', () => {
  const failureIn = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return failureOf(error)
    }
    return null
  }
  const tooMuch = 3.6 * 1024 ** 3

  it('of a kernel ends the work with a failure of its own, below what one can address', () => {
    const kernel = createKernel('lists')
    expect(failureIn(() => kernel.array(Uint8Array, tooMuch))).toMatchObject({ code: 'out_of_memory' })
    expect(kernel.array(Uint8Array, 100)).toHaveLength(100)
  })

  it('of an array does the same', () => {
    expect(failureIn(() => new Uint8Array(2 ** 52))).toMatchObject({ code: 'out_of_memory' })
    expect(failureIn(() => Buffer.alloc(2 ** 52))).toMatchObject({ code: 'out_of_memory' })
    expect(failureIn(() => 'x'.repeat(2 ** 30))).toMatchObject({ code: 'out_of_memory' })
    expect(failureIn(() => (1.5).toFixed(200))).toMatchObject({ code: 'internal' })
  })
})
