import { consoleSchema } from '../console/console-schema.ts'
import { conversationsSchema } from '../conversations/conversations-schema.ts'
import { datasetsSchema } from '../datasets/datasets-schema.ts'
import { documentationSchema } from '../documentation/documentation-schema.ts'
import { type ConnectionFiles, createConnectionFiles } from '../store/connection-files.ts'
import { factsSchema } from '../store/facts-schema.ts'

/** One string a version of the file; each feature says its own tables. Only ever appended to. */
const platformSchema: readonly string[] = [
  [factsSchema, conversationsSchema, datasetsSchema, documentationSchema, consoleSchema].join('\n'),
]

/**
 * What is kept of each connection to an agent platform beside its sheets, `<dir>/platform/<connection>.platform`: sets of
 * conversations, data sets, read documentation, the history of the console, small answers, and the ledger of what was
 * sent.
 */
export function createPlatformFiles({ dir, key }: { readonly dir: string; readonly key: string }): ConnectionFiles {
  return createConnectionFiles({ dir, key, name: 'platform', schema: platformSchema })
}
