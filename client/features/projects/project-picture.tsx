import { useLingui } from '@lingui/react/macro'
import { projectAvatars } from '#schema/api/projects-service/project-avatars.ts'
import type { Project } from '#schema/entities/project.ts'
import { callsOf } from '../../lib/api.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { AvatarPart } from '../../ui/pictures/avatar-part.tsx'

const calls = callsOf(projectAvatars)

/** Lets people who may edit the project choose its picture. */
export function ProjectPicture({ project }: { project: Project }) {
  const { t } = useLingui()
  return (
    <AvatarPart
      avatar={project.avatar ?? null}
      name={project.name}
      kind="place"
      title={t`Picture of the project`}
      save={async (picture) => {
        const { id, updatedOn } = project
        try {
          await calls.set({ params: { id }, body: { picture, updatedOn } })
        } finally {
          // A refused picture stays in the dialog, and the next try names the newest version.
          await tryNow()
        }
      }}
    />
  )
}
