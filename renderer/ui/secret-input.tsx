import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTexts } from './texts.tsx'

/** A field for a passphrase or a token: hidden until the person wants to see it. */
export function SecretInput(props: PasswordInputProps) {
  const { showSecret } = useTexts().common
  // Mantine removes the button from the Tab order.
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': showSecret, tabIndex: 0 }} {...props} />
}
