import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import {
  type ProjectScopedAction,
  projectDenial,
  type ProjectSubject,
} from '#schema/rules/access/access-project.ts'
import { type Denial, deny } from '#schema/rules/access/denial.ts'
import { isOpeningEarly } from '#schema/rules/project/opening.ts'
import type { Person } from '#schema/rules/access/project-actor.ts'
import { managesParts } from '#schema/rules/answers/vendor-parts.ts'
import { vendorViewOf } from '../vendor-view.ts'
import { type Transition, transitionsFrom } from '#schema/rules/project/project-transitions.ts'
import {
  areWeightsLocked,
  isAfterOpening,
  mayReweighByAddendum,
} from '#schema/rules/evaluation/scoring.ts'

/**
 * The facts that decide whether an action in a project is offered. `in` describes the row's owner
 * and place, if they matter.
 */
export interface ProjectView {
  actor: ProjectActor
  project: Project
  /** In ms, by the server's clock. */
  now: number
  in?: Omit<ProjectSubject, 'project' | 'now'>
  /** A request for an early opening is pending. */
  hasOpeningRequest?: boolean
}

type OfferRule = (view: ProjectView) => Denial | null

/**
 * Placeholder: these rules depend only on the actor. Only cloning depends on the person, and it has
 * no button.
 */
const NO_PERSON: Person = {
  userId: 0,
  name: '',
  organizationId: 0,
  parentId: null,
  roles: [],
  isPrimaryContact: false,
}

const may =
  (action: ProjectScopedAction, about: ProjectView['in'] = {}): OfferRule =>
  ({ actor, project, now, in: subject }) =>
    projectDenial({ person: NO_PERSON, inProject: actor }, action, {
      ...about,
      ...subject,
      project,
      now,
    })

const all =
  (...rules: readonly OfferRule[]): OfferRule =>
  (view) => {
    for (const rule of rules) {
      const denial = rule(view)
      if (denial !== null) return denial
    }
    return null
  }

/** Denies the action like a read-only project while a part is locked. */
const unless =
  (isShut: (project: Project) => boolean): OfferRule =>
  ({ project }) =>
    isShut(project) ? deny({ kind: 'readOnly', state: project.state }) : null

type MovePath = NonNullable<Transition['path']>
const move = (path: MovePath, to: Transition['to']): OfferRule =>
  all(may('state.move'), ({ project, now }) => {
    const found = transitionsFrom(project.state).find((one) => one.path === path && one.to === to)
    if (found === undefined) return deny({ kind: 'state', state: project.state, allowedIn: [] })
    // Before the deadline, opening sealed answers takes two people: see opening.request.
    if (found.effect === 'open' && isOpeningEarly(project, now)) return deny({ kind: 'sealed' })
    // So far, republishing only changes weights.
    if (found.effect === 'republish' && !mayReweighByAddendum(project))
      return deny({ kind: 'relation' })
    return null
  })

const opening = (rule: OfferRule, needsRequest: boolean): OfferRule =>
  all(rule, (view) => {
    const { project, now, hasOpeningRequest = false } = view
    if (!isOpeningEarly(project, now)) return deny({ kind: 'relation' })
    return hasOpeningRequest === needsRequest ? null : deny({ kind: 'relation' })
  })

/**
 * Each action in a project with the rule that denies it. Menus, buttons and the palette all ask
 * this table; tests/api/offers.test.ts checks each row against the server.
 */
