import { IconForms, IconPlugConnected } from '@tabler/icons-react'
import type { ServiceKind } from '../../preload/contract/connections.ts'
import { useNavigation } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Instead of every screen of a service while there is no connection to one. */
export function NoConnection({ service }: { readonly service: ServiceKind }) {
  const { connections, forms } = useMessages()
  const { go } = useNavigation()
  if (service === 'platform') {
    const { title, text, connect } = connections.noPlatform
    return (
      <EmptyState
        icon={<IconPlugConnected size={32} stroke={1.5} />}
        title={title}
        text={text}
        action={{ label: connect, onClick: () => go({ screen: 'connections', create: true }) }}
      />
    )
  }
  return (
    <>
      <PageHeader title={forms.title} />
      <EmptyState
        icon={<IconForms size={32} stroke={1.5} />}
        title={forms.noConnection}
        text={forms.noConnectionText}
        action={{ label: forms.connect, onClick: () => go({ screen: 'connections', create: true, service: 'forms' }) }}
      />
    </>
  )
}
