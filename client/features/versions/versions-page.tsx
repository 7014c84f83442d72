import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconLock, IconVersions } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ProjectVersion } from '#schema/entities/history.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { type ReadVersions, useVersions } from '#client/lib/project-versions.ts'
import { patchSearch } from '#client/lib/route-links.ts'
import { exactText } from '#client/lib/time-text.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { RemotePart } from '#client/ui/pages/remote-part.tsx'
import { Compare } from './compare.tsx'
import { MissingVersion } from './missing-version.tsx'
import { VersionList } from './version-list.tsx'
import { parseVersionsSearch, type VersionsSearch } from './versions-search.ts'
import classes from './versions-page.module.css'

/** The versions of a project and what differs between two of them. */
export function VersionsPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const { actor } = useProjectState(projectId)
  const title = t`Versions`
  if (actor === undefined) return null
  if (!actor.permissions.includes('PROJECT_VERSIONS_BROWSE'))
    return (
      <Page title={title}>
        <EmptyState icon={<IconLock size={20} />} title={t`You may not see the versions`}>
          <Trans>Ask the owner of the project for a role that may.</Trans>
        </EmptyState>
      </Page>
    )
  return (
    <Page title={title} isFlush>
      <AllVersions projectId={projectId} isVendor={actor.relation === 'vendor'} />
    </Page>
  )
}

interface AllVersionsProps {
  projectId: string
  isVendor: boolean
}

function AllVersions(props: AllVersionsProps) {
  const remote = useVersions(props.projectId)
  return (
    <RemotePart remote={remote}>
      {(read) => <Versions {...props} read={read} onRetry={remote.reload} />}
    </RemotePart>
  )
}

/** The version before the open one, or else the one after it. */
const neighbourOf = (
  projectId: string,
  versions: readonly ProjectVersion[],
): string | undefined => {
  const at = versions.findIndex((version) => version.projectId === projectId)
  return (versions[at + 1] ?? versions[at - 1])?.projectId
}

interface VersionsProps extends AllVersionsProps {
  read: ReadVersions
  onRetry: () => void
}

function Versions({ projectId, isVendor, read, onRetry }: VersionsProps) {
  const { t } = useLingui()
  const [search, setSearch] = useVersionsSearch()
  const { items, readOn } = read
  const [kept, keep] = useLocalSetting<string | null>(`projects.${projectId}.compared`, null)
  const own = items.find((version) => version.projectId === projectId)
  if (items.length < 2 || own === undefined)
    return (
      <EmptyState icon={<IconVersions size={20} />} title={t`This is the first version`}>
        {isVendor ? (
          <Trans>If the requestor creates a new version, you can compare it with this one.</Trans>
        ) : (
          <Trans>
            Create a new version from a project in evaluation or a closed one. This version is then
            archived, and you can compare the two here.
          </Trans>
        )}
      </EmptyState>
    )
  const isListed = (id: string | null | undefined) =>
    items.some((version) => version.projectId === id && id !== projectId)
  const comparedId =
    search.with ?? (isListed(kept) ? kept : null) ?? neighbourOf(projectId, items) ?? null
  const compared = items.find((version) => version.projectId === comparedId)
  const compare = (id: string) => {
    keep(id)
    setSearch({ ...search, with: id })
  }
  return (
    <>
      {readOn !== null && <CopyNote readOn={readOn} onRetry={onRetry} />}
      <div className={classes.list}>
        <VersionList
          projectId={projectId}
          versions={items}
          comparedId={comparedId}
          onCompare={compare}
        />
      </div>
      {compared === undefined || compared === own ? (
        <MissingVersion refusal="version.404" version={null} />
      ) : (
        <Compare
          key={compared.projectId}
          own={own}
          other={compared}
          isOtherOlder={items.indexOf(compared) > items.indexOf(own)}
          search={search}
          setSearch={setSearch}
        />
      )}
    </>
  )
}

/** The comparison in the address. */
const useVersionsSearch = (): [VersionsSearch, (next: VersionsSearch) => void] => {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { with: compared, show } = parseVersionsSearch(raw)
  const search = useMemo(
    () => ({
      ...(compared === undefined ? {} : { with: compared }),
      ...(show === undefined ? {} : { show }),
    }),
    [compared, show],
  )
  const setSearch = (next: VersionsSearch) =>
    void navigate({
      to: '.',
      search: patchSearch({ with: next.with, show: next.show }),
      replace: true,
      resetScroll: false,
    })
  return [search, setSearch]
}

/** Tells that the list is the one that the device has. */
function CopyNote({ readOn, onRetry }: { readOn: number; onRetry: () => void }) {
  const { t } = useLingui()
  const time = exactText(readOn)
  return (
    <div className={classes.note} role="note">
      <span>
        <Trans>
          The server cannot be reached. These are the versions that this device read on {time}.
        </Trans>
      </span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>{t`Try again`}</Button>
    </div>
  )
}