export const PROJECT_OFFERS = {
  'project.edit': may('project.edit'),
  'project.editRules': all(may('project.edit'), unless(isAfterOpening), unless(areWeightsLocked)),
  'project.delete': may('project.remove'),
  'project.changeOwner': may('project.changeOwner'),
  'project.follow': may('project.follow'),
  'notification.send': may('notification.send'),
  'members.add': may('members.manage'),
  'members.remove': may('members.manage'),
  'members.setRoles': may('roles.administrate'),

  'restrictions.view': may('restrictions.read'),

  'move.preparation': move('move-to-preparation', 'PREPARATION'),
  'move.addVendors': move('add-vendor', 'PREPARATION'),
  'move.publish': move('move-to-published', 'PUBLISHED'),
  'move.validation': move('move-to-validation', 'VALIDATION'),
  'move.backToPublished': move('move-back-to-published', 'PUBLISHED'),
  'move.evaluation': move('move-to-evaluation', 'EVALUATION'),
  'move.closed': move('move-to-closed', 'CLOSED'),
  'move.archived': move('move-to-archived', 'ARCHIVED'),
  'move.newVersion': move('move-back-to-preparation', 'PREPARATION'),
  'opening.request': opening(may('opening.request'), false),
  'opening.withdraw': opening(may('opening.request'), true),
  'opening.confirm': opening(may('opening.confirm'), true),

  'packages.create': may('content.write'),
  'packages.rename': may('content.write'),
  'packages.move': may('content.write'),
  'packages.delete': may('content.remove'),
  'documents.create': may('content.write'),
  'documents.edit': may('content.write'),
  'documents.move': may('content.write'),
  'documents.clone': may('content.write'),
  'documents.delete': may('content.remove'),
  'sections.create': may('content.write'),
  'sections.rename': may('content.write'),
  'sections.move': may('content.write'),
  'sections.delete': may('content.remove'),
  'requirements.create': may('content.write'),
  'requirements.import': may('content.write'),
  'requirements.edit': may('content.write'),
  'requirements.editMany': may('content.write'),
  'requirements.move': may('content.write'),
  'requirements.delete': may('content.remove'),
  'requirements.exclude': may('requirement.exclude'),
  'owners.set': may('owners.edit'),
  'weights.set': all(may('weights.set'), unless(areWeightsLocked)),
  'releases.create': may('release.write'),
  'releases.edit': may('release.write'),
  'releases.move': may('release.write'),
  'releases.delete': may('release.write'),

  'answers.edit': may('commitment.write'),
  'answers.editMany': may('commitment.write'),
  'answers.submit': may('commitment.write'),
  'parts.assign': all(may('commitment.write'), ({ actor }) =>
    managesParts(actor) ? null : deny({ kind: 'primary' }),
  ),
  'overrides.set': may('override.write'),
  'overrides.remove': may('override.write'),

  'files.add': may('attachment.create'),
  'files.edit': may('attachment.remove'),
  'files.remove': may('attachment.remove'),
  'discussions.start': may('comment.create', { commentType: 'D' }),
  'questions.ask': may('comment.create', { commentType: 'Q' }),
  'painPoints.report': may('comment.create', { commentType: 'PP' }),
  'comments.reply': may('comment.reply'),
  'comments.markOfficial': may('comment.markOfficial'),
  'comments.publish': may('comment.publish'),
  'comments.correct': may('comment.correct'),
} as const satisfies Record<string, OfferRule>
export type ProjectOffer = keyof typeof PROJECT_OFFERS
export const PROJECT_OFFER_NAMES = Object.keys(PROJECT_OFFERS) as readonly ProjectOffer[]

/** Actions that can be tried while the team sees the project as a vendor would. */
const TRIED: readonly ProjectOffer[] = ['answers.edit', 'answers.editMany']

/** Why an action of a project is not offered; null = it is. */
export const projectOfferDenial = (offer: ProjectOffer, view: ProjectView): Denial | null =>
  vendorViewOf(view.project.id) !== null && !TRIED.includes(offer)
    ? deny({ kind: 'relation' }, 'VENDOR_VIEW')
    : PROJECT_OFFERS[offer](view)

/**
 * Denials that depend on the state of the project. For the others, the action is not meant for this
 * person.
 */
const PASSING: ReadonlySet<Denial['reason']['kind']> = new Set([
  'state',
  'readOnly',
  'sealed',
  'deadline',
])
export const isPassing = ({ reason }: Denial): boolean => PASSING.has(reason.kind)
