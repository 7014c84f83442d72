import type { ReactNode } from 'react'
import { LIMITS } from '#schema/tables/limits.ts'
import classes from './initials.module.css'

/** A person is round; a project or an organization is square. */
export type AvatarKind = 'person' | 'place'

export interface InitialsProps {
  name: string
  /** Size in px. */
  size?: number
  kind?: AvatarKind | undefined
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .filter((_letter, index, all) => index === 0 || index === all.length - 1)
    .join('')

/** The initials of a name. Decorative: the name is shown beside them. */
export function Initials({ name, size = LIMITS.avatarSizePx, kind }: InitialsProps) {
  return (
    <svg
      className={classes.initials}
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

const BESIDE_PX = 20

/** A name in a line of text, with its initials before it. */
export function WithInitials({
  name,
  kind,
  children = name,
}: Pick<InitialsProps, 'name' | 'kind'> & { children?: ReactNode }) {
  return (
    <span className={classes.named}>
      <Initials name={name} kind={kind} size={BESIDE_PX} />
      {children}
    </span>
  )
}
