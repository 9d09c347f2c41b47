import type { Contract } from './kernel.ts'

export const sending = {} satisfies Contract
