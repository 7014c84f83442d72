import type { Rights } from './rights.ts'
import { without } from './right-names.ts'

type Person = Rights['people'] extends ReadonlyMap<number, infer P> ? P : never

/** What the restore gave back to people: one line each. */
export const listOfPeople = (backup: Rights, later: Rights): string[] =>
  [...backup.people].flatMap(([id, before]) => {
    const after = later.people.get(id)
    // A row of an account never leaves, so another row of this id is of another installation.
    if (after?.uuid !== before.uuid || before.isDeleted) return []
    const { username } = before
    if (after.isDeleted) return [`account deleted: ${username}`]
    return [
      ...(after.isBlocked && !before.isBlocked ? [`person blocked: ${username}`] : []),
      ...(isSamePassword(before, after)
        ? []
        : [`password changed: ${username}; the former one is valid again`]),
      ...(after.email === before.email
        ? []
        : [
            `e-mail address changed: ${username}: is ${before.email} again, was ${after.email}; ` +
              'links for new passwords go to the former address',
          ]),
      ...ofSecondFactor(before, after),
    ]
  })

const isSamePassword = (before: Person, after: Person): boolean =>
  after.password === before.password || after.passwordSetOn === before.passwordSetOn

const ofSecondFactor = (before: Person, after: Person): string[] => {
  const { username } = before
  if (!before.hasSecondFactor)
    return after.hasSecondFactor ? [`second factor turned on: ${username}; it is off again`] : []
  if (!after.hasSecondFactor)
    return [`second factor turned off: ${username}; it is on again, with the former authenticator`]
  const codes = [...after.unusedCodes, ...after.usedCodes]
  if (without([...before.unusedCodes, ...before.usedCodes], codes).length > 0)
    return [
      `second factor or recovery codes replaced: ${username}; the former authenticator and ` +
        'recovery codes are valid again',
    ]
  const used = before.unusedCodes.filter((hash) => after.usedCodes.includes(hash))
  return used.length > 0 ? [`recovery codes used: ${username}; ${used.length} are valid again`] : []
}
