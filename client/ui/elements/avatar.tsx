import { type ReactNode, useState } from 'react'
import { LIMITS } from '#schema/tables/limits.ts'
import classes from './avatar.module.css'
import { type AvatarKind, Initials, type InitialsProps } from './initials.tsx'

interface AvatarProps extends InitialsProps {
  /** SHA-256 of the picture; null = there is none. */
  picture: string | null
}

/**
 * The picture of a person, a project or an organization, or the initials if there is none or it
 * cannot be loaded. Decorative: the name is shown beside it.
 */
export function Avatar({ picture, name, size = LIMITS.avatarSizePx, kind }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null)
  if (picture === null || picture === missing) return <Initials {...{ name, size, kind }} />
  return (
    <img
      className={classes.picture}
      data-kind={kind}
      src={`/api/users-service/avatars/${picture}`}
      alt=""
      width={size}
      height={size}
      onError={() => setMissing(picture)}
    />
  )
}

interface WithAvatarProps {
  picture?: string | null | undefined
  name: string
  kind?: AvatarKind
  children: ReactNode
}

/** A name in a list with the picture or the initials before it. */
export function WithAvatar({ picture = null, name, kind = 'person', children }: WithAvatarProps) {
  return (
    <span className={classes.named}>
      <Avatar picture={picture} name={name} kind={kind} />
      <span className={classes.words}>{children}</span>
    </span>
  )
}
