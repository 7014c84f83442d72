// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

/** Every state of the answer to r1 that a screen is shown, from the first render on. */
const shownAnswers = async (commitment: ReturnType<typeof buildCommitment>[]) => {
  await openPageProject({ actor: buildVendorContact(), rows: buildRows({ commitment }) })
  const { useAnswers, useIsAnswerRead } = await import('./use-document.ts')
  const shown: [text: unknown, isRead: boolean][] = []
  const { result } = renderHook(
    () => {
      const answer = useAnswers(PROJECT_ID, 'd1', 7)?.get('r1')
      const isRead = useIsAnswerRead(PROJECT_ID, 'd1', answer)
      shown.push([answer?.values['notes'], isRead])
      return isRead
    },
    { wrapper: inLocale },
  )
  await waitFor(() => expect(result.current).toBe(true))
  return { first: shown[0], read: shown.filter(([, isRead]) => isRead) }
}

it('a stored answer is never shown as missing while the device is read', async () => {
  const { first, read } = await shownAnswers([buildCommitment({ values: { notes: 'Stored' } })])
  expect(first).toEqual([undefined, false])
  expect(new Set(read.map(([text]) => text))).toEqual(new Set(['Stored']))
})

it('a requirement without an answer is read once all answers of its document are', async () => {
  const { first, read } = await shownAnswers([buildCommitment({ requirementId: 'r2' })])
  expect(first).toEqual([undefined, false])
  expect(read[0]).toEqual([undefined, true])
})
