import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { api } from '../../lib/api.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Shows the new state at once and reverts it if the call to the server fails. */
export function FavoriteButton({
  project,
}: {
  project: Pick<ProjectSummary, 'id' | 'name' | 'favorite'>
}) {
  const { t } = useLingui()
  const [isFavorite, setFavorite] = useState(project.favorite)
  useEffect(() => setFavorite(project.favorite), [project.favorite])
  const toggle = () => {
    setFavorite(!isFavorite)
    api.projects.toggleFavorite({ params: { id: project.id } }).then(
      ({ favorite }) => setFavorite(favorite),
      () => {
        setFavorite(isFavorite)
        toast.error(
          codeText(isFavorite ? 'toast.unfavorite' : 'toast.favorite', { project: project.name }),
        )
      },
    )
  }
  const label = isFavorite
    ? t`Remove ${project.name} from favourites`
    : t`Add ${project.name} to favourites`
  return (
    <ActionIcon
      size={26}
      aria-label={label}
      title={label}
      aria-pressed={isFavorite}
      onClick={toggle}
    >
      {isFavorite ? (
        <IconStarFilled size={15} color="var(--amber-text)" aria-hidden />
      ) : (
        <IconStar size={15} stroke={1.5} aria-hidden />
      )}
    </ActionIcon>
  )
}
