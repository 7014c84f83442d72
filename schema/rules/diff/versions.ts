import type { ProjectVersion } from '../../entities/history.ts'
import type { MessageCode } from '../../tables/messages.ts'

type Version = Pick<ProjectVersion, 'projectId' | 'version' | 'isCurrent'>

/** Compares names of versions without case and outer spaces. */
const sameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Returns why a project cannot get a new version with this name; null = it can. `versions` are all
 * versions of the project's lineage. A newer version is reported before a taken name.
 */
export function versionProblem(
  name: string,
  projectId: string,
  versions: readonly Version[],
): Extract<MessageCode, 'VERSION_TOO_OLD' | 'VERSION_NOT_UNIQUE'> | null {
  if (versions.some((version) => version.isCurrent && version.projectId !== projectId))
    return 'VERSION_TOO_OLD'
  return versions.some((version) => sameName(version.version, name)) ? 'VERSION_NOT_UNIQUE' : null
}

const counted = (name: string): string => {
  if (!/\d/.test(name)) return name === '' ? '2' : `${name} 2`
  return name.replace(/\d+(?=\D*$)/, (digits) =>
    String(BigInt(digits) + 1n).padStart(digits.length, '0'),
  )
}

/** Suggests an unused name for the next version by counting up the last number in `name`. */
export function nextVersionName(
  name: string,
  versions: readonly Pick<Version, 'version'>[],
): string {
  let next = counted(name.trim())
  while (versions.some(({ version }) => sameName(version, next))) next = counted(next)
  return next
}
