import { SegmentedControl, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { CallMethod, Route } from '../../preload/contract/console.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { routeGroups, routeTitle, shortPath } from './call-words.ts'

export interface RouteListProps {
  readonly routes: Loadable<readonly Route[]>
  /** The id of the one that is in the form; an empty one for a path that is in no document. */
  readonly chosen: string | null
  readonly onPick: (route: Route | null) => void
  readonly onRetry: () => void
}

/** Every documented call of the service by what it is about, those that read first. */
export function RouteList({ routes, chosen, onPick, onRetry }: RouteListProps) {
  const texts = useMessages().console.routes
  const [search, setSearch] = useState('')
  const [readsOnly, setReadsOnly] = useState(true)
  return (
    <nav className="console-catalogue column" aria-label={texts.label}>
      <div className="console-catalogue-head stack">
        <TextInput
          size="xs"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
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
        <LoadableView of={routes} onRetry={onRetry}>
          {(known) => <Groups routes={known} search={search} readsOnly={readsOnly} chosen={chosen} onPick={onPick} />}
        </LoadableView>
        <UnstyledButton
          className="console-route"
          onClick={() => onPick(null)}
          {...(chosen === '' ? { 'aria-current': 'true' } : {})}
        >
          <span className="console-route-title cut">{texts.free}</span>
          <span className="console-route-path cut">{texts.freeText}</span>
        </UnstyledButton>
      </div>
    </nav>
  )
}

interface GroupsProps {
  readonly routes: readonly Route[]
  readonly search: string
  readonly readsOnly: boolean
  readonly chosen: string | null
  readonly onPick: (route: Route) => void
}

function Groups({ routes, search, readsOnly, chosen, onPick }: GroupsProps) {
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
  return groups.map(({ group, routes: found }) => (
    <section key={group} aria-label={texts.groups[group] ?? group}>
      <h2 className="console-group note">{texts.groups[group] ?? group}</h2>
      {found.map((route) => (
        <UnstyledButton
          key={route.id}
          className="console-route"
          title={route.path}
          onClick={() => onPick(route)}
          {...(route.id === chosen ? { 'aria-current': 'true' } : {})}
        >
          <span className="console-route-title cut">{routeTitle(route, texts)}</span>
          <span className="console-route-path cut">
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
