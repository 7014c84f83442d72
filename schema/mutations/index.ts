import { createAttachment, removeAttachment, updateAttachment } from './attachments.ts'
import {
  correctAnswer,
  createComment,
  markReplyOfficial,
  publishComment,
  replyToComment,
} from './comments.ts'
import { submitCommitments } from './commitments-submit.ts'
import { updateCommitment, updateCommitments } from './commitments.ts'
import { restoreContent } from './content-restore.ts'
import { createDocument, deleteDocument, moveDocument, updateDocument } from './documents.ts'
import type { CommandArgs, CommandName } from './inputs.ts'
import type { Mutation } from './mutation.ts'
import { removeOverride, setOverride } from './overrides.ts'
import { createPackage, deletePackage, movePackage, updatePackage } from './packages.ts'
import { addDocumentMember, removeDocumentMember } from './document-members.ts'
import { setOwners } from './owners.ts'
import { updateProject } from './projects.ts'
import { createRelease, deleteRelease, moveRelease, updateRelease } from './releases.ts'
import { createRequirement, createRequirements } from './requirements-create.ts'
import { moveRequirements } from './requirements-move.ts'
import { deleteRequirements, excludeRequirement } from './requirements-remove.ts'
import { updateRequirement, updateRequirements } from './requirements-update.ts'
import { createSection, deleteSection, moveSection, updateSection } from './sections.ts'
import { markPartReady, updatePart } from './vendor-parts.ts'
import { setWeights } from './weights.ts'

export type { CommandArgs, CommandName } from './inputs.ts'

/** All mutations: every write that also works offline. */
export const MUTATIONS: { readonly [N in CommandName]: Mutation<CommandArgs[N]> } = {
  'projects.update': updateProject,
  'packages.create': createPackage,
  'packages.update': updatePackage,
  'packages.move': movePackage,
  'packages.delete': deletePackage,
  'documents.create': createDocument,
  'documents.update': updateDocument,
  'documents.move': moveDocument,
  'documents.delete': deleteDocument,
  'documents.addMember': addDocumentMember,
  'documents.removeMember': removeDocumentMember,
  'owners.set': setOwners,
  'sections.create': createSection,
  'sections.update': updateSection,
  'sections.move': moveSection,
  'sections.delete': deleteSection,
  'requirements.create': createRequirement,
  'requirements.createBulk': createRequirements,
  'requirements.update': updateRequirement,
  'requirements.updateBulk': updateRequirements,
  'requirements.move': moveRequirements,
  'requirements.delete': deleteRequirements,
  'requirements.exclude': excludeRequirement,
  'content.restore': restoreContent,
  'releases.create': createRelease,
  'releases.update': updateRelease,
  'releases.move': moveRelease,
  'releases.delete': deleteRelease,
  'weights.set': setWeights,
  'commitments.update': updateCommitment,
  'commitments.updateBulk': updateCommitments,
  'commitments.submit': submitCommitments,
  'parts.update': updatePart,
  'parts.setReady': markPartReady,
  'overrides.set': setOverride,
  'overrides.remove': removeOverride,
  'attachments.create': createAttachment,
  'attachments.update': updateAttachment,
  'attachments.remove': removeAttachment,
  'comments.create': createComment,
  'comments.reply': replyToComment,
  'comments.markOfficial': markReplyOfficial,
  'comments.publish': publishComment,
  'comments.correct': correctAnswer,
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(MUTATIONS, name)
