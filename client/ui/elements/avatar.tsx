import { useState } from 'react'
import { LIMITS } from '#schema/tables/limits.ts'
import classes from './avatar.module.css'

/** A person is round; a project or an organization is square. */
export type AvatarKind = 'person' | 'place'

interface AvatarProps {
  /** SHA-256 of the picture; null = there is none. */
  picture: string | null
  name: string
  /** Size in px. */
  size?: number
  kind?: AvatarKind
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join('')

/**
 * The picture of a person, a project or an organization, or the initials if there is none or it
 * cannot be loaded. Decorative: the name is shown beside it.
 */
export function Avatar({ picture, name, size = LIMITS.avatarSizePx, kind }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null)
  if (picture !== null && picture !== missing)
    return (
      <img
        className={classes.avatar}
        data-kind={kind}
        src={`/api/users-service/avatars/${picture}`}
        alt=""
        width={size}
        height={size}
        onError={() => setMissing(picture)}
      />
    )
  return (
    <svg
      className={classes.avatar}
      data-kind={kind}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden
    >
      <text x="20" y="21" textAnchor="middle" dominantBaseline="middle">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
