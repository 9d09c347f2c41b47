import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

export interface SearchFieldProps {
  readonly label: string
  /** Width in pixels. The default is the whole line. */
  readonly width?: number
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A field that narrows the list below it while the person types. */
export function SearchField({ label, width, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      size="xs"
      {...(width === undefined ? {} : { w: width })}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
