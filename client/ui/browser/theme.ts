import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core'

/** The same key as in public/start.js, which sets the theme before this module loads. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'tenderbook.theme' })

const dark: MantineColorsTuple = [
  '#c9cdd6',
  '#a6adbb',
  '#8d95a5',
  '#6b7280',
  '#3a3f4a',
  '#2f333c',
  '#23262e',
  '#181a1f',
  '#14161a',
  '#0f1114',
]

export const theme = createTheme({
  fontFamily: "'Inter', system-ui, sans-serif",
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  colors: { dark },
  defaultRadius: 5,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 30 } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.6 },
        padding: 'md',
        yOffset: 44,
      },
    },
    Drawer: {
      defaultProps: {
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    // Without the placeholder, the first item takes the focus, and the menu contains only items.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 80 },
        position: 'bottom-end',
        withinPortal: true,
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
    Select: {
      defaultProps: { comboboxProps: { transitionProps: { duration: 80 } }, allowDeselect: false },
    },
  },
})
