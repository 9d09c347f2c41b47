import { IconForms } from '@tabler/icons-react'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Instead of every screen of the form service while there is no connection to one. */
export function NoFormsConnection({ onConnect }: { readonly onConnect: () => void }) {
  const texts = useMessages().forms
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState
        icon={<IconForms size={32} stroke={1.5} />}
        title={texts.noConnection}
        text={texts.noConnectionText}
        action={{ label: texts.connect, onClick: onConnect }}
      />
    </>
  )
}
