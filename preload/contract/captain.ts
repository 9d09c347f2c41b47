import type { Contract } from './kernel.ts'

export const captain = {} satisfies Contract
