import { LIMITS } from '#schema/tables/limits.ts'
import classes from './avatar.module.css'

interface AvatarProps {
  /** SHA-256 of the picture; null = the person has none. */
  picture: string | null
  name: string
  /** Size in px. */
  size?: number
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join('')

/** The picture of a person, or their initials. Decorative: the name is shown beside it. */
export function Avatar({ picture, name, size = LIMITS.avatarSizePx }: AvatarProps) {
  if (picture !== null)
    return (
      <img
        className={classes.avatar}
        src={`/api/users-service/avatars/${picture}`}
        alt=""
        width={size}
        height={size}
      />
    )
  return (
    <svg className={classes.avatar} width={size} height={size} viewBox="0 0 40 40" aria-hidden>
      <text x="20" y="21" textAnchor="middle" dominantBaseline="middle">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
