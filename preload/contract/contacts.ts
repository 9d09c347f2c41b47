import type { Contract } from './kernel.ts'

export const contacts = {} satisfies Contract
