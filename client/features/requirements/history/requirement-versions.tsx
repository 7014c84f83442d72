import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { RequirementVersion } from '#schema/api/projects-service/versions.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { versionCalls } from '#client/lib/project-versions.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { STATE_NAMES } from '#client/lib/state-names.ts'
import { useRemote } from '#client/lib/use-remote.ts'
import { ContentText } from '#client/ui/elements/content-text.tsx'
import { WordDifference } from '#client/ui/elements/word-difference.tsx'
import { RemotePart } from '#client/ui/pages/remote-part.tsx'
import { versionDifferences } from './version-differences.ts'
import classes from './history.module.css'

/** What the requirement was in other versions of the project, newest first. */
export function RequirementVersions({ requirement }: { requirement: Requirement }) {
  const { id } = requirement
  const remote = useRemote(id, () => versionCalls.ofRequirement({ params: { id } }))
  return (
    <RemotePart remote={remote}>
      {(versions) => {
        const others = versions.filter(({ projectId }) => projectId !== requirement.projectId)
        return others.length === 0 ? (
          <p role="status">
            <Trans>No other version of the project has this requirement.</Trans>
          </p>
        ) : (
          <ul>
            {others.map((other) => (
              <OtherVersion key={other.projectId} other={other} own={requirement} />
            ))}
          </ul>
        )
      }}
    </RemotePart>
  )
}

function OtherVersion({ other, own }: { other: RequirementVersion; own: Requirement }) {
  const { i18n } = useLingui()
  const { projectId, documentId, requirementId, fullId, version, state } = other
  const differences = useMemo(() => versionDifferences(other, own), [other, own])
  return (
    <li>
      <h4>
        <Link {...requirementLink({ projectId, documentId }, { id: requirementId, fullId })}>
          <Trans>Version {version}</Trans>
        </Link>
        {' · '}
        {i18n._(STATE_NAMES[state])}
      </h4>
      {differences.length === 0 ? (
        <p className={classes.note}>
          <Trans>The same as in this version.</Trans>
        </p>
      ) : (
        <dl>
          {differences.map(({ key, label, before, after }) => (
            <Difference key={key} label={label} before={before} after={after} />
          ))}
        </dl>
      )}
    </li>
  )
}

function Difference({ label, before, after }: { label: string; before: string; after: string }) {
  const { t } = useLingui()
  return (
    <>
      <dt>{label}</dt>
      <dd className={classes.words}>
        {before === after ? (
          t`changed`
        ) : (
          <ContentText>
            <WordDifference before={before} after={after} />
          </ContentText>
        )}
      </dd>
    </>
  )
}
