import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LogKind } from '#schema/tables/log-kinds.ts'
import type { LogGroup } from './log-search.ts'

/** Names of the groups in the filter. */
export const GROUP_NAMES: { readonly [G in LogGroup]: MessageDescriptor } = {
  life: msg`Status changes and openings`,
  deadline: msg`Deadlines`,
  evaluation: msg`Weights and evaluation`,
  people: msg`Members and roles`,
  vendors: msg`Vendors and receipts`,
  refused: msg`Denied access`,
}

export const GROUP_OF: { readonly [K in LogKind]: LogGroup } = {
  created: 'life',
  versionCreated: 'life',
  begun: 'life',
  deleted: 'life',
  moved: 'life',
  published: 'life',
  republished: 'life',
  opened: 'life',
  openingRequested: 'life',
  openingWithdrawn: 'life',
  openingExpired: 'life',
  switchChanged: 'life',
  exported: 'life',
  deadlineSet: 'deadline',
  deadlineExtended: 'deadline',
  weightsSet: 'evaluation',
  weightsPublished: 'evaluation',
  overrideSet: 'evaluation',
  overrideRemoved: 'evaluation',
  excluded: 'evaluation',
  included: 'evaluation',
  knockOutsApplied: 'evaluation',
  creditsSet: 'evaluation',
  memberAdded: 'people',
  memberRemoved: 'people',
  rolesSet: 'people',
  ownerChanged: 'people',
  contentAssigned: 'people',
  documentMembersSet: 'people',
  restrictionsSet: 'vendors',
  vendorAdded: 'vendors',
  receipt: 'vendors',
  readRefused: 'refused',
}
