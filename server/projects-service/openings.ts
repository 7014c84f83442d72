import type { OpeningState, openings } from '#schema/api/projects-service/openings.ts'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { projectDenial, type ProjectScopedAction } from '#schema/rules/access/access-project.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { isOpeningEarly } from '#schema/rules/project/opening.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { changeProject } from '../commands/execute.ts'
import type { ProjectUnit } from '../commands/project-unit.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import {
  endOpeningRequest,
  findOpeningRequest,
  keepOpeningRequest,
} from '../database/projects/opening-requests.ts'
import { requireOwnPassword } from '../identity/credentials.ts'
import { requireOtp } from '../identity/second-factor.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { projectUrl } from '../commands/moves/mail-opening.ts'
import { openEarly } from '../commands/moves/move-project.ts'
import { openProject, requireSummary } from './open-project.ts'
import { findAsker, readConfirmers } from './opening-people.ts'

type LiveRequest = NonNullable<OpeningState['request']>

/**
 * The request if it can still be confirmed: not expired, made by the current owner, and the answers
 * are sealed.
 */
export const findLiveOpening = async (
  tx: Queries,
  project: Project,
  now: number,
): Promise<LiveRequest | null> => {
  const stored = await findOpeningRequest(tx, project.id)
  if (stored === null || stored.expires_on <= now || !isOpeningEarly(project, now)) return null
  const askedBy = await findAsker(tx, project, stored.asked_by)
  return askedBy === null
    ? null
    : {
        id: stored.id,
        reason: stored.reason,
        askedBy,
        askedOn: stored.asked_on,
        expiresOn: stored.expires_on,
      }
}

const readState = async (tx: Queries, project: Project, now: number): Promise<OpeningState> => ({
  request: await findLiveOpening(tx, project, now),
  confirmers: (await readConfirmers(tx, project)).map(({ id, name }) => ({ id, name })),
})

interface Change {
  tx: Queries
  unit: ProjectUnit
  actor: ProjectActor
  project: Project
}

/** Runs `work` in one transaction, if the person may do `action` and the answers are sealed. */
const change = async (
  context: SignedInContext,
  { projectId, action }: { projectId: string; action: ProjectScopedAction },
  work: (change: Change) => Promise<void>,
): Promise<void> => {
  const { person, services } = context
  await services.moveDueProjects()
  await changeProject(
    context.commands,
    { userId: person.userId, projectId },
    async (unit, actor, tx) => {
      const project = await unit.rows.get('project', projectId)
      if (project === undefined) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
      refuse(projectDenial({ person, inProject: actor }, action, { project }))
      if (!project.sealed) throw new Refusal('STATE_FORBIDS')
      await work({ tx, unit, actor, project })
    },
  )
}

const requireReader = async (context: SignedInContext, projectId: string) => {
  const opened = await openProject(context, projectId)
  refuse(
    projectDenial({ person: context.person, inProject: opened.actor }, 'opening.read', {
      project: opened.project,
    }),
  )
  return opened
}

export const openingHandlers: Handlers<typeof openings> = {
  get: async ({ params }, context) => {
    const { tx, project } = await requireReader(context, params.id)
    return await readState(tx, project, context.services.clock())
  },

  request: async ({ params, body }, context) => {
    const { services } = context
    await change(
      context,
      { projectId: params.id, action: 'opening.request' },
      async ({ tx, unit, actor, project }) => {
        const { now } = unit
        if (!isOpeningEarly(project, now)) throw new Refusal('STATE_FORBIDS')
        const confirmers = await readConfirmers(tx, project)
        if (confirmers.length === 0) throw new Refusal('OPENING_NEEDS_COLLEAGUE')
        await endOpeningRequest(tx, project.id)
        await keepOpeningRequest(tx, {
          project_id: project.id,
          id: newId(now),
          reason: body.reason,
          asked_by: actor.userId,
          asked_on: now,
          expires_on: now + LIMITS.openingRequestMs,
        })
        unit.logged.push({
          kind: 'openingRequested',
          detail: { reason: body.reason, expiresOn: now + LIMITS.openingRequestMs },
        })
        const values = {
          url: projectUrl(services.baseUrl, project.id),
          project: project.name,
          name: actor.name,
          said: body.reason,
        }
        for (const { email, language } of confirmers)
          await queueMail(tx, {
            to: email,
            language,
            text: mailText('openingRequested', language, values),
            now,
          })
      },
    )
    services.wakeMails()
    const { tx, project } = await requireReader(context, params.id)
    return await readState(tx, project, services.clock())
  },

  withdraw: async ({ params }, context) => {
    await change(
      context,
      { projectId: params.id, action: 'opening.request' },
      async ({ tx, unit, actor, project }) => {
        const live = await findLiveOpening(tx, project, unit.now)
        if (live === null || live.askedBy.id !== actor.userId)
          throw new Refusal('OPENING_REQUEST_ENDED')
        await endOpeningRequest(tx, project.id)
        unit.logged.push({ kind: 'openingWithdrawn', detail: {} })
      },
    )
    return { done: true }
  },

  confirm: async ({ params, body }, context) => {
    const { services, caller, request } = context
    // Check the permission before the password is tried and the code used up.
    const opened = await openProject(context, params.id)
    refuse(
      projectDenial({ person: context.person, inProject: opened.actor }, 'opening.confirm', {
        project: opened.project,
      }),
    )
    const user = await requireOwnPassword(services, caller.userId, body.hash)
    await requireOtp(services, user, { otp: body.otp, address: request.ip })
    await change(
      context,
      { projectId: params.id, action: 'opening.confirm' },
      async ({ tx, unit, actor, project }) => {
        const live = await findLiveOpening(tx, project, unit.now)
        // Confirm only the request, with its reason, that the person has read.
        if (live === null || live.id !== body.requestId || live.askedBy.id === actor.userId)
          throw new Refusal('OPENING_REQUEST_ENDED')
        const { reason, askedBy } = live
        await openEarly(
          { tx, unit, baseUrl: services.baseUrl },
          { reason, askedBy, confirmedBy: { id: actor.userId, name: actor.name } },
        )
      },
    )
    services.wakeMails()
    return await requireSummary(context, params.id)
  },
}
