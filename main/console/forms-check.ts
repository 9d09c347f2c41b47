import * as z from 'zod'
import { formChanges } from '../../preload/contract/forms.ts'
import { entryCheck, type WriteCheck, writeCheck } from '../writes/check.ts'
import type { ReadyCall } from './read-call.ts'

const newForm = z.object({ name: z.string().min(1) })
const newEntry = z.object({ form_id: z.int(), fields: z.record(z.string(), z.unknown()) })
const newWebhook = z.object({ url: z.string(), events: z.array(z.string()), form_id: z.int().nullable().default(null) })
const webhookChanges = z.object({
  url: z.string().optional(),
  events: z.array(z.string()).optional(),
  is_active: z.boolean().optional(),
})

/**
 * What a later look at the form service needs to find out what became of a write; null where nothing would tell it: a row that no
 * document has, a body without what a record is known by.
 */
export function formsCheck({ route, path, body }: ReadyCall): WriteCheck | null {
  const id = Number(path.split('/').at(-1))
  const found = checkOf(route?.id, id, body)
  return found && writeCheck.safeParse(found).success ? found : null
}

function checkOf(route: string | undefined, id: number, body: unknown): WriteCheck | null {
  switch (route) {
    case 'DELETE /forms/{id}':
      return { by: 'gone_form', form_id: id }
    case 'DELETE /entries/{id}':
      return { by: 'gone_entry', entry_id: id }
    case 'DELETE /webhooks/{id}':
      return { by: 'gone_webhook', webhook_id: id }
    case 'POST /forms': {
      const form = newForm.safeParse(body).data
      return form ? { by: 'new_form', name: form.name, known: [] } : null
    }
    case 'PUT /forms/{id}': {
      const changes = formChanges.safeParse(body).data
      return changes && hasKeys(changes) ? { by: 'changed_form', form_id: id, changes } : null
    }
    case 'POST /entries': {
      const entry = newEntry.safeParse(body).data
      return entry ? entryCheck(entry.form_id, entry.fields) : null
    }
    case 'POST /webhooks': {
      const webhook = newWebhook.safeParse(body).data
      return webhook ? { by: 'new_webhook', ...webhook, known: [] } : null
    }
    case 'PUT /webhooks/{id}': {
      const changes = webhookChanges.safeParse(body).data
      return changes && hasKeys(changes) ? { by: 'changed_webhook', webhook_id: id, changes } : null
    }
    default:
      return null
  }
}

const hasKeys = (value: object) => Object.keys(value).length > 0
