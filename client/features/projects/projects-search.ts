import { PROJECT_STATES, type ProjectState } from '#schema/entities/project.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'

export const PROJECT_SORTS = ['updated', 'name', 'deadline', 'created', 'weight'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

/** Search parameters of the project list. */
export interface ProjectsSearch {
  state?: ProjectState
  q?: string
  sort?: ProjectSort
  favorites?: true
}

export const parseProjectsSearch = (search: Record<string, unknown>): ProjectsSearch => {
  const state = PROJECT_STATES.find((known) => known === search.state)
  const sort = PROJECT_SORTS.find((known) => known === search.sort)
  return {
    ...(state === undefined ? {} : { state }),
    ...(sort === undefined ? {} : { sort }),
    ...(typeof search.q === 'string' && search.q !== '' ? { q: search.q } : {}),
    ...(search.favorites === true ? { favorites: true } : {}),
  }
}

const ORDERS: { [S in ProjectSort]: (a: ProjectSummary, b: ProjectSummary) => number } = {
  updated: (a, b) => b.updatedOn - a.updatedOn,
  created: (a, b) => b.createdOn - a.createdOn,
  name: (a, b) => a.name.localeCompare(b.name),
  deadline: (a, b) => (a.deadlineAt ?? Infinity) - (b.deadlineAt ?? Infinity),
  weight: (a, b) => (b.weight ?? -1) - (a.weight ?? -1),
}

/** The projects that match, in the chosen order, favourites first. */
export const findProjects = (
  projects: readonly ProjectSummary[],
  search: ProjectsSearch,
): ProjectSummary[] => {
  const words = (search.q ?? '')
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const textOf = (project: ProjectSummary) =>
    [project.name, project.version, project.ownerName, ...project.tags]
      .join(' ')
      .toLocaleLowerCase()
  return projects
    .filter(
      (project) =>
        (search.state === undefined || project.state === search.state) &&
        (search.favorites === undefined || project.favorite),
    )
    .filter((project) => words.every((word) => textOf(project).includes(word)))
    .toSorted(
      (a, b) => Number(b.favorite) - Number(a.favorite) || ORDERS[search.sort ?? 'updated'](a, b),
    )
}
