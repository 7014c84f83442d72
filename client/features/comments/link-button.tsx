import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconLink } from '@tabler/icons-react'
import { copyLink } from '#client/ui/browser/copy-link.ts'

/** Copies the link to a comment. */
export function LinkButton({ path }: { path: string }) {
  const { t } = useLingui()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={t`Copy link`}
      title={t`Copy link to this comment`}
      onClick={() => copyLink(path)}
    >
      <IconLink size={14} aria-hidden />
    </ActionIcon>
  )
}
