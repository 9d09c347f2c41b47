import { decomposed } from '../../../preload/contract/decomposed.ts'

/** A label as the service names its answers: `Valor previsto (R$)` becomes `valor_previsto_r` (form-collection.md, Entry). */
export function snakeCase(label: string): string {
  const plain = decomposed(label).replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|(?<!_)_+$/g, '')
}
