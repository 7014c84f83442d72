import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconMoon, IconSun } from '@tabler/icons-react'

export const useThemeSwitch = () => {
  const { t } = useLingui()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('dark') === 'dark'
  return {
    isDark,
    label: isDark ? t`Switch to the light theme` : t`Switch to the dark theme`,
    run: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}

export function ThemeToggle() {
  const { isDark, label, run } = useThemeSwitch()
  return (
    <ActionIcon onClick={run} aria-label={label} title={label}>
      {isDark ? <IconMoon size={17} aria-hidden /> : <IconSun size={17} aria-hidden />}
    </ActionIcon>
  )
}
