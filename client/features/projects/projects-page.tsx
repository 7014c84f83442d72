import { Button, Select, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconFolders, IconSearch, IconStar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { PROJECT_STATES } from '#schema/entities/project.ts'
import { useHome } from '../../lib/home-list.ts'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { NewProjectButton } from './new-project-button.tsx'
import { ProjectsTable } from './projects-table.tsx'
import { RestoreButton } from './restore-button.tsx'
import classes from './projects-page.module.css'
import {
  findProjects,
  PROJECT_SORTS,
  type ProjectsSearch,
  type ProjectSort,
} from './projects-search.ts'
import { STATES } from './state-names.ts'

interface ProjectsPageProps {
  search: ProjectsSearch
  setSearch: (search: ProjectsSearch) => void
}

export function ProjectsPage({ search, setSearch }: ProjectsPageProps) {
  const { t, i18n } = useLingui()
  const { projects, isLoading } = useHome()
  const found = useMemo(() => findProjects(projects, search), [projects, search])
  const count = found.length
  const sortNames: Record<ProjectSort, string> = {
    updated: t`Last changed`,
    name: t`Name`,
    deadline: t`Deadline`,
    created: t`Created`,
    weight: t`Weight`,
  }
  // Vendors never see weights, and most organizations do not use them.
  const isWeighed = search.sort === 'weight' || projects.some(({ weight }) => weight != null)
  const sorts = PROJECT_SORTS.filter((sort) => sort !== 'weight' || isWeighed)
  const change = (patch: { [K in keyof ProjectsSearch]?: ProjectsSearch[K] | undefined }) =>
    setSearch(withoutEmpty({ ...search, ...patch }))
  const createButton = <NewProjectButton />
  return (
    <Page
      title={t`Projects`}
      actions={<ProjectsActions shown={found} />}
      toolbar={
        <>
          <TextInput
            className={classes.search}
            aria-label={t`Search projects`}
            placeholder={t`Search projects`}
            leftSection={<IconSearch size={15} aria-hidden />}
            size="xs"
            value={search.q ?? ''}
            onChange={(event) => change({ q: event.currentTarget.value })}
          />
          <Select
            aria-label={t`Status`}
            size="xs"
            w="11.6em"
            value={search.state ?? 'ALL'}
            onChange={(value) => change({ state: PROJECT_STATES.find((state) => state === value) })}
            data={[
              { value: 'ALL', label: t`All projects` },
              ...PROJECT_STATES.map((state) => ({
                value: state,
                label: i18n._(STATES[state].name),
              })),
            ]}
          />
          <Select
            aria-label={t`Sort by`}
            size="xs"
            w="10.5em"
            value={search.sort ?? 'updated'}
            onChange={(value) => change({ sort: PROJECT_SORTS.find((sort) => sort === value) })}
            data={sorts.map((sort) => ({ value: sort, label: sortNames[sort] }))}
          />
          <Button
            variant={search.favorites ? 'light' : 'default'}
            aria-pressed={search.favorites ?? false}
            leftSection={<IconStar size={14} aria-hidden />}
            onClick={() => change({ favorites: search.favorites ? undefined : true })}
          >{t`Favourites`}</Button>
          <span className={classes.count} role="status">
            <Plural value={count} one="# project" other="# projects" />
          </span>
        </>
      }
      isFlush
    >
      <div className={classes.list}>
        {isLoading && projects.length === 0 ? (
          <Skeleton />
        ) : projects.length === 0 ? (
          <EmptyState
            icon={<IconFolders size={20} />}
            title={t`No projects yet`}
            action={createButton}
          >
            <Trans>
              A project contains the requirements that vendors answer. Create one to start.
            </Trans>
          </EmptyState>
        ) : count === 0 ? (
          <EmptyState
            icon={<IconSearch size={20} />}
            title={t`No projects found`}
            action={
              <Button variant="default" onClick={() => setSearch({})}>{t`Clear filters`}</Button>
            }
          >
            <Trans>Try another word or status.</Trans>
          </EmptyState>
        ) : (
          <ProjectsTable projects={found} />
        )}
      </div>
    </Page>
  )
}

function ProjectsActions({ shown }: { shown: ReturnType<typeof findProjects> }) {
  return (
    <>
      <ExportSeenButton
        read={() => import('./seen-projects.ts').then((part) => part.seenProjects(shown))}
      />
      <RestoreButton />
      <NewProjectButton />
    </>
  )
}

const withoutEmpty = (search: {
  [K in keyof ProjectsSearch]?: ProjectsSearch[K] | undefined
}): ProjectsSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  )
