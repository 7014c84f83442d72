import { Trans } from '@lingui/react/macro'
import type { Release } from '#schema/entities/project.ts'
import type { Lens } from '#schema/rules/evaluation/evaluation.ts'

export function LensName({ lens, releases }: { lens: Lens; releases: readonly Release[] }) {
  if (lens.kind === 'all') return <Trans>All commitments count, whatever their release</Trans>
  const version =
    releases.find((release) => release.number === lens.release)?.version ?? String(lens.release)
  return (
    <Trans>
      As of release {version}: later and unplanned commitments count only as the rules say
    </Trans>
  )
}
