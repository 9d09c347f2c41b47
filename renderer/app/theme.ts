import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  Kbd,
  type MantineColorsTuple,
  Menu,
  Modal,
  PasswordInput,
  Popover,
  Select,
  TextInput,
  Tooltip,
} from '@mantine/core'

/**
 * The only accent: a deep teal. Shade 7 fills buttons (white on it has a contrast of 6.8), 4 is text in the dark theme.
 */
const teal: MantineColorsTuple = [
  '#e8f5f3',
  '#d0e9e6',
  '#a3d5cf',
  '#7fcdc5',
  '#63c7be',
  '#2a9c93',
  '#12817a',
  '#0d6661',
  '#0b5652',
  '#084340',
]

/** Neutrals with a slight warmth, for light surfaces. Shade 6 is the dimmest that text may be. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e9e6e0',
  '#dcd8d1',
  '#c9c4bb',
  '#a39d93',
  '#68635b',
  '#514d47',
  '#35322e',
  '#211f1c',
]

/** The same warmth for the dark theme, with shades of its own: 7 is the page, 6 is a card on it. */
const dark: MantineColorsTuple = [
  '#e8e4de',
  '#c9c4bc',
  '#aaa49b',
  '#98928a',
  '#45413c',
  '#2c2a27',
  '#22201e',
  '#1a1917',
  '#141311',
  '#0e0d0c',
]

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, gray, dark },
  black: '#211f1c',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Consolas, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'md',
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '1.35' },
      h2: { fontSize: '15px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: Input.Wrapper.extend({
      styles: {
        label: { marginBottom: 2 },
        description: { fontSize: 12, lineHeight: 1.4, marginBottom: 4 },
        error: { fontSize: 12, lineHeight: 1.4, marginTop: 4 },
      },
    }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
    PasswordInput: PasswordInput.extend({ defaultProps: { size: 'sm' } }),
    Select: Select.extend({ defaultProps: { size: 'sm' } }),
    Kbd: Kbd.extend({ styles: { root: { fontFamily: 'inherit', fontWeight: 500, borderBottomWidth: 1 } } }),
    // A dropdown is rendered inside the landmark of its button, and is not clipped by a scrolling parent.
    Menu: Menu.extend({
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        transitionProps: { duration: 80 },
      },
      styles: { item: { padding: '6px 10px' }, label: { padding: '6px 10px 2px' } },
    }),
    Popover: Popover.extend({
      defaultProps: { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md', transitionProps: { duration: 80 } },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 80 } } }),
    ModalRoot: Modal.Root.extend({ defaultProps: { transitionProps: { duration: 100, transition: 'fade' } } }),
    // Its head is a <header>, which would otherwise be a second banner of the page.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'presentation' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'presentation' } }),
    ModalOverlay: Modal.Overlay.extend({ defaultProps: { backgroundOpacity: 0.4 } }),
  },
})

/** The theme that the page came with (main/hosts/starting-page.ts), until main has answered. */
export function startingScheme(): 'light' | 'dark' | 'auto' {
  const chosen = document.documentElement.dataset.mantineColorScheme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

/** Replaces the shades of Mantine whose contrast would be below 4.5 on our surfaces. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--surface-raised)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-placeholder': '#746e66',
    '--mantine-color-error': 'var(--outcome-invalida)',
    '--mantine-color-anchor': 'var(--accent)',
  },
  dark: {
    '--mantine-color-body': 'var(--surface-raised)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-placeholder': '#98928a',
    '--mantine-color-error': 'var(--outcome-invalida)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-teal-text': 'var(--accent)',
    '--mantine-color-teal-light-color': '#7fcdc5',
    '--mantine-color-teal-outline': 'var(--accent)',
  },
})
