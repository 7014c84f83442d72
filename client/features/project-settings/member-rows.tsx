import type { ReactNode } from 'react'
import type { ProjectMember } from '#schema/api/projects-service/project-members.ts'

interface MemberRowsProps {
  members: readonly ProjectMember[]
  cells: (member: ProjectMember, name: string) => ReactNode
}

/** A table row per member. An invited person is identified by their e-mail address. */
export const MemberRows = ({ members, cells }: MemberRowsProps) => (
  <tbody>
    {members.map((member) => (
      <tr key={`${member.userId ?? ''}${member.email}`}>
        {cells(member, member.name || member.email)}
      </tr>
    ))}
  </tbody>
)
