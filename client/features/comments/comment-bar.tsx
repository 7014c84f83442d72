import { useLingui } from '@lingui/react/macro'
import { Suspense, useId, useState } from 'react'
import type { Place } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { mayBrowseComments } from '#client/lib/project-access.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Skeleton } from '#client/ui/pages/skeleton.tsx'
import classes from './comment-bar.module.css'
import { isBegun } from './start-keep.ts'
import { useCommentCounts } from './use-comment-counts.ts'

const PlacePanel = lazyPart(() => import('./place-panel.tsx').then((part) => part.PlacePanel))

interface CommentBarProps {
  projectId: string
  place: Place
  /** Start with the first list open. */
  startsOpen?: boolean
}
const TYPES: readonly Started[] = ['Q', 'PP', 'D']

/**
 * Counts the questions, pain points and discussions of a place. Each list opens below its count and
 * loads when it opens.
 */
export function CommentBar({ projectId, place, startsOpen = false }: CommentBarProps) {
  const { t } = useLingui()
  const id = useId()
  const { actor } = useProjectState(projectId)
  const counts = useCommentCounts(projectId, place)
  const types = TYPES.filter((type) => actor !== undefined && mayBrowseComments(actor, type))
  const [open, setOpen] = useState(
    () => types.find((type) => isBegun(place, type)) ?? (startsOpen ? types[0] : undefined),
  )
  const names: Record<Started, string> = { Q: t`Q&A`, PP: t`Pain points`, D: t`Discussion` }
  return (
    <section className={classes.section} aria-label={t`Comments`}>
      <div className={classes.bar}>
        {types.map((type) => (
          <button
            key={type}
            type="button"
            className={classes.button}
            aria-expanded={type === open}
            aria-controls={id}
            onClick={() => setOpen(type === open ? undefined : type)}
          >
            {counts[type] === 0 ? names[type] : `${names[type]} (${counts[type]})`}
          </button>
        ))}
      </div>
      <div id={id} className={classes.panel} hidden={open === undefined}>
        {open !== undefined && (
          <Suspense fallback={<Skeleton lines={2} />}>
            <PlacePanel key={open} projectId={projectId} place={place} type={open} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
