import type { TeamMember } from './assigned-to.ts'
import { useProjectState } from './project-store.ts'

const NOBODY: readonly TeamMember[] = []

/** The people who may own content of the project; empty for vendors. */
export const useTeam = (projectId: string): readonly TeamMember[] =>
  useProjectState(projectId).summary?.team ?? NOBODY
