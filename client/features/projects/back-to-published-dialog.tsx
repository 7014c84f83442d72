import { useState } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { api } from '../../lib/api.ts'
import { DeadlineDialog } from './deadline-dialog.tsx'
import type { MoveDialogProps } from './move-dialogs.tsx'

/** Vendors may answer again; a deadline that has passed needs a new one first. */
export function BackToPublishedDialog({ project, ...rest }: MoveDialogProps) {
  const [deadline, setDeadline] = useState<Deadline | null>(project.deadline)
  const move = (chosen: Deadline) => api.stateTransitions.moveBackToPublished({ params: { id: project.id }, body: { deadline: chosen } })
  return <DeadlineDialog {...rest} deadline={deadline} onDeadline={setDeadline} move={move} />
}
