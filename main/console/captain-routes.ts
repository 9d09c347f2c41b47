import {
  type CaptainResourceName,
  captainActions,
  captainQuestions,
  captainResource,
  captainResources,
} from '../../preload/contract/captain-resources.ts'
import { query, type RouteRow } from './routes.ts'

const prefix = '/api/v1/accounts/{account_id}/captain'

function row(
  method: RouteRow['method'],
  of: {
    readonly path: string
    readonly query?: Readonly<Record<string, 'integer' | 'text'>> | undefined
    readonly example?: unknown
  },
): RouteRow {
  const sends = method !== 'GET' && method !== 'DELETE' && of.example !== undefined
  return {
    group: 'captain',
    method,
    path: prefix + of.path,
    ...(method === 'GET' && of.query
      ? { query: Object.entries(of.query).map(([name, type]) => query(name, type)) }
      : {}),
    ...(sends ? { body: of.example } : {}),
    // It can delete responses, each of them for good.
    ...(of.path === captainActions.bulk.path ? { effect: 'destroys' as const } : {}),
  }
}

function resourceRows(name: CaptainResourceName): RouteRow[] {
  const resource = captainResource(name)
  const { names, root, one, query: parameters } = resource
  const path = resource.path.replace('{parent}', `{${names?.parent}}`)
  const of = { path, query: parameters, example: root === null ? resource.example : { [root]: resource.example } }
  return [
    row('GET', of),
    row('POST', of),
    ...one.map((method) => row(method, { path: `${path}/{${names?.id ?? 'id'}}`, example: of.example })),
  ]
}

/** `{id}` sorts before words, and words before the parameters of what belongs to another record. */
const orderOf = ({ path }: RouteRow) => path.replaceAll('{id}', ' ')

/** Every row of the AI module, a method each, in the order of the document. */
export const captainRows: readonly RouteRow[] = [
  ...(Object.keys(captainResources) as CaptainResourceName[]).flatMap(resourceRows),
  ...Object.values(captainQuestions)
    .filter(({ path }) => !path.startsWith('/.well-known'))
    .map((question) => row('GET', question)),
  ...Object.values(captainActions).map((action) => row('POST', action)),
].toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : Number(orderOf(one) > orderOf(other))))
