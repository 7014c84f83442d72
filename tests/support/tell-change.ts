import { act } from '@testing-library/react'
import { type Change, emptyChange } from '#sync/engine/change.ts'
import { PROJECT_ID } from './project-rows.ts'

/** Tells the page of a change of the project that another tab or the leader made. */
export const tellChange = async (parts: Partial<Change>): Promise<void> => {
  const { deviceNotes } = await import('#client/lib/device.ts')
  const change = { ...emptyChange(900, PROJECT_ID), ...parts }
  act(() => deviceNotes.emit({ type: 'changes', changes: [change] }))
}
