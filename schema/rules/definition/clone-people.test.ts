import { expect, test } from 'vitest'
import { buildDocument, buildPackage, buildProject } from '../../../tests/support/project-rows.ts'
import { CLONE_DEFAULTS, type CloneOptions, cloneRows, type CloneRows } from './clone.ts'

const APPROVER = 'role-project-req-approver'
const source: CloneRows = {
  ...{ releases: [], sections: [], requirements: [], vendors: [], commitments: [] },
  restrictions: [],
  packages: [buildPackage({ ownerId: 5 })],
  documents: [
    buildDocument({ ownerId: 6, members: [7, 99] }),
    buildDocument({ id: 'd2', prefix: 'SEC', ownerId: 99 }),
  ],
  members: [5, 6, 7, 8].map((userId) => ({ userId, roleIds: [APPROVER] })),
}
const clone = (options: Partial<CloneOptions>) =>
  cloneRows(source, {
    project: buildProject({ id: 'copy' }),
    kind: 'project',
    options: { ...CLONE_DEFAULTS, ...options },
    newId: (
      (count) => () =>
        `new-${(count += 1)}`
    )(0),
    now: 50,
  })

test('[CL6] without the members, those who own a part or are members of a document are members of the copy', () => {
  const copy = clone({ members: false })
  expect(copy.members).toEqual([5, 6, 7].map((userId) => ({ userId, roleIds: [APPROVER] })))
  expect(copy.documents.map(({ ownerId, members }) => [ownerId, members])).toEqual([
    [6, [7]],
    [99, undefined],
  ])
})

test('[CL6] without the owners, nothing has an owner or members of its own', () => {
  for (const members of [true, false]) {
    const copy = clone({ members, owners: false })
    expect(copy.members.map(({ userId }) => userId)).toEqual(members ? [5, 6, 7, 8] : [])
    expect(
      [...copy.packages, ...copy.documents].map((row) => [
        row.ownerId,
        'members' in row ? row.members : undefined,
      ]),
    ).toEqual(Array.from({ length: 3 }, () => [null, undefined]))
  }
})

test('[CL7] the members of a copy without roles are reviewers, owners included', () => {
  expect(clone({ members: false, roles: false }).members).toEqual(
    [5, 6, 7].map((userId) => ({ userId, roleIds: ['role-project-req-reviewer'] })),
  )
})
