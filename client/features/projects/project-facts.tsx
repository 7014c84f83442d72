import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { formatDate } from '#schema/rules/format.ts'
import { CheckReceiptsButton } from './check-receipts-button.tsx'
import classes from './project-detail-page.module.css'
import { openKeptDialog } from '../../lib/kept-dialog.ts'
import { useVendorView } from '../../lib/vendor-view.ts'
import { languageName } from './language-names.ts'
import { STATES } from './state-names.ts'
import { useRequirementCount } from './use-progress.ts'

export function ProjectFacts({
  project,
  isVendor,
}: {
  project: ProjectSummary
  isVendor: boolean
}) {
  const { i18n, t } = useLingui()
  const requirementCount = useRequirementCount(project.id)
  const isSealable =
    project.state === 'DRAFT' || project.state === 'PREPARATION' || project.state === 'PUBLISHED'
  return (
    <section>
      <h2>
        <Trans>Details</Trans>
      </h2>
      <dl className={classes.facts}>
        <dt>
          <Trans>Status</Trans>
        </dt>
        <dd>{i18n._(STATES[project.state].name)}</dd>
        <dt>
          <Trans>Requirements</Trans>
        </dt>
        <dd>{requirementCount.toLocaleString(i18n.locale)}</dd>
        <dt>
          <Trans>Organization</Trans>
        </dt>
        <dd>{project.organizationName}</dd>
        {project.ownerName !== '' && (
          <>
            <dt>
              <Trans>Owner</Trans>
            </dt>
            <dd>{project.ownerName}</dd>
          </>
        )}
        {project.publishedOn !== null && (
          <>
            <dt>
              <Trans>Published</Trans>
            </dt>
            <dd>{formatDate(project.publishedOn)}</dd>
          </>
        )}
        {!isVendor && project.state === 'ARCHIVED' && project.archivedSealed === true && (
          <>
            <dt>
              <Trans>Answers</Trans>
            </dt>
            <dd>
              <Trans>Sealed (archived before the opening)</Trans>
            </dd>
          </>
        )}
        {!isVendor && isSealable && (
          <>
            <dt>
              <Trans>Answers</Trans>
            </dt>
            <dd>{project.sealed ? t`Sealed until Validation` : t`Visible while published`}</dd>
          </>
        )}
        {!isVendor && project.weightsPublished === true && (
          <>
            <dt>
              <Trans>Weights</Trans>
            </dt>
            <dd>
              {project.publishedOn === null
                ? t`Published with the project`
                : t`Published and locked`}
            </dd>
          </>
        )}
        {project.language != null && (
          <>
            <dt>
              <Trans>Language of the texts</Trans>
            </dt>
            <dd>{languageName(project.language, i18n.locale)}</dd>
          </>
        )}
        {project.tags.length > 0 && (
          <>
            <dt>
              <Trans>Tags</Trans>
            </dt>
            <dd>{project.tags.join(', ')}</dd>
          </>
        )}
        <dt>
          <Trans>Created</Trans>
        </dt>
        <dd>{formatDate(project.createdOn)}</dd>
      </dl>
      <FactButtons project={project} />
    </section>
  )
}

/** What a device keeps and sends; not in the vendor view, which does neither. */
function FactButtons({ project: { id, publishedOn } }: { project: ProjectSummary }) {
  const { t } = useLingui()
  if (useVendorView()?.projectId === id) return null
  return (
    <div className={classes.factButtons}>
      <Button
        size="compact-sm"
        variant="default"
        onClick={openKeptDialog}
      >{t`Keep on this device…`}</Button>
      {publishedOn !== null && <CheckReceiptsButton projectId={id} />}
    </div>
  )
}
