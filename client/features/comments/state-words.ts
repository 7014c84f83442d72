import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ThreadState } from './use-threads.ts'

/** Names of the states of a thread; a discussion has none. */
export const STATE_WORDS: { readonly [S in ThreadState]: MessageDescriptor | null } = {
  none: null,
  open: msg`No official reply`,
  answered: msg`Answered`,
  published: msg`Published`,
}
