import { projectMembers } from '#schema/api/projects-service/project-members.ts'
import { callsOf } from '../../lib/api.ts'
import { useRemote } from '../../lib/use-remote.ts'

export const memberCalls = callsOf(projectMembers)

/** The largest page of the call; it holds everyone who takes part in a project. */
const PAGE = { pageSize: 200 }
export const useMembers = (projectId: string) =>
  useRemote(
    projectId,
    async () => (await memberCalls.list({ params: { id: projectId }, body: PAGE })).items,
  )

export type Candidate = Awaited<ReturnType<typeof memberCalls.unassigned>>[number]
export const useCandidates = (projectId: string) =>
  useRemote(projectId, () => memberCalls.unassigned({ params: { id: projectId } }))

/** A person by their number, or by the address of their invitation. */
export const somebody = ({ userId, email }: { userId: number | null; email: string }) =>
  userId === null ? { email } : { userId }
