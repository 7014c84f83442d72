import { describe, expect, test } from 'vitest'
import {
  ADMINISTRATOR_TABLE,
  COMMENT_TABLE,
  holds,
  PROJECT_TABLE,
  reachesAll,
  REQUESTOR_FILES_TABLE,
  rowsOf,
  rolesOf,
  scopeOfRole,
  STATE_LETTERS,
} from '../../../tests/support/access-oracle.ts'
import {
  CITY,
  isVendorRole,
  ME,
  OTHER_VENDOR,
  OWN_VENDOR,
  personWith,
} from '../../../tests/support/access-people.ts'
import { buildCollaborator, buildVendorContact } from '../../../tests/support/project-rows.ts'
import type { CommentType } from '../../entities/comment.ts'
import { PROJECT_STATES, type ProjectState } from '../../entities/project.ts'
import type { Permission } from '../../tables/permissions.ts'
import { ROLE_IDS, type RoleId } from '../../tables/role-permissions.ts'
import {
  PROJECT_SCOPED_ACTIONS,
  type ProjectScopedAction,
  type ProjectSubject,
} from './access-project.ts'
import { can } from '../../../tests/support/can.ts'
import type { Actor } from './project-actor.ts'
import { COMMENT_ACTIONS, commentDenial } from '../comments/comment-rules.ts'
import { type Person, projectActorOf } from './project-actor.ts'

