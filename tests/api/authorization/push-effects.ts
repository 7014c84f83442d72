import type { CommandName } from '#schema/mutations/index.ts'
import { ANSWERS, type At, CONTENT, type Effects, ownId, PROJECTS } from './effects.ts'

const { packages, documents, sections, requirements, releases } = CONTENT
const { attachments, commitments, comments, overrides, parts } = ANSWERS

const REMOVED_AT = {
  package: attachments.removeOfPackage,
  document: attachments.removeOfDocument,
  requirement: attachments.removeOfRequirement,
} as const
const placeOfFile = ({ attempt }: At): keyof typeof REMOVED_AT => {
  const args: { id?: string } = attempt.push?.args ?? {}
  if (args.id?.endsWith('-package1') === true) return 'package'
  return args.id?.endsWith('-document1') === true ? 'document' : 'requirement'
}

/**
 * The rows that each edit changes when a device may push it; it may change no others. A mutation
 * without a list does not compile.
 */
export const PUSH_EFFECTS: { readonly [C in CommandName]: Effects } = {
  'projects.update': PROJECTS.projects.update,
  'packages.create': packages.create,
  'packages.update': packages.update,
  'packages.move': packages.move,
  'packages.delete': packages.delete,
  'documents.create': documents.create,
  'documents.update': documents.update,
  'documents.move': documents.move,
  'documents.delete': documents.delete,
  'documents.addMember': documents.addMember,
  'documents.removeMember': documents.removeMember,
  'owners.set': PROJECTS.projects.setOwners,
  'sections.create': sections.create,
  'sections.update': sections.update,
  'sections.move': sections.move,
  'sections.delete': sections.delete,
  'requirements.create': requirements.create,
  'requirements.createBulk': requirements.createBulk,
  'requirements.update': requirements.update,
  'requirements.updateBulk': requirements.updateBulk,
  'requirements.move': requirements.move,
  'requirements.delete': requirements.delete,
  'requirements.exclude': requirements.exclude,
  'content.restore': PROJECTS.projects.restore,
  'releases.create': releases.create,
  'releases.update': releases.update,
  'releases.move': releases.move,
  'releases.delete': releases.delete,
  'weights.set': PROJECTS.projects.setWeights,
  'commitments.update': requirements.updateCommitment,
  'commitments.updateBulk': commitments.updateBulk,
  'commitments.submit': commitments.submit,
  'parts.update': parts.update,
  'parts.setReady': parts.setReady,
  'overrides.set': overrides.set,
  'overrides.remove': overrides.remove,
  // The bytes were sent before, so a file attached by an upload has the same id as any other.
  'attachments.create': ({ me }) => [`attachments project/${ownId(me)} +`, 'blobs file ~ used_on'],
  'attachments.update': attachments.update,
  'attachments.remove': (at) => REMOVED_AT[placeOfFile(at)],
  'comments.create': comments.create,
  'comments.reply': comments.reply,
  'comments.markOfficial': comments.markOfficial,
  'comments.publish': comments.publish,
  'comments.correct': comments.correct,
}
