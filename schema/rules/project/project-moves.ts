import type { Commitment } from '../../entities/commitment.ts'
import type { Addendum } from '../../entities/history.ts'
import type { Deadline, Project, ProjectState } from '../../entities/project.ts'
import type { Document, Package, Requirement } from '../../entities/structure.ts'
import { Refusal } from '../../refusal.ts'
import { changeDeadline, futureInstant } from './deadline-change.ts'
import { type ApprovedOpening, openAnswers, requireRoomForOpening } from './opening.ts'
import type { Transition } from './project-transitions.ts'
import { weightProblem } from '../evaluation/weights.ts'

/** The data of a move besides the project; data that its effect does not need may be empty. */
export interface MoveFacts {
  project: Project
  requirements: readonly Pick<Requirement, 'id' | 'status' | 'updatedOn'>[]
  packages: readonly Pick<Package, 'id' | 'weight'>[]
  documents: readonly Pick<Document, 'packageId' | 'weight'>[]
  commitments: readonly Pick<Commitment, 'id' | 'requirementId' | 'submitted'>[]
  /** The vendors already invited. */
  vendorIds: readonly number[]
}

export interface MoveInput {
  /** The server's time, in ms since the epoch. */
  now: number
  by: number
  deadline?: Deadline | undefined
  /** Needed if the deadline of a sealed, published project changes. */
  deadlineReason?: string | undefined
  /** For an opening before the deadline. */
  approved?: ApprovedOpening | undefined
  vendorIds?: readonly number[] | undefined
  /** For the project that a new version creates. */
  newVersion?: { id: string; version: string } | undefined
}

/** All results of a move. The caller writes them in one transaction. */
export interface MoveOutcome {
  project: Project
  /** Vendors to invite: requested and not invited yet. */
  addedVendorIds: number[]
  /** The addendum of a republishing. */
  addendum: Addendum | null
  /** Answers that become drafts again. */
  reopenedIds: string[]
  /** The new version, INITIALIZING until the copy is complete. */
  newVersion: Project | null
  /** The project in the reply of the call: the new version if there is one. */
  projectId: string
}

type Effect = (facts: MoveFacts, input: MoveInput) => Partial<MoveOutcome>

function withDeadline(project: Project, { deadline, deadlineReason, now }: MoveInput): Project {
  if (deadline !== undefined)
    return changeDeadline(project, { deadline, reason: deadlineReason, now })
  if (project.deadline === null) throw new Refusal('DEADLINE_MISSING', { field: 'deadline' })
  return { ...project, deadlineAt: futureInstant(project.deadline, now) }
}

const reopen: Effect = ({ project }, input) => {
  requireRoomForOpening(project)
  return { project: withDeadline(project, input) }
}

function requirePublishable({ requirements, packages, documents }: MoveFacts): void {
  if (requirements.length === 0) throw new Refusal('NOTHING_TO_PUBLISH')
  const sets = [
    packages,
    ...packages.map(({ id }) => documents.filter(({ packageId }) => packageId === id)),
  ]
  for (const set of sets) {
    const problem = weightProblem(set.map(({ weight }) => weight))
    if (problem !== null) throw new Refusal('WEIGHT_TOTAL', { detail: problem })
  }
}

const addVendors: Effect = ({ vendorIds }, input) => {
  const wanted = [...new Set(input.vendorIds)]
  if (wanted.length === 0) throw new Refusal('INVALID_INPUT', { field: 'vendorIds' })
  return { addedVendorIds: wanted.filter((id) => !vendorIds.includes(id)) }
}

const publish: Effect = (facts, input) => {
  requirePublishable(facts)
  return { project: { ...withDeadline(facts.project, input), publishedOn: input.now } }
}

/**
 * Answers to requirements changed since the last publishing must be reviewed and submitted again;
 * the others stay submitted.
 */
const republish: Effect = ({ project, requirements, commitments }, input) => {
  const since = project.publishedOn ?? 0
  const fresh = requirements.filter(({ updatedOn }) => updatedOn > since)
  const changed = new Set(fresh.filter(({ status }) => status === 'CHANGED').map(({ id }) => id))
  const number = project.addendum + 1
  return {
    project: { ...withDeadline(project, input), addendum: number, publishedOn: input.now },
    addendum: {
      projectId: project.id,
      number,
      requirementIds: fresh.map(({ id }) => id),
      by: input.by,
      on: input.now,
    },
    reopenedIds: commitments
      .filter(({ submitted, requirementId }) => submitted && changed.has(requirementId))
      .map(({ id }) => id),
  }
}

/** Archives this version; the new one starts as never published. */
const createVersion: Effect = ({ project }, { now, newVersion }) => {
  if (newVersion === undefined)
    throw new Refusal('INPUT_INVALID', {
      field: 'newVersion',
      detail: { field: 'newVersion', problem: 'is missing' },
    })
  // Scoring changes stay with the version in which they were made.
  const { scoringChanges: _left, ...kept } = project
  const next: Project = {
    ...kept,
    ...newVersion,
    state: 'INITIALIZING',
    deadline: null,
    deadlineAt: null,
    addendum: 0,
    publishedOn: null,
    createdOn: now,
    updatedOn: now,
    evaluation: { ...project.evaluation, knockOutsApplied: false },
    openings: [],
    deadlineExtensions: [],
  }
  return { project: { ...project, state: 'ARCHIVED' }, newVersion: next, projectId: next.id }
}

const EFFECTS: { readonly [E in Transition['effect']]: Effect } = {
  move: () => ({}),
  open: ({ project }, input) => ({ project: openAnswers(project, input) }),
  'put-away': ({ project }) => ({
    project: project.sealed ? { ...project, archivedSealed: true } : project,
  }),
  'move-with-vendors': addVendors,
  'add-vendors': addVendors,
  publish,
  republish,
  reopen,
  'new-version': createVersion,
  none: ({ project }) => ({ project: { ...project } }),
}

/** Effects that lead to another state than the transition's `to`, or to no change of state. */
const OWN_STATE: readonly Transition['effect'][] = ['new-version', 'none']

/**
 * Returns the results of a move; throws a Refusal if something is missing. Expects that the move
 * exists and the person may make it.
 */
export function moveOutcome(
  { to, effect }: Transition,
  facts: MoveFacts,
  input: MoveInput,
): MoveOutcome {
  const { project } = facts
  const done = EFFECTS[effect](facts, input)
  const moved = done.project ?? project
  return {
    addedVendorIds: [],
    addendum: null,
    reopenedIds: [],
    newVersion: null,
    projectId: project.id,
    ...done,
    project: OWN_STATE.includes(effect) ? moved : { ...moved, state: to },
  }
}

/**
 * Returns the states through which the system moves a project after its deadline, in order; all in
 * one transaction.
 */
export function dueStates(
  project: Pick<Project, 'state' | 'deadlineAt' | 'stopInValidation'>,
  now: number,
): ProjectState[] {
  if (project.state !== 'PUBLISHED' || project.deadlineAt === null || now < project.deadlineAt)
    return []
  return project.stopInValidation ? ['VALIDATION'] : ['VALIDATION', 'EVALUATION']
}

/** Ends the copying: a new project opens as DRAFT, a new version as PREPARATION. */
export function finishInitializing(project: Project, to: 'DRAFT' | 'PREPARATION'): Project {
  if (project.state !== 'INITIALIZING')
    throw new Refusal('state.wrong', { detail: { from: project.state, to } })
  return { ...project, state: to }
}
