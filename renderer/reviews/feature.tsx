import { notifications } from '@mantine/notifications'
import { type Feature, lazyComponent, useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { messagesNow } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { ReviewerField } from './reviewer-field.tsx'
import { createTeams, type Teams } from './team.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** What is done with reviews. With `set` how far two reviews of the same entries agree. */
    packages: { connection: string; set?: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    reviews: Teams & {
      /** Opens a colleague's review package that was dropped on the window: it waits for its passphrase. */
      dropPackage(file: File): void
    }
  }
  interface Slots {
    /** Who reviews here. */
    reviewerField: object
    /** The pictures of one form's entries, or of those of every kept form. */
    entryPictures: { readonly connection: string; readonly form: number | null }
  }
}

const TeamScreen = lazyComponent(async () => (await import('./team-screen.tsx')).TeamScreen)
const AgreementScreen = lazyComponent(async () => (await import('./agreement-screen.tsx')).AgreementScreen)
const FiguresScreen = lazyComponent(async () => (await import('./figures-screen.tsx')).FiguresScreen)
const AllFiguresScreen = lazyComponent(async () => (await import('./figures-screen.tsx')).AllFiguresScreen)

export const reviewsFeature: Feature<'reviews'> = {
  service: 'forms',
  create({ ask, bridge, navigation, feature }) {
    const teams = createTeams({ ask, bridge })
    return {
      offer: {
        ...teams,
        dropPackage(file) {
          const account = feature('connections').inUse('forms')
          if (!account) {
            notifications.show({ message: messagesNow().reviews.drop.noForms, autoClose: 8000 })
            return
          }
          teams.of(account.id).packages.getState().choose(file)
          navigation.getState().go({ screen: 'packages', connection: account.id })
        },
      },
      reloads: {
        forms: teams.reload,
        entries: teams.reload,
        reviews: () => Promise.all([teams.reload(), teams.reviewer.getState().load()]),
      },
      reset: teams.forget,
    }
  },
  screens: {
    packages: {
      area: 'forms',
      service: 'forms',
      ofConnection: Packages,
      inConnection: (_, connection) =>
        connection === undefined ? { screen: 'forms' } : { screen: 'packages', connection },
      help: ['formulários', 'formulário', 'captação'],
      guide: 'removal',
    },
  },
  slots: { reviewerField: Reviewer, entryPictures: EntryPictures },
}

/** Reviewing together, or how far two reviews agree. */
function Packages({ place: { connection, set } }: { readonly place: PlaceOf<'packages'> }) {
  const { of, reviewer } = useFeature('reviews')
  const { now } = useApp()
  const { go, goInstead } = useNavigation()
  const team = of(connection)
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
      reviewer={reviewer}
      now={now}
      onEntries={() => go({ screen: 'entries', connection })}
      onReview={(blind) => go({ screen: 'entries', connection, set: blind })}
      onAgreement={(blind) => go({ screen: 'packages', connection, set: blind })}
    />
  )
}

function Reviewer() {
  return <ReviewerField store={useFeature('reviews').reviewer} />
}

function EntryPictures({ connection, form }: { readonly connection: string; readonly form: number | null }) {
  const store = useFeature('reviews').figuresOf({ connection, formId: form })
  const { now } = useApp()
  const { goInstead } = useNavigation()
  if (form !== null) return <FiguresScreen store={store} now={now} />
  return <AllFiguresScreen store={store} now={now} onBack={() => goInstead({ screen: 'entries', connection })} />
}
