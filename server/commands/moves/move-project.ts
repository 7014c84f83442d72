import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { refusalOf, requireAllowed } from '#schema/rules/access/access.ts'
import { type ApprovedOpening, openingsOf } from '#schema/rules/project/opening.ts'
import {
  type MoveFacts,
  type MoveInput,
  type MoveOutcome,
  moveOutcome,
} from '#schema/rules/project/project-moves.ts'
import {
  requireCall,
  requireTransition,
  type Transition,
} from '#schema/rules/project/project-transitions.ts'
import type { Opening, Project, ProjectState } from '#schema/entities/project.ts'
import type { ProjectUnit } from '../project-unit.ts'
import type { Queries } from '../../database/database.ts'
import { endOpeningRequest } from '../../database/projects/opening-requests.ts'
import { addVendors, type ChosenContacts } from './add-vendors.ts'
import { mailOpening } from './mail-opening.ts'
import { type GivenWeights, publishWeights, reweighByAddendum } from './published-weights.ts'

/** The move that a call requests. */
export interface Move
  extends
    Pick<Transition, 'path' | 'to'>,
    Pick<MoveInput, 'vendorIds' | 'deadline' | 'deadlineReason' | 'newVersion'> {
  weights?: GivenWeights | undefined
  contacts?: readonly ChosenContacts[] | undefined
}

/** `baseUrl` is the address that links in the mails begin with. */
interface MovePlace {
  tx: Queries
  unit: ProjectUnit
  baseUrl: string
}

/**
 * Moves a project for a person. Checks the permission first, then whether the current state allows
 * the move, then what the move requires.
 */
export const moveProject = async (
  place: MovePlace,
  actor: ProjectActor,
  move: Move,
): Promise<MoveOutcome> => {
  const project = await requireProject(place.unit)
  const transition = requireMove(project, actor, move)
  if (move.weights !== undefined) {
    await reweighByAddendum(place.unit, { actor, project, transition }, move.weights)
  }
  return await applyMove(place, transition, { ...move, now: place.unit.now, by: actor.userId })
}

/** Moves a project whose deadline has passed, on behalf of the system. */
export const moveBySystem = async (place: MovePlace, to: ProjectState): Promise<void> => {
  const project = await requireProject(place.unit)
  await applyMove(place, requireTransition(project.state, to), { now: place.unit.now, by: 0 })
}

/** Opens the answers before the deadline, after two people agreed. The caller has checked both. */
export const openEarly = async (place: MovePlace, approved: ApprovedOpening): Promise<void> => {
  const { now } = place.unit
  await applyMove(place, requireTransition('PUBLISHED', 'VALIDATION'), {
    now,
    by: approved.confirmedBy.id,
    approved,
  })
}

/** The permission first: a person without it does not learn the state. */
export const requireMove = (project: Project, actor: ProjectActor, move: Move): Transition => {
  const action = move.path === 'add-vendor' ? 'vendors.add' : 'state.move'
  const subject = { state: project.state }
  if (refusalOf(actor, action, subject) === 'NOT_ALLOWED') throw new Refusal('NOT_ALLOWED')
  const transition = requireCall(project.state, move)
  requireAllowed(actor, action, subject)
  return transition
}

const applyMove = async (
  { tx, unit, baseUrl }: MovePlace,
  transition: Transition,
  input: MoveInput & Pick<Move, 'contacts'>,
): Promise<MoveOutcome> => {
  const { rows, now } = unit
  const facts = await readFacts(unit, transition)
  const outcome = moveOutcome(transition, facts, input)
  const { project, addedVendorIds, reopenedIds } = outcome
  if (project.state !== 'PUBLISHED') await endOpeningRequest(tx, project.id)
  const opening = newOpening(facts.project, project)
  if (opening !== null) await mailOpening(tx, { project, opening, baseUrl, now })
  await addVendors(tx, unit, {
    project,
    wanted: addedVendorIds,
    contacts: input.contacts ?? [],
    actorId: input.by,
  })
  for (const id of reopenedIds) {
    const commitment = await rows.get('commitment', id)
    if (commitment !== undefined) rows.put('commitment', { ...commitment, submitted: false }, now)
  }
  rows.put('project', project, now)
  if (transition.effect === 'publish' || transition.effect === 'republish')
    await publishWeights(unit, project)
  rows.accept()
  return outcome
}

const readFacts = async (unit: ProjectUnit, { effect }: Transition): Promise<MoveFacts> => {
  const { rows } = unit
  const isPublishing = effect === 'publish' || effect === 'republish'
  const list = async <E extends 'requirement' | 'package' | 'document' | 'commitment'>(
    entity: E,
    isNeeded: boolean,
  ) => (isNeeded ? await rows.list(entity, 'projectId', rows.projectId) : [])
  return {
    project: await requireProject(unit),
    requirements: await list('requirement', isPublishing),
    packages: await list('package', isPublishing),
    documents: await list('document', isPublishing),
    commitments: await list('commitment', effect === 'republish'),
    vendorIds: (await rows.list('projectVendor', 'projectId', rows.projectId)).map(
      ({ vendorId }) => vendorId,
    ),
  }
}

const newOpening = (before: Project, after: Project): Opening | null =>
  openingsOf(after).length > openingsOf(before).length ? (openingsOf(after).at(-1) ?? null) : null

export const requireProject = async ({ rows }: ProjectUnit): Promise<Project> => {
  const project = await rows.get('project', rows.projectId)
  if (project === undefined) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
  return project
}
