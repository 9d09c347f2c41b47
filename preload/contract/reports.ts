import type { Contract } from './kernel.ts'

export const reports = {} satisfies Contract
