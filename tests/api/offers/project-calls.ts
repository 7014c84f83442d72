import type { ProjectOffer, ProjectView } from '#client/lib/offers/project-offers.ts'
import type { Api } from '#schema/api/index.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'

type Subject = ProjectView['in']
type CallName = { [S in keyof Api]: `${S}.${keyof Api[S] & string}` }[keyof Api]
interface OfferedCall {
  /**
   * A call of the contract. Its input is the one in the authorization matrix for the person's own
   * object.
   */
  call: CallName
  /** Index of the matrix input, if not the first. */
  at?: number
  about?: (actor: ProjectActor, alpha: number) => Subject
  /** Fields added to that input. */
  body?: object
  /** Why the interface withholds the action although the server would accept it. */
  withheld?: string
}

const inFirst = (): Subject => ({ packageId: 'p1' })
const ofAnswer = (_actor: ProjectActor, alpha: number): Subject => ({
  packageId: 'p1',
  vendorId: alpha,
})
const ofQuestion = (_actor: ProjectActor, alpha: number): Subject => ({
  packageId: 'p1',
  vendorId: alpha,
  commentType: 'Q',
})
const asSelf = ({ vendorId }: ProjectActor): Subject => ({ packageId: 'p1', vendorId })

/** The call behind each action that a menu offers. */
export const PROJECT_CALLS: { readonly [O in ProjectOffer]: OfferedCall } = {
  'project.edit': { call: 'projects.update' },
  'project.editRules': {
    call: 'projects.update',
    withheld: 'the evaluation changes them, with a reason, and every other setting is project.edit',
  },
  'project.delete': { call: 'projects.delete' },
  'project.changeOwner': { call: 'projectMembers.changeOwner' },
  'project.follow': { call: 'projects.toggleFavorite' },
  'notification.send': { call: 'notifications.send' },
  'members.add': { call: 'projectMembers.add' },
  'members.remove': { call: 'projectMembers.remove' },
  'members.setRoles': { call: 'projectMembers.setRoles' },
  'restrictions.view': { call: 'restrictions.get', about: ofAnswer },
  'move.preparation': { call: 'stateTransitions.moveToPreparation' },
  'move.addVendors': { call: 'stateTransitions.addVendor' },
  'move.publish': {
    call: 'stateTransitions.moveToPublished',
    withheld: 'publishing again changes weights only, and only published ones',
  },
  'move.validation': { call: 'stateTransitions.moveToValidation' },
  'move.backToPublished': { call: 'stateTransitions.moveBackToPublished' },
  'move.evaluation': { call: 'stateTransitions.moveToEvaluation' },
  'move.closed': { call: 'stateTransitions.moveToClosed' },
  'move.archived': { call: 'stateTransitions.moveToArchived' },
  'move.newVersion': { call: 'versions.create' },
  'opening.request': { call: 'openings.request' },
  'opening.withdraw': { call: 'openings.withdraw' },
  'opening.confirm': { call: 'openings.confirm' },
  'packages.create': { call: 'packages.create' },
  'packages.rename': { call: 'packages.update' },
  'packages.move': { call: 'packages.move' },
  'packages.delete': { call: 'packages.delete' },
  'documents.create': { call: 'documents.create' },
  'documents.edit': { call: 'documents.update' },
  'documents.move': { call: 'documents.move' },
  'documents.clone': { call: 'clones.document' },
  'documents.delete': { call: 'documents.delete' },
  'sections.create': { call: 'sections.create' },
  'sections.rename': { call: 'sections.update' },
  'sections.move': { call: 'sections.move' },
  'sections.delete': { call: 'sections.delete' },
  'requirements.create': { call: 'requirements.create' },
  'requirements.import': { call: 'requirements.createBulk' },
  'requirements.edit': { call: 'requirements.update' },
  'requirements.editMany': { call: 'requirements.updateBulk' },
  'requirements.move': { call: 'requirements.move' },
  'requirements.delete': { call: 'requirements.delete' },
  'requirements.exclude': { call: 'requirements.exclude' },
  'owners.set': { call: 'projects.setOwners' },
  'weights.set': { call: 'projects.setWeights', body: { reason: 'Agreed' } },
  'releases.create': { call: 'releases.create' },
  'releases.edit': { call: 'releases.update' },
  'releases.move': { call: 'releases.move' },
  'releases.delete': { call: 'releases.delete' },
  'answers.edit': { call: 'requirements.updateCommitment', about: ofAnswer },
  'answers.editMany': { call: 'commitments.updateBulk', about: ofAnswer },
  'answers.submit': { call: 'commitments.submit', about: ofAnswer },
  'parts.assign': { call: 'parts.update', about: ofAnswer },
  'overrides.set': { call: 'overrides.set', about: inFirst },
  'overrides.remove': { call: 'overrides.remove', about: inFirst },
  'files.add': { call: 'attachments.create', about: asSelf },
  'files.edit': { call: 'attachments.update', about: ofAnswer },
  'files.remove': { call: 'attachments.removeOfRequirement', about: ofAnswer },
  'discussions.start': { call: 'comments.create', about: inFirst },
  'questions.ask': { call: 'comments.create', at: 2, about: asSelf },
  'painPoints.report': { call: 'comments.create', at: 4, about: asSelf },
  'comments.reply': { call: 'comments.reply', about: ofQuestion },
  'comments.markOfficial': { call: 'comments.markOfficial', about: ofQuestion },
  'comments.publish': { call: 'comments.publish', about: ofQuestion },
  'comments.correct': {
    call: 'comments.correct',
    about: () => ({ packageId: 'p1', commentType: 'QA' }),
  },
}
