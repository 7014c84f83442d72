import * as v from 'valibot'
import type { Place } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { keptForm } from '#client/lib/kept-form.ts'

/** Names under which unsent comment texts are kept through reloads and crashes. */
export const keepName = (keep: string): string => `comment/${keep}`
export const startKeep = (place: Place, type: Started): string =>
  `${type}/${place.kind}/${place.id}`
/** The name under which the severity of an unsent pain point is kept. */
export const severityKeepName = ({ kind, id }: Place): string => `severity/${kind}/${id}`
/** Whether an unsent text for a new thread of this type is kept at the place. */
export const isBegun = (place: Place, type: Started): boolean =>
  keptForm(keepName(startKeep(place, type)), v.string()) !== null
