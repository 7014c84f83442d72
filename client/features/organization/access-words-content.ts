import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { CallName } from '#schema/api/index.ts'

const SLICES = [
  'projects', 'stateTransitions', 'releases', 'packages', 'documents', 'sections', 'requirements',
  'commitments', 'overrides', 'attachments', 'comments', 'sync', 'projectMembers', 'openings',
  'projectLog',
] as const
/** Calls about projects and what they hold. */
export type ContentCall = Extract<CallName, `${(typeof SLICES)[number]}.${string}`>

export const CONTENT_WORDS = {
  'projects.create': msg`Created a project`, 'projects.get': msg`Looked at a project`, 'projects.update': msg`Changed a project`, 'projects.delete': msg`Deleted a project`,
  'projects.byUser': msg`Looked at the own projects`, 'projects.byOrganization': msg`Looked at the projects of the organization`, 'projects.listByOrganization': msg`Looked at the list of projects`,
  'projects.packages': msg`Looked at packages`, 'projects.references': msg`Looked at the structure of a project`, 'projects.vendors': msg`Looked at the vendors of a project`, 'projects.overview': msg`Looked at the overview of a project`,
  'projects.lateAnswers': msg`Looked at late answers`, 'projects.waiting': msg`Looked at the dashboard`, 'projects.vendorCommitments': msg`Looked at the answers of a vendor`, 'projects.requirementCount': msg`Counted requirements`,
  'projects.toggleFavorite': msg`Starred or unstarred a project`, 'projects.setWeights': msg`Changed weights`, 'projects.restore': msg`Took back a deletion`,
  'stateTransitions.moveToPreparation': msg`Moved a project to preparation`, 'stateTransitions.addVendor': msg`Added a vendor to a project`, 'stateTransitions.moveToPublished': msg`Published a project`,
  'stateTransitions.moveToValidation': msg`Moved a project to validation`, 'stateTransitions.moveBackToPublished': msg`Opened a project for answers again`, 'stateTransitions.moveToEvaluation': msg`Moved a project to evaluation`,
  'stateTransitions.moveToClosed': msg`Closed a project`, 'stateTransitions.moveToArchived': msg`Archived a project`,
  'openings.get': msg`Looked at the request to open answers`, 'openings.request': msg`Asked for the opening of answers`,
  'openings.withdraw': msg`Withdrew the request to open answers`, 'openings.confirm': msg`Confirmed the opening of answers`,
  'releases.list': msg`Looked at releases`, 'releases.create': msg`Created a release`, 'releases.update': msg`Changed a release`, 'releases.move': msg`Moved a release`, 'releases.delete': msg`Deleted a release`,
  'packages.create': msg`Created a package`, 'packages.update': msg`Changed a package`, 'packages.move': msg`Moved a package`, 'packages.delete': msg`Deleted a package`,
  'documents.get': msg`Looked at a document`, 'documents.create': msg`Created a document`, 'documents.update': msg`Changed a document`, 'documents.move': msg`Moved a document`, 'documents.delete': msg`Deleted a document`,
  'documents.statistics': msg`Looked at the progress of a document`, 'sections.create': msg`Created a section`, 'sections.update': msg`Changed a section`, 'sections.move': msg`Moved a section`, 'sections.delete': msg`Deleted a section`,
  'requirements.get': msg`Looked at a requirement`, 'requirements.byFullId': msg`Looked for a requirement by its ID`, 'requirements.create': msg`Created a requirement`, 'requirements.createBulk': msg`Created several requirements`,
  'requirements.update': msg`Changed a requirement`, 'requirements.updateBulk': msg`Changed several requirements`, 'requirements.move': msg`Moved requirements`, 'requirements.delete': msg`Deleted requirements`,
  'requirements.exclude': msg`Left a requirement out of the evaluation`, 'requirements.createCommitment': msg`Wrote an answer`, 'requirements.updateCommitment': msg`Changed an answer`,
  'requirements.byDocument': msg`Looked at the requirements of a document`, 'requirements.conflicts': msg`Looked at conflicts`, 'commitments.updateBulk': msg`Changed several answers`, 'commitments.submit': msg`Submitted answers`, 'commitments.checkReceipts': msg`Checked receipts`,
  'overrides.set': msg`Overrode a value`, 'overrides.remove': msg`Took an override back`,
  'attachments.create': msg`Added a file`, 'attachments.update': msg`Renamed a file`, 'attachments.ofPackage': msg`Looked at the files of a package`, 'attachments.ofDocument': msg`Looked at the files of a document`,
  'attachments.ofRequirement': msg`Looked at the files of a requirement`, 'attachments.sendToPackage': msg`Sent a file to a package`, 'attachments.sendToDocument': msg`Sent a file to a document`,
  'attachments.sendToRequirement': msg`Sent a file to a requirement`, 'attachments.removeOfPackage': msg`Removed a file of a package`, 'attachments.removeOfDocument': msg`Removed a file of a document`,
  'attachments.removeOfRequirement': msg`Removed a file of a requirement`, 'attachments.content': msg`Opened a file`,
  'comments.list': msg`Looked at comments`, 'comments.publications': msg`Looked at published answers`, 'comments.create': msg`Wrote a comment`, 'comments.reply': msg`Replied to a comment`,
  'comments.markOfficial': msg`Marked a reply as official`, 'comments.publish': msg`Published an answer`, 'comments.correct': msg`Corrected a published answer`,
  'sync.push': msg`Sent edits`, 'sync.pull': msg`Fetched changes`, 'sync.sendFile': msg`Sent a file`, 'sync.bring': msg`Brought edits of another person`,
  'projectLog.chains': msg`Looked at the history of a project`, 'projectLog.entries': msg`Read the history of a project`,
  'projectMembers.list': msg`Looked at the members of a project`, 'projectMembers.unassigned': msg`Looked at who could join a project`, 'projectMembers.add': msg`Added a member to a project`,
  'projectMembers.remove': msg`Removed members of a project`, 'projectMembers.setRoles': msg`Changed roles in a project`, 'projectMembers.changeOwner': msg`Handed a project over`,
  'projectMembers.setNotifications': msg`Changed whether to hear of a project`, 'projectMembers.notifications': msg`Looked at which projects to hear of`,
} as const satisfies { readonly [C in ContentCall]: MessageDescriptor }
