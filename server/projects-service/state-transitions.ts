import type { stateTransitions } from '#schema/api/projects-service/state-transitions.ts'
import { changeProject, type Precondition, requireNewest } from '../commands/execute.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { type Move, moveProject } from '../commands/moves/move-project.ts'
import { requireSummary } from './open-project.ts'
import { givenWeights } from './structure.ts'

const WEIGHTS_AT = { packages: 'weights.packages', documents: 'weights.documents' }

const move = async (
  context: SignedInContext,
  projectId: string,
  { precondition = [], ...wanted }: Move & { precondition?: readonly Precondition[] },
) => {
  const { services } = context
  await services.moveDueProjects()
  await changeProject(
    context.commands,
    { userId: context.caller.userId, projectId },
    async (unit, actor, tx) => {
      await moveProject({ tx, unit, baseUrl: services.baseUrl }, actor, wanted)
      await requireNewest(unit, precondition)
    },
  )
  return await requireSummary(context, projectId)
}

export const stateTransitionHandlers: Handlers<typeof stateTransitions> = {
  moveToPreparation: ({ params, body }, context) =>
    move(context, params.id, {
      path: 'move-to-preparation',
      to: 'PREPARATION',
      ...body,
    }),
  addVendor: ({ params, body }, context) =>
    move(context, params.id, { path: 'add-vendor', to: 'PREPARATION', ...body }),
  moveToPublished: ({ params, body: { weights: sent, ...body } }, context) => {
    const { weights, precondition } =
      sent === undefined ? { weights: undefined, precondition: [] } : givenWeights(sent, WEIGHTS_AT)
    return move(context, params.id, {
      path: 'move-to-published',
      to: 'PUBLISHED',
      ...body,
      weights,
      precondition,
    })
  },
  moveToValidation: ({ params }, context) =>
    move(context, params.id, { path: 'move-to-validation', to: 'VALIDATION' }),
  moveBackToPublished: ({ params, body }, context) =>
    move(context, params.id, { path: 'move-back-to-published', to: 'PUBLISHED', ...body }),
  moveToEvaluation: ({ params }, context) =>
    move(context, params.id, { path: 'move-to-evaluation', to: 'EVALUATION' }),
  moveToClosed: ({ params }, context) =>
    move(context, params.id, { path: 'move-to-closed', to: 'CLOSED' }),
  moveToArchived: ({ params }, context) =>
    move(context, params.id, { path: 'move-to-archived', to: 'ARCHIVED' }),
}
