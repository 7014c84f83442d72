import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconCloudOff, IconVersions } from '@tabler/icons-react'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import type { VersionRefusal } from './use-other-version.ts'

interface MissingVersionProps {
  refusal: VersionRefusal
  /** Null = its name is unknown. */
  version: string | null
  onRetry?: () => void
}

/** Why the other version cannot be compared. */
export function MissingVersion({ refusal, version, onRetry }: MissingVersionProps) {
  const { t } = useLingui()
  const name = version === null ? t`The compared version` : t`Version ${version}`
  return (
    <EmptyState
      icon={<IconVersions size={20} />}
      title={`${name}: ${codeText(refusal)}`}
      action={
        refusal === 'version.other' &&
        onRetry !== undefined && (
          <Button variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {refusal === 'version.401' ? (
        <Trans>Ask the owner of that version for access.</Trans>
      ) : (
        <Trans>Choose another version to compare with.</Trans>
      )}
    </EmptyState>
  )
}

/** The other version is not on this device, and the server cannot be reached. */
export function NotOnDevice({ version, onRetry }: { version: string; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<IconCloudOff size={20} />}
      title={t`Version ${version} is not on this device`}
      action={
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>Connect to the server once to compare with it. Afterwards it works offline.</Trans>
    </EmptyState>
  )
}
