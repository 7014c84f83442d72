import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import type { AvatarKind } from './initials.tsx'
import classes from './avatar.module.css'

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
