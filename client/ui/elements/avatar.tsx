import { useState } from 'react'
import { LIMITS } from '#schema/tables/limits.ts'
import classes from './avatar.module.css'
import { Initials, type InitialsProps } from './initials.tsx'

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