describe('inside projects', () => {
  interface Situation {
    role: RoleId
    relation: 'owner' | 'member' | 'none' | 'vendor'
    actor: Actor
    packageIds: string[] | null
  }
  const situationsOf = (role: RoleId, state: ProjectState): Situation[] => {
    const project = { organizationId: CITY, ownerId: 1, state }
    const situation = (
      relation: Situation['relation'],
      person: Person,
      ties: Partial<Parameters<typeof projectActorOf>[1]>,
      packageIds: string[] | null = null,
    ): Situation => ({
      role,
      relation,
      packageIds,
      actor: {
        person,
        inProject: projectActorOf(person, {
          project,
          memberRoles: null,
          isInvited: true,
          grant: null,
          ...ties,
        }),
      },
    })
    const person = personWith(role)
    if (isVendorRole(role)) {
      const isPrimary = person.isPrimaryContact
      return [
        situation('vendor', person, { grant: { packageIds: null } }),
        situation('vendor', person, { grant: { packageIds: ['p1'] } }, isPrimary ? null : ['p1']),
        situation('vendor', person, { grant: { packageIds: [] } }, isPrimary ? null : []),
        situation(isPrimary ? 'vendor' : 'none', person, { grant: null }),
        situation('none', person, { isInvited: false, grant: { packageIds: null } }),
        situation('none', personWith(role, 9), { grant: { packageIds: null } }),
      ]
    }
    const memberRoles = scopeOfRole(role) === 'project' ? [role] : []
    return [
      situation(scopeOfRole(role) === 'system' ? 'none' : 'owner', person, {
        project: { ...project, ownerId: ME },
        memberRoles,
      }),
      situation(scopeOfRole(role) === 'system' ? 'none' : 'member', person, { memberRoles }),
      situation(reachesAll(role) ? 'member' : 'none', person, {}),
      situation('none', personWith(role, 2), { memberRoles }),
    ]
  }

  const places = [
    {
      name: "a colleague's",
      isAssigned: false,
      ownsDocument: false,
      isAuthor: false,
      packageId: 'p1',
    },
    {
      name: 'in an own package',
      isAssigned: true,
      ownsDocument: false,
      isAuthor: false,
      packageId: 'p2',
    },
    { name: 'own', isAssigned: true, ownsDocument: true, isAuthor: true, packageId: 'p1' },
    {
      name: 'of the project',
      isAssigned: false,
      ownsDocument: false,
      isAuthor: true,
      packageId: null,
    },
  ]
  interface Row {
    action: ProjectScopedAction
    cells: string[]
    commentType?: CommentType
    vendorIds: (number | null)[]
  }
  const VENDORS = [OWN_VENDOR, OTHER_VENDOR]
  const VENDOR_THINGS = [
    'restrictions.read',
    'restrictions.edit',
    'commitment.write',
    'commitment.read',
    'override.read',
    'override.write',
    'attachment.read',
    'attachment.create',
    'attachment.remove',
  ]
  const rows: Row[] = [
    ...rowsOf(PROJECT_TABLE).map(([action = '', ...cells]) => ({
      action: action as ProjectScopedAction,
      cells,
      vendorIds: VENDOR_THINGS.includes(action) ? VENDORS : [null],
    })),
    ...rowsOf(REQUESTOR_FILES_TABLE).map(([action = '', ...cells]) => ({
      action: action as ProjectScopedAction,
      cells,
      vendorIds: [null],
    })),
    ...rowsOf(COMMENT_TABLE).map(([type = '', action = '', ...cells]) => ({
      action: action as ProjectScopedAction,
      cells,
      commentType: type as CommentType,
      vendorIds: type === 'Q' || type === 'PP' ? VENDORS : [null],
    })),
  ]

  const meets = (
    need: string,
    { role, relation }: Situation,
    place: (typeof places)[number],
  ): boolean => {
    const held: RoleId[] = relation === 'owner' ? [role, 'role-project-admin'] : [role]
    const word = (text: string): boolean => {
      if (text === 'doc') return place.ownsDocument
      if (text === 'author') return place.isAuthor
      if (text.startsWith('own:'))
        return scopeOfRole(role) === 'organization' && holds([role], text.slice(4))
      const [anywhere = '', assigned] = text.split('/')
      return (
        holds(held, anywhere) ||
        (assigned !== undefined && place.isAssigned && holds(held, assigned))
      )
    }
    return need === '+' || need.split('&').every((part) => part.split('|').some(word))
  }
  const sees = ({ role, relation }: Situation, state: ProjectState): boolean => {
    if (relation === 'owner') return true
    if (relation === 'vendor') return 'UVETCA'.includes(STATE_LETTERS[state])
    return (
      relation === 'member' &&
      (holds([role], 'PROJECT_ADMIN') ||
        (holds([role], 'PROJECT_BROWSE') && !'ID'.includes(STATE_LETTERS[state])))
    )
  }
  const expected = (
    situation: Situation,
    row: Row,
    state: ProjectState,
    isSealed: boolean,
    place: (typeof places)[number],
    vendorId: number | null,
  ): boolean => {
    const [ownerStates = '', need = '', states = '', vendorNeed = '', vendorStates = ''] = row.cells
    const letter = STATE_LETTERS[state]
    if (!sees(situation, state)) return false
    if (situation.relation === 'vendor') {
      if (
        place.packageId !== null &&
        situation.packageIds !== null &&
        !situation.packageIds.includes(place.packageId)
      )
        return false
      if (vendorId === OTHER_VENDOR || vendorNeed === '-' || !vendorStates.includes(letter))
        return false
      return meets(vendorNeed, situation, place)
    }
    const isOpenedBySeal = !isSealed && letter === 'U' && need === 'SC_BROWSE'
    if (situation.relation === 'owner') {
      if (!isOpenedBySeal && !ownerStates.includes(letter)) return false
      return ownerStates.startsWith('!') || meets(need, situation, place)
    }
    const isReserved = ADMINISTRATOR_TABLE[row.action]?.includes(letter) === true
    if (isReserved && situation.role !== 'role-project-admin') return false
    return (
      need !== '-' && (isOpenedBySeal || states.includes(letter)) && meets(need, situation, place)
    )
  }

  interface Case {
    situation: Situation
    row: Row
    state: ProjectState
    isSealed: boolean
    vendorId: number | null
    placeName: string
    decision: ReturnType<typeof can>
    expected: boolean
  }
  function* everyCase(role: RoleId): Generator<Case> {
    for (const state of PROJECT_STATES) {
      for (const situation of situationsOf(role, state)) {
        for (const isSealed of [true, false]) {
          for (const row of rows) {
            for (const vendorId of row.vendorIds) {
              for (const place of places) {
                const { name, ...where } = place
                const subject: ProjectSubject = {
                  project: { state, sealed: isSealed, publishedOn: 1, deadlineAt: 1_000 },
                  now: 999,
                  vendorId,
                  commentType: row.commentType,
                  ...where,
                }
                yield {
                  situation,
                  row,
                  state,
                  isSealed,
                  vendorId,
                  placeName: name,
                  decision: can(situation.actor, row.action, subject),
                  expected: expected(situation, row, state, isSealed, place, vendorId),
                }
              }
            }
          }
        }
      }
    }
  }

  test('[CN4] the tables name every action, comments once for every type', () => {
    const besides = new Set(
      rows.filter(({ commentType }) => commentType === undefined).map(({ action }) => action),
    )
    expect([...besides, ...COMMENT_ACTIONS].toSorted()).toEqual(
      [...PROJECT_SCOPED_ACTIONS].toSorted(),
    )
    expect(rows.filter(({ commentType }) => commentType !== undefined)).toHaveLength(
      4 * COMMENT_ACTIONS.length,
    )
  })

  const counted = { cases: 0, allowed: 0 }
  test.each(ROLE_IDS)(
    "[CN4] %s in every relation, state and scope may do what the tables say and nothing else; nothing with another vendor's, nothing sealed",
    (asking) => {
      let cases = 0
      let allowed = 0
      const wrong: string[] = []
      for (const {
        situation: { role, relation, actor },
        row,
        state,
        isSealed,
        vendorId,
        placeName,
        decision,
        expected: isExpected,
      } of everyCase(asking)) {
        cases += 1
        if (decision.isAllowed) allowed += 1
        const name = () =>
          `${role} ${relation} ${row.action} ${row.commentType ?? ''} ${state} ${isSealed ? 'sealed' : 'open'} ${String(vendorId)} ${placeName}`
        if (decision.isAllowed !== isExpected)
          wrong.push(`${name()}: ${String(decision.isAllowed)}`)
        if (decision.isAllowed && relation === 'vendor' && vendorId === OTHER_VENDOR)
          wrong.push(`another vendor's: ${name()}`)
        if (decision.isAllowed && scopeOfRole(role) === 'system') wrong.push(`system: ${name()}`)
        const isAnswer =
          ['commitment.read', 'override.read'].includes(row.action) ||
          (row.action === 'attachment.read' && vendorId !== null)
        if (
          decision.isAllowed &&
          relation !== 'vendor' &&
          isAnswer &&
          state === 'PUBLISHED' &&
          isSealed
        )
          wrong.push(`sealed: ${name()}`)
        if (
          !decision.isAllowed &&
          actor.inProject === null &&
          decision.code !== 'ACCESS_TO_PROJECT_IS_DENIED'
        )
          wrong.push(`${decision.code}: ${name()}`)
      }
      expect(wrong).toEqual([])
      counted.cases += cases
      counted.allowed += allowed
    },
    60_000,
  )

  test('[CN4] every case is covered', () => {
    // Roles × situations (6 of contacts, 4 of the others) × states × seal × (rows and their
    // vendors) × places.
    const asked = rows.reduce((sum, { vendorIds }) => sum + vendorIds.length, 0)
    expect(asked).toBe(25 + 9 * 2 + 3 + 12 + 12 * 2)
    expect(counted.cases).toBe((2 * 6 + 14 * 4) * 9 * 2 * asked * 4)
    expect(counted.allowed).toBeGreaterThan(20_000)
  })

  const ask = (
    role: RoleId,
    action: ProjectScopedAction,
    subject: Partial<ProjectSubject> & { state?: ProjectState },
    at = 1,
  ) => {
    const { state = 'PUBLISHED', ...rest } = subject
    const [first] = situationsOf(role, state)
      .slice(at)
      .map(({ actor }) => actor)
    return first === undefined
      ? null
      : can(first, action, {
          project: { state, sealed: true, publishedOn: 1, deadlineAt: 1_000 },
          ...rest,
        })
  }

  test('[CN5] a refusal says why: permission, state, seal, assignment, restriction, deadline, authorship', () => {
    expect(
      ask('role-project-req-reviewer', 'content.write', { state: 'PREPARATION' }),
    ).toMatchObject({
      code: 'NOT_ALLOWED',
      reason: { kind: 'permission', anyOf: ['PROJECT_CONTENT_ALL_WRITE'] },
    })
    expect(
      ask('role-project-req-colaborator', 'content.write', { state: 'PREPARATION' }),
    ).toMatchObject({
      code: 'NOT_ALLOWED',
      reason: { kind: 'assignment', permission: 'PROJECT_CONTENT_ASSIGNED_WRITE' },
    })
    expect(ask('role-project-req-author', 'content.write', {})).toMatchObject({
      code: 'STATE_FORBIDS',
      reason: { kind: 'state', state: 'PUBLISHED', allowedIn: ['PREPARATION'] },
    })
    expect(ask('role-project-req-author', 'content.write', { state: 'CLOSED' })).toMatchObject({
      code: 'PROJECT_READ_ONLY',
      reason: { kind: 'readOnly', state: 'CLOSED' },
    })
    expect(ask('role-project-req-author', 'attachment.create', { state: 'CLOSED' })).toMatchObject({
      code: 'PROJECT_READ_ONLY',
      reason: { kind: 'readOnly', state: 'CLOSED' },
    })
    expect(ask('role-project-req-author', 'commitment.read', { vendorId: 7 })).toMatchObject({
      code: 'STATE_FORBIDS',
      reason: { kind: 'sealed' },
    })
    expect(
      ask('role-project-req-author', 'commitment.read', { vendorId: 7, state: 'PREPARATION' }),
    ).toMatchObject({
      reason: {
        kind: 'state',
        allowedIn: ['VALIDATION', 'EVALUATION', 'EVALUATED', 'CLOSED', 'ARCHIVED'],
      },
    })
    expect(ask('role-project-req-approver', 'attachment.remove', { vendorId: null })).toMatchObject(
      { code: 'NOT_ALLOWED', reason: { kind: 'authorship' } },
    )
    expect(ask('role-project-req-author', 'attachment.remove', { vendorId: 7 })).toMatchObject({
      reason: { kind: 'relation' },
    })
    expect(ask('role-vendor-contact', 'content.read', { packageId: 'p2' })).toMatchObject({
      code: 'NOT_FOUND',
      reason: { kind: 'restriction' },
    })
    expect(
      ask('role-vendor-contact', 'commitment.write', { packageId: 'p1', vendorId: 7, now: 1_000 }),
    ).toMatchObject({ code: 'DEADLINE_PASSED', reason: { kind: 'deadline', deadlineAt: 1_000 } })
    expect(
      ask('role-vendor-contact', 'comment.create', {
        packageId: 'p1',
        vendorId: 7,
        commentType: 'Q',
        state: 'VALIDATION',
      }),
    ).toEqual({
      isAllowed: false,
      code: 'comment.state',
      reason: { kind: 'state', state: 'VALIDATION', allowedIn: ['PUBLISHED'] },
    })
  })

  test('[CN5] a comment in a package that the contact was not given does not exist for them', () => {
    const contact = situationsOf('role-vendor-contact', 'PUBLISHED')[1]?.actor.inProject
    const inPackage = (packageId: string | null) =>
      contact &&
      commentDenial(contact, 'comment.read', {
        state: 'PUBLISHED',
        type: 'QA',
        vendorId: null,
        packageId,
      })
    expect([inPackage('p1'), inPackage(null), inPackage('p2')]).toEqual([
      null,
      null,
      { code: 'NOT_FOUND', reason: { kind: 'restriction' } },
    ])
  })

  test('[CN5] each type of comment has a permission of its own, and a vendor never reads a discussion, not even by a permission given by mistake', () => {
    const reads = (permissions: Permission[]) =>
      (['D', 'Q', 'QA', 'PP'] as const).filter(
        (type) =>
          commentDenial(buildCollaborator('', { permissions }), 'comment.read', {
            state: 'PUBLISHED',
            type,
            vendorId: null,
          }) === null,
      )
    expect([reads(['DISCUSSION_BROWSE']), reads(['QA_BROWSE']), reads(['PP_BROWSE'])]).toEqual([
      ['D'],
      ['Q', 'QA'],
      ['PP'],
    ])
    const contact = buildVendorContact({ permissions: ['PROJECT_BROWSE', 'DISCUSSION_BROWSE'] })
    expect(
      commentDenial(contact, 'comment.read', {
        state: 'PUBLISHED',
        type: 'D',
        vendorId: OWN_VENDOR,
      }),
    ).toEqual({ code: 'NOT_FOUND', reason: { kind: 'scope' } })
  })

  test('[CN6] who administers the system is nothing in a project, were they its owner, member or administrator of its organization besides', () => {
    for (const role of rolesOf('system')) {
      const person: Person = { ...personWith(role), roles: [role, 'role-org-owner'] }
      const ties = {
        project: { organizationId: CITY, ownerId: ME, state: 'EVALUATION' as const },
        memberRoles: ['role-project-admin'],
        isInvited: true,
        grant: { packageIds: null },
      }
      expect(projectActorOf(person, ties)).toBeNull()
    }
  })

  test('[CN6] a member is nothing in a project that is initializing or a draft; its owner and the organization administrators are', () => {
    for (const state of PROJECT_STATES) {
      const isHidden = state === 'INITIALIZING' || state === 'DRAFT'
      const ties = {
        project: { organizationId: CITY, ownerId: 1, state },
        memberRoles: ['role-project-admin'],
        isInvited: false,
        grant: null,
      }
      expect(projectActorOf(personWith('role-project-admin'), ties) === null).toBe(isHidden)
      expect(projectActorOf(personWith('role-org-admin'), ties)).toMatchObject({
        relation: 'collaborator',
      })
      expect(
        projectActorOf(personWith('role-project-admin'), {
          ...ties,
          project: { ...ties.project, ownerId: ME },
        }),
      ).toMatchObject({ relation: 'owner' })
    }
  })

  test('[CN9] PROJECT_ADMIN and PROJECT_EDIT open every project only as roles of the organization, PROJECT_EDIT with its details', () => {
    const ties = (state: ProjectState) => ({
      project: { organizationId: CITY, ownerId: 1, state },
      memberRoles: null,
      isInvited: false,
      grant: null,
    })
    const actorOf = (role: RoleId, state: ProjectState) =>
      projectActorOf(personWith(role), ties(state))
    expect(actorOf('role-org-power-user', 'EVALUATION')?.permissions).toContain(
      'PROJECT_EDIT_DETAILS',
    )
    expect(actorOf('role-org-power-user', 'DRAFT')).toBeNull()
    expect(actorOf('role-org-admin', 'DRAFT')).not.toBeNull()
    expect(actorOf('role-org-vendor-manager', 'EVALUATION')).toBeNull()
    const stranger: Person = { ...personWith('role-project-admin'), roles: ['role-project-admin'] }
    expect(projectActorOf(stranger, ties('EVALUATION'))).toBeNull()
  })

  test('[CN7] a role counts only where its scope is: what a contact was given by mistake opens nothing', () => {
    const person: Person = {
      userId: ME,
      name: 'Me',
      organizationId: OWN_VENDOR,
      parentId: CITY,
      roles: ['role-vendor-contact', 'role-org-owner', 'role-project-admin'],
      isPrimaryContact: false,
    }
    const inProject = projectActorOf(person, {
      project: { organizationId: CITY, ownerId: ME, state: 'EVALUATION' },
      memberRoles: ['role-project-admin'],
      isInvited: true,
      grant: { packageIds: null },
    })
    expect(inProject).toMatchObject({
      relation: 'vendor',
      permissions: ['PROJECT_BROWSE', 'PROJECT_VERSIONS_BROWSE', 'QA_BROWSE', 'PP_BROWSE'],
    })
    expect(
      can({ person, inProject }, 'member.manage', { organizationId: OWN_VENDOR, parentId: CITY })
        .isAllowed,
    ).toBe(false)
    expect(
      can({ person, inProject }, 'member.manage', { organizationId: CITY, parentId: null })
        .isAllowed,
    ).toBe(false)
  })
})
