import type { Contract } from './kernel.ts'

export const console = {} satisfies Contract
