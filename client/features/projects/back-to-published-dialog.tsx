import { useState } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { api } from '../../lib/api.ts'
import { DeadlineDialog, type DeadlineMove } from './deadline-dialog.tsx'
import type { MoveDialogProps } from './move-dialogs.tsx'

/** Vendors may answer again; a deadline that has passed needs a new one first. */
export function BackToPublishedDialog({ project, ...rest }: MoveDialogProps) {
  const [deadline, setDeadline] = useState<Deadline | null>(project.deadline)
  const move: DeadlineMove = (body) =>
    api.stateTransitions.moveBackToPublished({ params: { id: project.id }, body })
  return (
    <DeadlineDialog
      {...rest}
      project={project}
      deadline={deadline}
      onDeadline={setDeadline}
      move={move}
    />
  )
}
