import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NoticeGroup } from '#schema/tables/notice-groups.ts'

/** The name of each group of kinds of notifications. */
export const GROUP_NAMES: { readonly [G in NoticeGroup]: MessageDescriptor } = {
  deadlines: msg`Deadlines`,
  steps: msg`Project milestones`,
  messages: msg`Messages from the project owner`,
  replies: msg`Answers to questions`,
  mentions: msg`Mentions`,
  assignments: msg`Assignments and roles`,
  questions: msg`Questions and pain points`,
  discussions: msg`Discussions`,
  answers: msg`Submitted answers`,
  exports: msg`Exports`,
  security: msg`Security`,
}
