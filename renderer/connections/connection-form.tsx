import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Connection, ConnectionDraft, ServiceKind } from '../../preload/contract/connections.ts'
import { longestName } from '../../preload/values/names.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { SecretInput } from '../ui/secret-input.tsx'
import {
  type DraftFields,
  type DraftProblem,
  draftOf,
  draftProblems,
  draftToSend,
  emptyDraft,
  tidyAddress,
} from './draft.ts'

export interface ConnectionFormProps {
  /** Undefined for a new one. */
  readonly connection: Connection | undefined
  readonly service: ServiceKind
  /** Known values that a new connection starts with. */
  readonly begin: DraftFields | undefined
  readonly focus: 'name' | 'secret' | undefined
  readonly working: boolean
  /** Resolves to whether it was saved. */
  readonly onSave: (draft: ConnectionDraft) => Promise<boolean>
  readonly onClose: () => void
}

/** The fields of a connection. The secret leaves the field, and this page, when it is sent. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { connection, service, begin, focus, working, onSave, onClose } = props
  const { closeCheck } = useFeature('connections').store.getState()
  const { connections, common } = useMessages()
  const texts = connections.form
  // The draft that is kept does not include the secret.
  const form = useDraft<DraftFields>(
    `connection ${connection?.id ?? `${service} ${begin?.name ?? ''}`}`,
    connection ? draftOf(connection) : (begin ?? emptyDraft(service)),
  )
  const { draft: fields, change: setFields } = form
  const [secret, setSecret] = useState('')
  const [tried, setTried] = useState(false)
  const [accountInAddress, setFound] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  const first = useFirstField()
  const stored = connection?.has_secret ?? false
  const problems = draftProblems(fields, { typed: secret.trim() !== '', stored: stored ? (connection ?? null) : null })
  const sentence = (problem: DraftProblem | undefined) => (tried && problem ? texts[problem] : null)
  const platform = fields.service === 'platform'

  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length > 0) {
      focusFirstProblem(element.current)
      return
    }
    const draft = draftToSend(fields, secret, connection?.id)
    setSecret('')
    setTried(false)
    void form.submit(() => onSave(draft))
  }
  const tidy = () => {
    const tidied = tidyAddress(fields.service, fields.address)
    const account = tidied.account ?? fields.account
    if (tidied.address !== fields.address || account !== fields.account) {
      setFields({ ...fields, address: tidied.address, account })
    }
    setFound(tidied.account)
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        {connection ? null : (
          <ServiceChoice service={fields.service} onChange={(service) => setFields({ ...fields, service })} />
        )}
        <TextInput
          label={common.fields.name}
          description={texts.nameHint}
          required
          value={fields.name}
          autoComplete="off"
          maxLength={longestName}
          ref={focus === 'name' ? first : null}
          error={sentence(problems.name)}
          onChange={(event) => setFields({ ...fields, name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.address}
          description={platform ? texts.platformAddressHint : texts.formsAddressHint}
          placeholder={platform ? texts.platformAddressExample : texts.formsAddressExample}
          required
          type="url"
          value={fields.address}
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          error={sentence(problems.address) ?? eagerAddressProblem(problems.address, fields.address, texts)}
          onChange={(event) => setFields({ ...fields, address: event.currentTarget.value })}
          onBlur={tidy}
        />
        {platform ? (
          <PlatformFields
            fields={fields}
            accountInAddress={accountInAddress}
            sentence={sentence}
            problems={problems}
            onChange={setFields}
          />
        ) : null}
        <SecretInput
          label={texts.secret}
          description={[
            platform ? texts.tokenHint : texts.apiKeyHint,
            ...(stored && problems.secret === undefined ? [texts.secretKept] : []),
          ].join(' ')}
          required={!stored}
          value={secret}
          autoComplete="off"
          spellCheck={false}
          maxLength={4096}
          ref={focus === 'secret' ? first : null}
          error={sentence(problems.secret)}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button type="submit" size="sm" loading={working}>
            {texts.save}
          </Button>
          {working ? (
            <Button variant="default" size="sm" onClick={closeCheck}>
              {common.stop}
            </Button>
          ) : (
            <Button
              variant="default"
              size="sm"
              onClick={() => {
                form.discard()
                onClose()
              }}
            >
              {common.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function ServiceChoice(props: { readonly service: ServiceKind; readonly onChange: (service: ServiceKind) => void }) {
  const texts = useMessages().connections
  return (
    <div>
      <Text size="sm" fw={500} mb={4} id="connection-service">
        {texts.form.service}
      </Text>
      <SegmentedControl
        aria-labelledby="connection-service"
        fullWidth
        size="sm"
        value={props.service}
        onChange={props.onChange}
        data={[
          { value: 'platform', label: texts.services.platform },
          { value: 'forms', label: texts.services.forms },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {texts.serviceHints[props.service]}
      </Text>
    </div>
  )
}

interface PlatformFieldsProps {
  readonly fields: DraftFields
  /** The account in a pasted address. */
  readonly accountInAddress: string | undefined
  readonly problems: ReturnType<typeof draftProblems>
  readonly sentence: (problem: DraftProblem | undefined) => ReactNode
  readonly onChange: (fields: DraftFields) => void
}

function PlatformFields({ fields, accountInAddress, problems, sentence, onChange }: PlatformFieldsProps) {
  const texts = useMessages().connections.form
  const recognised = accountInAddress !== undefined && accountInAddress === fields.account
  return (
    <>
      <TextInput
        label={texts.account}
        description={recognised ? texts.accountFound(Number(accountInAddress)) : texts.accountHint}
        required
        inputMode="numeric"
        value={fields.account}
        autoComplete="off"
        maxLength={15}
        error={sentence(problems.account)}
        onChange={(event) => onChange({ ...fields, account: event.currentTarget.value })}
      />
      <TextInput
        label={texts.brand}
        description={texts.brandHint}
        required
        value={fields.brand}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestName}
        error={sentence(problems.brand)}
        onChange={(event) => onChange({ ...fields, brand: event.currentTarget.value })}
      />
      <TextInput
        label={texts.beta}
        description={texts.betaHint}
        type="url"
        value={fields.beta}
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        error={sentence(problems.beta) ?? eagerAddressProblem(problems.beta, fields.beta, texts)}
        onChange={(event) => onChange({ ...fields, beta: event.currentTarget.value })}
        onBlur={() => {
          const beta = tidyAddress('platform', fields.beta).address
          if (beta !== fields.beta) onChange({ ...fields, beta })
        }}
      />
    </>
  )
}

/** An insecure address is reported beside the field at once, not only on save. */
function eagerAddressProblem(
  problem: DraftProblem | undefined,
  address: string,
  texts: { readonly addressNotSecure: string },
): string | null {
  return problem === 'addressNotSecure' && /^\w+:\/\/./.test(address.trim()) ? texts.addressNotSecure : null
}

/** Focuses the first field a frame after the form is rendered: the menu that opened it first returns the focus. */
function useFirstField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return field
}

/** Focuses the first field with a problem, after the sentences are rendered. */
function focusFirstProblem(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
