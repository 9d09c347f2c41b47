import type { contacts } from '../../preload/contract/contacts.ts'
import type { Handlers } from '../kernel/router.ts'

export function createContactsService(): Handlers<typeof contacts> {
  return {}
}
