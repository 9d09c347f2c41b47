import { SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { CallMethod, ConsoleCall, Route } from '../../preload/contract/console.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { hasWords } from '../../preload/values/text.ts'
import { useFeature } from '../kernel/feature.ts'
import type { Format } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark } from '../ui/mark.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** Every documented call of the service by group, with calls that read first. */
export function RouteList({ connection }: { readonly connection: string }) {
  const { routes, draft, pick, open } = useStore(useFeature('console').store)
  const texts = useMessages().console.routes
  const [search, setSearch] = useState('')
  const [readsOnly, setReadsOnly] = useState(true)
  return (
    <nav className="console-catalogue column" aria-label={texts.label}>
      <div className="console-catalogue-head stack">
        <SearchField label={texts.search} value={search} onChange={setSearch} />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={texts.which}
          value={readsOnly ? 'reads' : 'all'}
          onChange={(value) => setReadsOnly(value === 'reads')}
          data={[
            { value: 'reads', label: texts.reads },
            { value: 'all', label: texts.all },
          ]}
        />
      </div>
      <div className="console-routes scroll">
        <LoadableView of={routes} onRetry={() => void open(connection)}>
          {(list) => <Groups routes={list} search={search} readsOnly={readsOnly} />}
        </LoadableView>
        <UnstyledButton
          className="console-route hoverable ring-inside"
          onClick={() => pick(null)}
          {...(draft && !draft.route ? { 'aria-current': 'true' } : {})}
        >
          <span className="block text-13 cut">{texts.free}</span>
          <span className="console-route-path block cut">{texts.freeText}</span>
        </UnstyledButton>
      </div>
    </nav>
  )
}

interface GroupsProps {
  readonly routes: readonly Route[]
  readonly search: string
  readonly readsOnly: boolean
}

function Groups({ routes, search, readsOnly }: GroupsProps) {
  const { draft, pick } = useStore(useFeature('console').store)
  const texts = useMessages().console
  const groups = useMemo(() => routeGroups(routes, { search, readsOnly, texts }), [routes, search, readsOnly, texts])
  if (groups.length === 0) {
    return (
      <div className="console-nothing">
        <Text size="sm">{texts.routes.none}</Text>
        {readsOnly ? (
          <Text size="sm" c="dimmed">
            {texts.routes.noneText}
          </Text>
        ) : null}
      </div>
    )
  }
  return groups.map(({ group, routes: matches }) => (
    <section key={group} aria-label={texts.groups[group] ?? group}>
      <h2 className="console-group note">{texts.groups[group] ?? group}</h2>
      {matches.map((route) => (
        <UnstyledButton
          key={route.id}
          className="console-route hoverable ring-inside"
          title={route.path}
          onClick={() => pick(route)}
          {...(route.id === draft?.route?.id ? { 'aria-current': 'true' } : {})}
        >
          <span className="block text-13 cut">{routeTitle(route, texts)}</span>
          <span className="console-route-path block cut">
            <MethodMark method={route.method} effect={route.effect} /> {shortPath(route.path)}
          </span>
        </UnstyledButton>
      ))}
    </section>
  ))
}

const colors: Readonly<Record<Route['effect'], string>> = {
  reads: 'status-resolved',
  writes: 'status-pending',
  destroys: 'outcome-invalida',
}
/** The method of a call, coloured by its effect. The word beside it means the same. */
export function MethodMark({ method, effect }: { readonly method: CallMethod; readonly effect: Route['effect'] }) {
  return (
    <span className="console-method strong" style={{ color: `var(--${colors[effect]})` }}>
      {method}
    </span>
  )
}

/** A path without the part that is the same for every path of an account. */
export function shortPath(path: string): string {
  return path.replace(/^\/api\/(v\d+)\/accounts\/(?:\d+|\{account_id\})(?=\/)/, (_, version: string) =>
    version === 'v1' ? '' : `/${version}`,
  )
}

/** What a route does, in words. */
export function routeTitle({ id, path }: Route, texts: Messages['console']): string {
  return texts.routes.titles[id] ?? shortPath(path)
}

const methodOrder = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

/**
 * The routes with all of these words in title, path or group, by group in the order of the catalogue. Routes that read
 * come before those that write.
 */
function routeGroups(
  routes: readonly Route[],
  { search, readsOnly, texts }: { search: string; readsOnly: boolean; texts: Messages['console'] },
): { group: string; routes: readonly Route[] }[] {
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    if (readsOnly && route.effect !== 'reads') continue
    const words = `${texts.groups[route.group]} ${routeTitle(route, texts)} ${route.method} ${route.path}`
    if (!hasWords(words, search)) continue
    groups.set(route.group, [...(groups.get(route.group) ?? []), route])
  }
  const rank = ({ effect, method }: Route) => (effect === 'reads' ? 0 : 10) + methodOrder.indexOf(method)
  return [...groups].map(([group, ofGroup]) => ({
    group,
    routes: ofGroup.toSorted((one, other) => rank(one) - rank(other)),
  }))
}

export function callsWith(calls: readonly ConsoleCall[], search: string, texts: Messages['console']): ConsoleCall[] {
  return calls.filter(({ method, path, query, status, route }) => {
    const title = texts.routes.titles[route] ?? ''
    return hasWords(`${method} ${path} ${query.flat().join(' ')} ${status ?? ''} ${title}`, search)
  })
}

/** The status of a call: green for done, amber for refused, red for a server error or no answer. */
export function StatusMark({ call: { status } }: { readonly call: ConsoleCall }) {
  const { noAnswer } = useMessages().console.answer
  const refused = (status ?? 500) >= 400 ? 'status-pending' : 'status-open'
  const color = (status ?? 500) >= 500 ? 'outcome-invalida' : refused
  return (
    <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
      {status ?? noAnswer}
    </Mark>
  )
}

/** The duration of a call: 240 ms, 3,2 s. */
export function timeWords(ms: number, texts: Messages['console']['answer'], format: Format): string {
  return ms < 10_000 ? texts.ms(ms) : texts.seconds(format.number(Math.round(ms / 1000)))
}
