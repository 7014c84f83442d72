import { useState } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { api } from '../../lib/api.ts'
import { DeadlineDialog, type DeadlineMove } from './deadline-dialog.tsx'
import type { MoveDialogProps } from './move-dialogs.tsx'

/**
 * Moves the project back to PUBLISHED, so that vendors can answer again. A deadline in the past has
 * to be replaced first.
 */
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
