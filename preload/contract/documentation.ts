import type { Contract } from './kernel.ts'

export const documentation = {} satisfies Contract
