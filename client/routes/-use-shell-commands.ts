import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useThemeSwitch } from '../features/shell/theme-toggle.tsx'
import type { RailSection } from '../features/shell/rail-items.ts'
import { tryNow } from '../lib/sync-status.ts'
import { copyLink } from '../ui/browser/copy-link.ts'
import { useCommand } from '../ui/keyboard/commands.ts'

interface ShellCommands {
  projectId: string | null
  rail: readonly RailSection[]
  openPalette: () => void
  openHelp: () => void
  openFeedback: () => void
  signOut: () => void
}

/** Commands available on all pages. `g` and a letter open a page. */
export const useShellCommands = ({
  projectId,
  rail,
  openPalette,
  openHelp,
  openFeedback,
  signOut,
}: ShellCommands): void => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const theme = useThemeSwitch()
  const isOffered = (href: string) =>
    rail.some((section) => section.items.some((item) => item.href === href))
  const useGoTo = (letter: string, label: string, href: string) =>
    useCommand({
      id: `go.${letter}`,
      group: t`Go to`,
      label,
      keys: `g ${letter}`,
      run: () => navigate({ to: href }),
      when: isOffered(href),
    })
  const base = `/project/${projectId ?? ''}`

  useCommand({ id: 'palette.open', label: t`Search or jump to…`, keys: 'mod+k', run: openPalette })
  useCommand({ id: 'help.open', label: t`Keyboard shortcuts`, keys: '?', run: openHelp })
  useCommand({ id: 'link.copy', label: t`Copy link to this page`, run: () => copyLink() })
  useCommand({ id: 'theme.switch', label: theme.label, run: theme.run })
  useCommand({ id: 'sync.now', label: t`Send unsent work now`, run: () => tryNow() })
  useCommand({ id: 'feedback.open', label: t`Send feedback…`, run: openFeedback })
  useCommand({
    id: 'settings.open',
    label: t`Account settings`,
    run: () =>
      navigate({ to: isOffered('/projects') ? '/settings/profile' : '/vendor/dashboard/personal' }),
  })
  useCommand({ id: 'session.sign-out', label: t`Sign out`, run: signOut })
  useGoTo('h', t`Dashboard`, '/dashboard')
  useGoTo('p', t`Projects`, isOffered('/projects') ? '/projects' : '/vendor/dashboard/projects')
  useGoTo('o', t`Project overview`, `${base}/detail`)
  useGoTo('k', t`Packages`, `${base}/packages`)
  useGoTo('d', t`Documents`, `${base}/documents`)
  useGoTo('r', t`Releases`, `${base}/releases`)
  useGoTo('e', t`Evaluation`, `${base}/evaluation-detail`)
  useGoTo('s', t`Project settings`, `${base}/settings/general`)
}
