import type { CallName } from '#schema/api/index.ts'

const of = (reason: string, ...calls: readonly `${CallName} ${string}`[]): [string, string][] =>
  calls.map((call) => [call, reason])

/**
 * Calls that are answered although an id in them is foreign or names nothing, each with the reason.
 * The test fails on an entry that no call needs.
 */
export const TAKEN: Readonly<Record<string, string>> = Object.fromEntries([
  ...of(
    'the id is that of the row that the call makes',
    'projects.create body.id deleted',
    'requirements.create body.id deleted',
    'requirements.createBulk body.requirements[].id deleted',
    'releases.create body.id deleted',
    'packages.create body.id deleted',
    'documents.create body.id deleted',
    'clones.document body.cloneId deleted',
    'documents.saveView params.viewId deleted',
    'importMappings.create body.id deleted',
    'sections.create body.id deleted',
    'attachments.create body.id deleted',
    'comments.create body.id deleted',
    'comments.reply body.id deleted',
    'comments.publish body.id deleted',
  ),
  ...of(
    'a neighbour that is no longer there is a matter of order: the row goes to the end',
    'requirements.create body.after deleted',
    'requirements.move body.after otherOrganization',
    'requirements.move body.after deleted',
    'releases.create body.after deleted',
    'releases.move body.after deleted',
    'packages.create body.after deleted',
    'packages.move body.after otherOrganization',
    'packages.move body.after deleted',
    'documents.create body.after deleted',
    'documents.move body.after deleted',
    'sections.create body.after deleted',
    'sections.move body.after deleted',
  ),
  ...of(
    'what is not there needs no removing: nothing changes',
    'releases.delete body.id otherOrganization',
    'releases.delete body.id deleted',
    'overrides.remove body.vendorId otherOrganization',
    'overrides.remove body.vendorId deleted',
    'documents.removeMember body.id otherOrganization',
    'documents.removeMember body.id deleted',
  ),
  ...of(
    'each receipt is answered by itself, one of no answer as unknown',
    'commitments.checkReceipts body.receipts[].answerId otherOrganization',
    'commitments.checkReceipts body.receipts[].answerId deleted',
  ),
  ...of(
    'an administrator of the system reaches every organization',
    'twoFactor.disableFor params.id otherOrganization',
    'twoFactor.setPolicy params.id otherOrganization',
    'users.resetPassword params.id otherOrganization',
    'users.update body.id otherOrganization',
  ),
])
