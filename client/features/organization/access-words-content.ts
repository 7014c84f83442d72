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
  'projects.create': msg`Created a project`, 'projects.get': msg`Viewed a project`, 'projects.update': msg`Changed a project`, 'projects.delete': msg`Deleted a project`,
  'projects.byUser': msg`Viewed own projects`, 'projects.byOrganization': msg`Viewed the projects of the organization`, 'projects.listByOrganization': msg`Viewed the list of projects`,
  'projects.packages': msg`Viewed packages`, 'projects.references': msg`Viewed the structure of a project`, 'projects.vendors': msg`Viewed the vendors of a project`, 'projects.overview': msg`Viewed the overview of a project`,
  'projects.lateAnswers': msg`Viewed late answers`, 'projects.waiting': msg`Viewed the dashboard`, 'projects.vendorCommitments': msg`Viewed the answers of a vendor`, 'projects.requirementCount': msg`Counted requirements`,
  'projects.toggleFavorite': msg`Starred or unstarred a project`, 'projects.setWeights': msg`Changed weights`, 'projects.restore': msg`Undid a deletion`,
  'stateTransitions.moveToPreparation': msg`Moved a project to preparation`, 'stateTransitions.addVendor': msg`Added a vendor to a project`, 'stateTransitions.moveToPublished': msg`Published a project`,
  'stateTransitions.moveToValidation': msg`Moved a project to validation`, 'stateTransitions.moveBackToPublished': msg`Reopened a project for answers`, 'stateTransitions.moveToEvaluation': msg`Moved a project to evaluation`,
  'stateTransitions.moveToClosed': msg`Closed a project`, 'stateTransitions.moveToArchived': msg`Archived a project`,
  'openings.get': msg`Viewed the early opening request`, 'openings.request': msg`Requested early opening of answers`,
  'openings.withdraw': msg`Withdrew the early opening request`, 'openings.confirm': msg`Confirmed the opening of answers`,
  'releases.list': msg`Viewed releases`, 'releases.create': msg`Created a release`, 'releases.update': msg`Changed a release`, 'releases.move': msg`Moved a release`, 'releases.delete': msg`Deleted a release`,
  'packages.create': msg`Created a package`, 'packages.update': msg`Changed a package`, 'packages.move': msg`Moved a package`, 'packages.delete': msg`Deleted a package`,
  'documents.get': msg`Viewed a document`, 'documents.create': msg`Created a document`, 'documents.update': msg`Changed a document`, 'documents.move': msg`Moved a document`, 'documents.delete': msg`Deleted a document`,
  'documents.views': msg`Viewed the saved views of a table`, 'documents.saveView': msg`Saved a view of a table`, 'documents.deleteView': msg`Deleted a view of a table`,
  'documents.statistics': msg`Viewed the progress of a document`, 'sections.create': msg`Created a section`, 'sections.update': msg`Changed a section`, 'sections.move': msg`Moved a section`, 'sections.delete': msg`Deleted a section`,
  'requirements.get': msg`Viewed a requirement`, 'requirements.byFullId': msg`Searched for a requirement by ID`, 'requirements.create': msg`Created a requirement`, 'requirements.createBulk': msg`Created several requirements`,
  'requirements.update': msg`Changed a requirement`, 'requirements.updateBulk': msg`Changed several requirements`, 'requirements.move': msg`Moved requirements`, 'requirements.delete': msg`Deleted requirements`,
  'requirements.exclude': msg`Excluded a requirement from the evaluation`, 'requirements.createCommitment': msg`Wrote an answer`, 'requirements.updateCommitment': msg`Changed an answer`,
  'requirements.byDocument': msg`Viewed the requirements of a document`, 'requirements.conflicts': msg`Viewed conflicts`, 'commitments.updateBulk': msg`Changed several answers`, 'commitments.submit': msg`Submitted answers`, 'commitments.checkReceipts': msg`Checked receipts`,
  'overrides.set': msg`Overrode a value`, 'overrides.remove': msg`Removed an override`,
  'attachments.create': msg`Added a file`, 'attachments.update': msg`Renamed a file`, 'attachments.ofPackage': msg`Viewed the files of a package`, 'attachments.ofDocument': msg`Viewed the files of a document`,
  'attachments.ofRequirement': msg`Viewed the files of a requirement`, 'attachments.sendToPackage': msg`Sent a file to a package`, 'attachments.sendToDocument': msg`Sent a file to a document`,
  'attachments.sendToRequirement': msg`Sent a file to a requirement`, 'attachments.removeOfPackage': msg`Removed a file of a package`, 'attachments.removeOfDocument': msg`Removed a file of a document`,
  'attachments.removeOfRequirement': msg`Removed a file of a requirement`, 'attachments.content': msg`Opened a file`,
  'comments.list': msg`Viewed comments`, 'comments.publications': msg`Viewed published answers`, 'comments.create': msg`Wrote a comment`, 'comments.reply': msg`Replied to a comment`,
  'comments.markOfficial': msg`Marked a reply as official`, 'comments.publish': msg`Published an answer`, 'comments.correct': msg`Corrected a published answer`,
  'sync.push': msg`Sent edits`, 'sync.pull': msg`Downloaded changes`, 'sync.compare': msg`Compared a device with the server`, 'sync.sendFile': msg`Sent a file`, 'sync.bring': msg`Imported another person's edits`,
  'projectLog.chains': msg`Viewed the history of a project`, 'projectLog.entries': msg`Viewed the history of a project`,
  'projectMembers.list': msg`Viewed the members of a project`, 'projectMembers.unassigned': msg`Viewed possible project members`, 'projectMembers.add': msg`Added a member to a project`,
  'projectMembers.remove': msg`Removed members of a project`, 'projectMembers.setRoles': msg`Changed roles in a project`, 'projectMembers.changeOwner': msg`Changed the project owner`,
  'projectMembers.setNotifications': msg`Changed project notifications`, 'projectMembers.notifications': msg`Viewed notification settings`,
} as const satisfies { readonly [C in ContentCall]: MessageDescriptor }
