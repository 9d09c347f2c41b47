import { lazy } from 'react'
import type { Place } from './navigation.ts'
import { useStores } from './stores-context.tsx'

const TeamScreen = lazy(async () => ({ default: (await import('./reviews/team-screen.tsx')).TeamScreen }))
const AgreementScreen = lazy(async () => ({
  default: (await import('./reviews/agreement-screen.tsx')).AgreementScreen,
}))
const FiguresScreen = lazy(async () => ({ default: (await import('./reviews/figures-screen.tsx')).FiguresScreen }))
const AllFiguresScreen = lazy(async () => ({
  default: (await import('./reviews/figures-screen.tsx')).AllFiguresScreen,
}))

/** Reviewing together, or how far two reviews agree. */
export function PackagesOfPlace({ place }: { readonly place: Extract<Place, { readonly screen: 'packages' }> }) {
  const stores = useStores()
  const { go, goInstead } = stores.navigation.getState()
  const { connection, set } = place
  const team = stores.teams.of(connection)
  if (set !== undefined) {
    return (
      <AgreementScreen
        key={set}
        team={team}
        set={set}
        onEntry={(entry) => go({ screen: 'entries', connection, entry })}
        onBack={() => goInstead({ screen: 'packages', connection })}
      />
    )
  }
  return (
    <TeamScreen
      key={connection}
      team={team}
      reviewer={stores.teams.reviewer}
      now={Date.now}
      onEntries={() => go({ screen: 'entries', connection })}
      onReview={(blind) => go({ screen: 'entries', connection, set: blind })}
      onAgreement={(blind) => go({ screen: 'packages', connection, set: blind })}
    />
  )
}

/** The pictures of one form's entries, for the tab of its screen. */
export function PicturesOfForm({ connection, id }: { readonly connection: string; readonly id: number }) {
  const { teams } = useStores()
  return <FiguresScreen store={teams.figuresOf({ connection, formId: id })} now={Date.now} />
}

/** The pictures of the entries of every kept form. */
export function PicturesOfAll({ connection }: { readonly connection: string }) {
  const { teams, navigation } = useStores()
  return (
    <AllFiguresScreen
      store={teams.figuresOf({ connection, formId: null })}
      now={Date.now}
      onBack={() => navigation.getState().goInstead({ screen: 'entries', connection })}
    />
  )
}
