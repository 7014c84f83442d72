import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { refusalOf, requireAllowed } from '#schema/rules/access.ts'
import { type MoveFacts, type MoveInput, moveOutcome } from '#schema/rules/project-moves.ts'
import { requireCall, requireTransition, type Transition } from '#schema/rules/project-transitions.ts'
import type { Project, ProjectState } from '#schema/entities/project.ts'
import type { ProjectUnit } from '../commands/project-unit.ts'
import type { Queries } from '../database/database.ts'
import { addVendors } from './add-vendors.ts'

/** What a call asks for. */
export interface Move extends Pick<Transition, 'path' | 'to'>, Pick<MoveInput, 'vendorIds' | 'deadline'> {}

/** A person's move: permission first, then whether the state has such a move, then what the move needs. */
export const moveProject = async (tx: Queries, unit: ProjectUnit, actor: ProjectActor, move: Move): Promise<void> => {
  const project = await requireProject(unit)
  await applyMove(tx, unit, requireMove(project, actor, move), { ...move, now: unit.now, by: actor.userId })
}

/** The system's own move when the time is over. */
export const moveBySystem = async (tx: Queries, unit: ProjectUnit, to: ProjectState): Promise<void> => {
  const project = await requireProject(unit)
  await applyMove(tx, unit, requireTransition(project.state, to), { now: unit.now, by: 0 })
}

const requireMove = (project: Project, actor: ProjectActor, move: Move): Transition => {
  const action = move.path === 'add-vendor' ? 'vendors.add' : 'state.move'
  const subject = { state: project.state }
  if (refusalOf(actor, action, subject) === 'NOT_ALLOWED') throw new Refusal('NOT_ALLOWED')
  const transition = requireCall(project.state, move)
  requireAllowed(actor, action, subject)
  return transition
}

const applyMove = async (tx: Queries, unit: ProjectUnit, transition: Transition, input: MoveInput): Promise<void> => {
  const { rows, now } = unit
  const { project, addedVendorIds, reopenedIds } = moveOutcome(transition, await readFacts(unit, transition), input)
  await addVendors(tx, unit, { project, wanted: addedVendorIds, actorId: input.by })
  for (const id of reopenedIds) {
    const commitment = await rows.get('commitment', id)
    if (commitment !== undefined) rows.put('commitment', { ...commitment, submitted: false }, now)
  }
  rows.put('project', project, now)
  rows.accept()
}

const readFacts = async (unit: ProjectUnit, { effect }: Transition): Promise<MoveFacts> => {
  const { rows } = unit
  const isPublishing = effect === 'publish' || effect === 'republish'
  const list = async <E extends 'requirement' | 'package' | 'document' | 'commitment'>(entity: E, isNeeded: boolean) =>
    isNeeded ? await rows.list(entity, 'projectId', rows.projectId) : []
  return {
    project: await requireProject(unit),
    requirements: await list('requirement', isPublishing),
    packages: await list('package', isPublishing),
    documents: await list('document', isPublishing),
    commitments: await list('commitment', effect === 'republish'),
    vendorIds: (await rows.list('projectVendor', 'projectId', rows.projectId)).map(({ vendorId }) => vendorId),
  }
}

const requireProject = async ({ rows }: ProjectUnit): Promise<Project> => {
  const project = await rows.get('project', rows.projectId)
  if (project === undefined) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
  return project
}
