import { textParts } from '#schema/rules/comments/mentions.ts'
import { useTeam } from '#client/lib/team.ts'
import classes from './mentions.module.css'

/** The text of a comment. A mention shows the present name of a person whom the device knows. */
export function MentionText({ projectId, text }: { projectId: string; text: string }) {
  const team = useTeam(projectId)
  return textParts(text).map(({ text: plain, mention }, at) =>
    mention === undefined ? (
      plain
    ) : (
      <span key={at} className={classes.mention}>
        @{team.find(({ id }) => id === mention.id)?.name ?? mention.name}
      </span>
    ),
  )
}
