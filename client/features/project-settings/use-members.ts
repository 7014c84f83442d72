import { projectMembers } from '#schema/api/projects-service/project-members.ts'
import { callsOf } from '../../lib/api.ts'
import { useRemote } from '../../lib/use-remote.ts'

export const projectMemberCalls = callsOf(projectMembers)

/** The largest page size of the call; it covers every member of a project. */
const PAGE = { pageSize: 200 }
export const useMembers = (projectId: string) =>
  useRemote(
    projectId,
    async () => (await projectMemberCalls.list({ params: { id: projectId }, body: PAGE })).items,
  )

export type Candidate = Awaited<ReturnType<typeof projectMemberCalls.unassigned>>[number]
export const useCandidates = (projectId: string) =>
  useRemote(projectId, () => projectMemberCalls.unassigned({ params: { id: projectId } }))

/** Identifies a person in a call: by user id, or by the e-mail address of their invitation. */
export const somebody = ({ userId, email }: { userId: number | null; email: string }) =>
  userId === null ? { email } : { userId }
