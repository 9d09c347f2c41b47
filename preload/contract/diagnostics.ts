import type { Contract } from './kernel.ts'

export const diagnostics = {} satisfies Contract
