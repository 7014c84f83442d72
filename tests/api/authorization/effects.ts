import type { Api } from '#schema/api/index.ts'
import { MEMBERS, type Name } from './cast.ts'
import { type Attempt, type Ids, PUBLIC } from './matrix-row.ts'

type Lines = readonly string[]
export interface At {
  readonly attempt: Attempt
  readonly me: Name
  readonly ids: Ids
}
/** The rows that an allowed call changes, as `linesOf` in `changes.ts` names them. */
export type Effects = Lines | ((at: At) => Lines)
type EffectsOf<S extends keyof Api> = { readonly [C in keyof Api[S]]: Effects | typeof PUBLIC }

const NOTHING: Lines = []
const ANSWERS_OF = ['@vendor', '@beta'] as const

/** The person whom the attempt concerns, by the number in its path or body. */
const subjectOf = ({ attempt: { params, body }, ids }: At): string => {
  const given = { ...params, ...body } as Record<string, unknown>
  const list = Array.isArray(given['userIds']) ? given['userIds'] : []
  const id = Number(list[0] ?? given['userId'] ?? given['id'])
  const found = Object.entries(ids.users).find(([, number]) => number === id)
  return `@${found?.[0] ?? 'nobody'}`
}
const NAMED_SESSIONS: Readonly<Record<string, string>> = {
  '@reviewer': 'session-of-the-reviewer',
  '@village-owner': 'session-of-the-villager',
}
const sessionsEnd = (person: string): Lines => [
  `sessions ${person}/made ~ ended_on`,
  ...(NAMED_SESSIONS[person] === undefined
    ? []
    : [`sessions ${person}/${NAMED_SESSIONS[person]} ~ ended_on`]),
]
const accessChanges = (person: string): Lines => [`users ${person} ~ access_version`]

/**
 * Rows that go when a person is removed: the memberships of one of City's people in its projects,
 * or the grants of a contact of Alpha or Beta.
 */
const partsOf = (person: string): Lines => {
  const member = MEMBERS.find(({ username }) => `@${username}` === person)
  const projects = member?.company === 'beta' ? ['project'] : ['project', 'elsewhere']
  if (member?.projectRoles !== undefined)
    return projects.flatMap((project) => [
      `project_members ${project}/${person} -`,
      `project_log ${project}/team/memberRemoved +`,
    ])
  return member?.packages === undefined
    ? []
    : projects.flatMap((project) => [
        `restrictions ${project}/@vendor/${person} -`,
        `project_log ${project}/team/restrictionsSet +`,
      ])
}
const outOf = (place: string, person: string): Lines => [
  `organization_members ${place}/${person} -`,
  ...accessChanges(person),
  ...sessionsEnd(person),
  ...partsOf(person),
]
const placeOf = (person: string): string =>
  /^@(alpha|beta|delta)/.test(person) ? '@vendor' : '@home'
const blocked = (at: At): Lines => {
  const person = subjectOf(at)
  return at.me === 'sys-admin'
    ? [`users ${person} ~ access_version,blocked`, ...sessionsEnd(person)]
    : [
        `organization_members ${placeOf(person)}/${person} ~ state`,
        ...accessChanges(person),
        ...sessionsEnd(person),
      ]
}
const accessOfSubject = (at: At): Lines => accessChanges(subjectOf(at))

/** Deleting a requirement, section, document or package also deletes what it contains. */
const answersTo = (requirement: string): Lines =>
  ANSWERS_OF.map((vendor) => `commitments project/${requirement}.${vendor} -`)
const contentOfS1: Lines = [
  'requirements project/r1 -',
  'requirements project/r2 -',
  ...answersTo('r1'),
  ...answersTo('r2'),
  ...ANSWERS_OF.flatMap((vendor) => [
    `overrides project/r1.${vendor}.met -`,
    `attachments project/file.${vendor} -`,
    `comments project/project-q.${vendor} -`,
    `replies project/project-draft${vendor} -`,
    `replies project/project-official${vendor} -`,
  ]),
  'comments project/project-d -',
  'publications project/project-qa -',
]
const contentOfD1: Lines = [
  ...contentOfS1,
  'sections project/s1 -',
  'attachments project/project-document1 -',
]
const contentOfP1: Lines = [
  ...contentOfD1,
  'documents project/d1 -',
  'attachments project/project-package1 -',
]
/** Kept so that the person who deleted a file can restore it. */
const FILES_KEPT: Lines = [
  '?blob_uploads @me/file +',
  '?blob_uploads @me/file ~ completed_on',
  '?blobs file ~ used_on',
]
const answeredChanges: Lines = ANSWERS_OF.map(
  (vendor) => `project_vendors project/project.${vendor} ~ answered`,
)
const PEOPLE_CHANGE = 'project_sync project ~ visibility_version'
const countChanges = 'packages project/p1 ~ requirement_count'

/** Each vendor has its own log, which begins with its first entry. */
const moved = (...kinds: readonly string[]): Lines => [
  'projects project ~ body.state,state',
  PEOPLE_CHANGE,
  ...loggedToAll('moved', ...kinds),
]
const loggedToAll = (...kinds: readonly string[]): Lines => [
  ...kinds.flatMap((kind) =>
    ['team', ...ANSWERS_OF.map((vendor) => `v${vendor}`)].map(
      (audience) => `project_log project/${audience}/${kind} +`,
    ),
  ),
  ...ANSWERS_OF.map((vendor) => `?project_log project/v${vendor}/begun +`),
]
/** Once the answers are open, the requestors receive the counts of each vendor. */
const countsShown: Lines = ANSWERS_OF.map(
  (vendor) => `project_vendors project/project.${vendor} ~ body.answered,body.submitted`,
)
const REQUEST_ENDS = 'opening_requests project -'
const moveOfOpen: Lines = [...moved(), ...countsShown, REQUEST_ENDS]
const gammaJoins = ({ attempt }: At): Lines =>
  attempt.object === 'otherOrganization'
    ? []
    : [
        'project_vendors project/project.@gamma +',
        'restrictions project/@gamma/@gamma-primary +',
        'project_log project/team/vendorAdded +',
        'project_log project/team/restrictionsSet +',
      ]

/** What every copy of a project has. */
const copied = ({ attempt }: At): Lines => [
  'projects made +',
  'project_sync made +',
  'releases made/made +',
  'packages made/made +',
  'documents made/made +',
  'sections made/made +',
  'requirements made/made +',
  'project_log made/team/created +',
  'project_log made/team/moved +',
  ...(attempt.object === 'own'
    ? [
        'project_log made/team/memberAdded +',
        ...[
          'approver',
          'author',
          'collaborator',
          'project-admin',
          'reviewer',
          'sys-admin',
          'sys-configurator',
        ].map((name) => `project_members made/@${name} +`),
      ]
    : []),
]

/** The ids of a vendor's own rows contain the vendor's number. */
export const ownId = (me: Name, id = 'new'): string => {
  const company = MEMBERS.find(({ username }) => username === me)?.company
  return company === 'beta'
    ? `${id}.@beta`
    : company === 'alpha' || company === 'delta'
      ? `${id}.@vendor`
      : id
}
const sent = ({ me }: At): Lines => [
  `attachments project/${ownId(me, 'made')} +`,
  'blob_uploads @me/file ~ completed_on',
  'blobs file ~ used_on',
]
const numbered = 'numbering FUN ~ last_number'
const requirementMade: Lines = ['requirements project/r9 +', numbered, countChanges]
const answerWritten: Lines = ['commitments project/r2.@vendor ~ body.updatedBy,body.values']
const fileGone: Lines = [
  '?blob_uploads @me/*file +',
  '?blob_uploads @me/*file ~ completed_on',
  '?blobs file ~ used_on',
]

const invitedOf = ({ attempt }: At): string =>
  attempt.object === 'own'
    ? 'invited@city.example/@home'
    : attempt.object === 'otherVendor'
      ? 'invited@beta.example/@vendor'
      : 'invited@village.example/@home'
const invitedPlace = (at: At): string =>
  at.attempt.object === 'otherVendor' || emailIn(at).endsWith('@alpha.example')
    ? '@vendor'
    : '@home'
const emailIn = ({ attempt }: At): string => (attempt.body as { email: string }).email

const IDENTITY = {
  auth: {
    prelogin: PUBLIC,
    authenticate: PUBLIC,
    renew: PUBLIC,
    demoAccounts: PUBLIC,
    session: NOTHING,
    logout: ['sessions @me/made ~ ended_on'],
  },
  registration: { request: PUBLIC, checkToken: PUBLIC, usernameCheck: PUBLIC, create: PUBLIC },
  invitations: {
    invite: (at) => [`invitations ${emailIn(at)}/${invitedPlace(at)} +`, `mails ${emailIn(at)} +`],
    sendAgain: (at) => [
      `invitations ${invitedOf(at)} ~ cancelled_on`,
      `invitations ${invitedOf(at)} +`,
      `mails ${invitedOf(at).split('/')[0]} +`,
    ],
    cancel: (at) => [`invitations ${invitedOf(at)} ~ cancelled_on`],
    accept: [
      'invitations reviewer@city.example/@home ~ accepted_by,accepted_on',
      'organization_members @home/@me +',
      'users @me ~ access_version,active_organization_id',
    ],
    checkByEmail: NOTHING,
    approve: ({ attempt }) =>
      attempt.object === 'otherVendor'
        ? [
            'organization_members @vendor/@new ~ state',
            'users @new ~ access_version',
            'mails waiting-contact@beta.example +',
          ]
        : [
            'users @new ~ active_organization_id,approval',
            'mails waiting@nowhere.example +',
            ...(attempt.object === 'own'
              ? ['organization_members @home/@new +']
              : ['organizations @new +', 'organization_members @new/@new +']),
          ],
  },
  sessions: {
    list: NOTHING,
    end: ({ me }) => [`sessions @me/${NAMED_SESSIONS[`@${me}`] ?? ''} ~ ended_on`],
    endOthers: ({ me }) =>
      NAMED_SESSIONS[`@${me}`] === undefined
        ? []
        : [`sessions @me/${NAMED_SESSIONS[`@${me}`]} ~ ended_on`],
    ofUser: NOTHING,
    endOfUser: (at) => sessionsEnd(subjectOf(at)),
  },
  passwords: { change: NOTHING, resetRequest: PUBLIC, setNew: PUBLIC, check: PUBLIC },
  emailChange: { request: NOTHING, confirm: PUBLIC, undo: PUBLIC },
  twoFactor: {
    check: NOTHING,
    init: PUBLIC,
    reset: PUBLIC,
    enable: PUBLIC,
    disable: NOTHING,
    newCodes: NOTHING,
    disableFor: (at) => [`mails ${subjectOf(at).slice(1)}@* +`, ...sessionsEnd(subjectOf(at))],
    setPolicy: NOTHING,
    policy: NOTHING,
  },
} as const satisfies {
  readonly [
    S in
      | 'auth'
      | 'registration'
      | 'invitations'
      | 'sessions'
      | 'passwords'
      | 'emailChange'
      | 'twoFactor'
  ]: EffectsOf<S>
}

const PEOPLE = {
  users: {
    get: NOTHING,
    update: (at) => [`profiles ${subjectOf(at)} +`, `users ${subjectOf(at)} ~ lastname,name`],
    resetPassword: (at) => [
      `mails ${subjectOf(at).slice(1)}@* +`,
      `mail_links reset-password/${subjectOf(at).slice(1)}@*/file +`,
      ...sessionsEnd(subjectOf(at)),
    ],
    remove: (at) => {
      const person = subjectOf(at)
      return [
        ...outOf(placeOf(person), person).filter((line) => !line.startsWith('users ')),
        `mails ${person.slice(1)}@* +`,
        `users ${person} ~ access_version,active_organization_id,blocked,email,firstname,lastname,look,name,password,username`,
      ]
    },
  },
  organizations: { forCurrentUser: NOTHING, get: NOTHING, vendors: NOTHING },
  members: {
    list: NOTHING,
    pending: NOTHING,
    remove: (at) => outOf(placeOf(subjectOf(at)), subjectOf(at)),
    roles: NOTHING,
    setRoles: (at) => [
      ...accessOfSubject(at),
      ...(at.attempt.object === 'otherVendor'
        ? []
        : [`organization_members @home/${subjectOf(at)} ~ roles`]),
    ],
    allUsers: NOTHING,
    block: blocked,
    unblock: accessOfSubject,
    prolong: accessOfSubject,
    leave: ({ attempt, me }) =>
      outOf(attempt.object === 'otherVendor' ? '@vendor' : '@home', `@${me}`),
    setActiveOrganization: ({ me }) => ['users @me ~ ', ...sessionsEnd(`@${me}`)],
  },
  organizationSettings: {
    create: ['organizations @new +'],
    update: ['organizations @home ~ name'],
    remove: NOTHING,
    info: NOTHING,
    setAvatar: NOTHING,
    setDocumentation: [
      'organizations @home ~ documentation_text,documentation_title,documentation_version',
    ],
    accessLog: NOTHING,
  },
  importMappings: {
    list: NOTHING,
    create: ['import_mappings @home/mapping9 +'],
    update: ['import_mappings @home/mapping1 ~ content,name'],
    delete: ['import_mappings @home/mapping1 -'],
  },
  vendors: {
    list: NOTHING,
    create: ['organizations @new +'],
    get: NOTHING,
    update: ['organizations @vendor ~ name'],
    setState: ({ attempt }) => [
      'organizations @vendor ~ state',
      ...MEMBERS.filter(
        ({ company }) => company === (attempt.object === 'own' ? 'alpha' : 'delta'),
      ).flatMap(({ username }) => [
        ...accessChanges(`@${username}`),
        ...sessionsEnd(`@${username}`),
      ]),
    ],
    remove: NOTHING,
    setPrimaryContact: (at) => {
      const [former, next] = [subjectOf(at).replace('-contact', '-primary'), subjectOf(at)]
      return former === next
        ? accessChanges(next)
        : [
            ...[former, next].flatMap((person) => [
              `organization_members @vendor/${person} ~ is_primary_contact,roles`,
              ...accessChanges(person),
            ]),
            ...(next === '@alpha-contact' ? ['project', 'elsewhere'] : ['project']).flatMap(
              (project) => [
                `restrictions ${project}/@vendor/${former} +`,
                `project_log ${project}/team/restrictionsSet +`,
              ],
            ),
          ]
    },
  },
  contactApproval: {
    policy: NOTHING,
    setPolicy: ['organizations @home ~ contact_approval'],
    waiting: NOTHING,
    refuse: [
      'organization_members @vendor/@new -',
      'users @new ~ access_version',
      'mails waiting-contact@beta.example +',
    ],
  },
  restrictions: {
    get: NOTHING,
    set: ({ attempt }) => [
      PEOPLE_CHANGE,
      ...(
        {
          own: ['alpha-contact', 'alpha-restricted'],
          otherVendor: ['beta-contact'],
        }[attempt.object as string] ?? []
      ).map((contact) => `restrictions project/@vendor/@${contact} -`),
      ...(attempt.object === 'otherOrganization'
        ? []
        : ['project_log project/team/restrictionsSet +']),
    ],
  },
  consents: { list: NOTHING, accept: NOTHING },
  administration: { users: NOTHING, organizations: NOTHING },
  roles: { list: NOTHING, get: NOTHING },
  profiles: {
    own: NOTHING,
    get: NOTHING,
    update: ['profiles @me +', 'users @me ~ firstname,lastname,name'],
    setAvatar: ['profiles @me +'],
    setLanguage: ['users @me ~ language'],
    avatar: PUBLIC,
    delete: NOTHING,
  },
  feedback: { send: ['mails * +'] },
} as const satisfies {
  readonly [
    S in
      | 'users'
      | 'organizations'
      | 'members'
      | 'organizationSettings'
      | 'importMappings'
      | 'vendors'
      | 'contactApproval'
      | 'restrictions'
      | 'consents'
      | 'administration'
      | 'roles'
      | 'profiles'
      | 'feedback'
  ]: EffectsOf<S>
}

export const PROJECTS = {
  projectAvatars: {
    list: NOTHING,
    set: ['projects project ~ body.avatar', 'avatars file +'],
  },
  projects: {
    create: ['projects made +', 'project_sync made +', 'project_log made/team/created +'],
    get: NOTHING,
    update: ['projects project ~ body.name,name'],
    delete: [
      'projects project -',
      'project_sync project -',
      'project_log project/team/deleted +',
      // Its files stay for 30 days from now on.
      '?blobs file ~ used_on',
      REQUEST_ENDS,
      ...contentOfP1,
      'packages project/p1 -',
      'packages project/p2 -',
      'documents project/d2 -',
      'sections project/s2 -',
      'requirements project/r3 -',
      'releases project/rel0 -',
      'releases project/rel1 -',
      ...ANSWERS_OF.map((vendor) => `project_vendors project/project.${vendor} -`),
      '?project_members project/@* -',
      '?restrictions project/@vendor/@alpha-contact -',
      '?restrictions project/@vendor/@alpha-restricted -',
      'restrictions project/@beta/@beta-contact -',
    ],
    byUser: NOTHING,
    byOrganization: NOTHING,
    listByOrganization: NOTHING,
    countInOrganization: NOTHING,
    packages: NOTHING,
    references: NOTHING,
    vendors: NOTHING,
    overview: NOTHING,
    lateAnswers: NOTHING,
    waiting: NOTHING,
    vendorCommitments: NOTHING,
    requirementCount: NOTHING,
    hasFlag: NOTHING,
    toggleFavorite: ['favorites @me/project +'],
    restore: NOTHING,
    setOwners: [
      'documents project/d1 ~ body.ownerId',
      'project_log project/team/contentAssigned +',
    ],
    setWeights: [
      'packages project/p1 ~ body.weight',
      'packages project/p2 ~ body.weight',
      'project_log project/team/weightsSet +',
    ],
  },
  projectMembers: {
    list: NOTHING,
    unassigned: NOTHING,
    add: (at) =>
      (at.attempt.body as { email?: string }).email === undefined
        ? [
            `project_members project/${subjectOf(at)} +`,
            'project_log project/team/memberAdded +',
            PEOPLE_CHANGE,
          ]
        : [`invitations ${emailIn(at)}/@home +`, `mails ${emailIn(at)} +`, PEOPLE_CHANGE],
    remove: [
      'project_members project/@reviewer -',
      'project_log project/team/memberRemoved +',
      'documents project/d2 ~ body.members',
      'project_log project/team/documentMembersSet +',
      PEOPLE_CHANGE,
    ],
    setRoles: [
      'project_members project/@reviewer ~ roles',
      'project_log project/team/rolesSet +',
      PEOPLE_CHANGE,
    ],
    changeOwner: ({ attempt }) => [
      'projects project ~ body.ownerId,body.ownerName,owner_id',
      'project_log project/team/ownerChanged +',
      'project_log project/team/memberAdded +',
      PEOPLE_CHANGE,
      ...(attempt.object === 'own'
        ? [
            'project_members project/@owner +',
            'project_members project/@reviewer -',
            'project_log project/team/memberRemoved +',
          ]
        : ['project_members project/@village-owner +']),
    ],
    setNotifications: ['muted_projects @me/project +'],
    notifications: NOTHING,
  },
  projectLog: { chains: NOTHING, entries: NOTHING },
  exports: {
    list: NOTHING,
    start: ['exports project/made +'],
    download: NOTHING,
    delete: NOTHING,
  },
  archives: {
    restore: [
      'projects made +',
      'project_sync made +',
      'project_log made/team/created +',
      'restorations made +',
      'archive_lines made/project +',
    ],
  },
  stateTransitions: {
    moveToPreparation: (at) => [
      'projects project ~ body.state,state',
      'project_log project/team/moved +',
      PEOPLE_CHANGE,
      REQUEST_ENDS,
      ...gammaJoins(at),
    ],
    addVendor: (at) => [
      REQUEST_ENDS,
      ...gammaJoins(at),
      ...(at.attempt.object === 'own' ? [PEOPLE_CHANGE] : []),
    ],
    moveToPublished: [
      'projects project ~ body.publishedOn,body.state,state',
      PEOPLE_CHANGE,
      ...loggedToAll('moved', 'published'),
    ],
    moveToValidation: moveOfOpen,
    moveBackToPublished: moved(),
    moveToEvaluation: moveOfOpen,
    moveToClosed: moveOfOpen,
    moveToArchived: moveOfOpen,
  },
  versions: {
    create: (at) => [
      ...moveOfOpen,
      'project_log project/team/versionCreated +',
      'project_log made/team/vendorAdded +',
      'commitments made/made.@vendor +',
      'project_vendors made/made.@vendor +',
      ...copied(at),
      ...(at.attempt.object === 'own'
        ? [
            'commitments made/made.@beta +',
            'project_vendors made/made.@beta +',
            'project_log made/team/restrictionsSet +',
            'restrictions made/@beta/@beta-contact +',
            'restrictions made/@vendor/@alpha-contact +',
            'restrictions made/@vendor/@alpha-restricted +',
          ]
        : []),
    ],
    list: NOTHING,
    ofRequirement: NOTHING,
    document: NOTHING,
  },
  clones: {
    project: (at) => [...copied(at), 'numbering FUN +', 'numbering SEC +'],
    document: [
      'documents project/d9 +',
      'numbering MOR +',
      'packages project/p1 ~ requirement_count',
      'requirements project/made +',
      'sections project/made +',
    ],
  },
  openings: {
    get: NOTHING,
    request: ({ attempt }) => [
      'opening_requests project ~ asked_on,expires_on,id,reason',
      'project_log project/team/openingRequested +',
      ...(attempt.object === 'own'
        ? [
            'org-owner@city',
            'org-admin@city',
            'e2e-org-admin@city',
            'project-admin@city',
            // Owners of City whose sessions have ended still get the mail.
            'expired@city',
            'idle@city',
            'signed-out@city',
          ]
        : ['village-admin@village']
      ).map((address) => `mails ${address}.example +`),
    ],
    withdraw: [REQUEST_ENDS, 'project_log project/team/openingWithdrawn +'],
    confirm: ({ attempt }) => [
      'projects project ~ body.openings,body.state,state',
      PEOPLE_CHANGE,
      REQUEST_ENDS,
      ...countsShown,
      ...loggedToAll('moved', 'opened'),
      ...(attempt.object === 'own'
        ? [
            'alpha-primary@alpha',
            'alpha-contact@alpha',
            'alpha-restricted@alpha',
            'beta-primary@beta',
            'beta-contact@beta',
          ]
        : ['delta-primary@delta']
      ).map((address) => `mails ${address}.example +`),
    ],
  },
} as const satisfies {
  readonly [
    S in
      | 'projects'
      | 'projectAvatars'
      | 'projectMembers'
      | 'projectLog'
      | 'exports'
      | 'archives'
      | 'versions'
      | 'clones'
      | 'stateTransitions'
      | 'openings'
  ]: EffectsOf<S>
}

export const CONTENT = {
  releases: {
    list: NOTHING,
    create: ['releases project/rel9 +'],
    update: ['releases project/rel1 ~ body.version'],
    move: ['releases project/rel1 ~ body.rank'],
    delete: ['releases project/rel1 -'],
  },
  packages: {
    create: ['packages project/p9 +', PEOPLE_CHANGE],
    update: ['packages project/p1 ~ body.name'],
    move: ['packages project/p1 ~ body.rank'],
    delete: [
      'packages project/p1 -',
      ...contentOfP1,
      'removed_content project/package/p1 +',
      PEOPLE_CHANGE,
      ...answeredChanges,
      ...fileGone,
    ],
  },
  documents: {
    get: NOTHING,
    create: ['documents project/d9 +'],
    update: ({ attempt }) => [
      `documents project/${attempt.object === 'colleague' ? 'd2' : 'd1'} ~ body.name`,
    ],
    addMember: [
      'documents project/d1 ~ body.members',
      'project_log project/team/documentMembersSet +',
    ],
    removeMember: [
      'documents project/d2 ~ body.members',
      'project_log project/team/documentMembersSet +',
    ],
    move: NOTHING,
    delete: [
      'documents project/d1 -',
      ...contentOfD1,
      'removed_content project/document/d1 +',
      countChanges,
      ...answeredChanges,
      ...fileGone,
    ],
    statistics: NOTHING,
    views: NOTHING,
    saveView: ['table_views project/d1/view9 +'],
    deleteView: NOTHING,
  },
  sections: {
    create: ['sections project/s9 +'],
    update: ['sections project/s1 ~ body.name'],
    move: NOTHING,
    delete: [
      'sections project/s1 -',
      ...contentOfS1,
      'removed_content project/section/s1 +',
      countChanges,
      ...answeredChanges,
      ...FILES_KEPT,
    ],
  },
  requirements: {
    get: NOTHING,
    byFullId: NOTHING,
    byDocument: NOTHING,
    conflicts: NOTHING,
    create: requirementMade,
    createBulk: requirementMade,
    update: ['requirements project/r1 ~ body.name,body.updatedBy,body.version'],
    updateBulk: ['requirements project/r1 ~ body.name,body.updatedBy,body.version'],
    move: ['requirements project/r1 ~ body.rank,body.updatedBy'],
    delete: [
      'requirements project/r2 -',
      ...answersTo('r2'),
      'removed_content project/requirement/r2 +',
      countChanges,
      ...answeredChanges,
    ],
    exclude: [
      'requirements project/r1 ~ body.excluded,body.updatedBy',
      'project_log project/team/excluded +',
      ...countsShown,
    ],
    createCommitment: answerWritten,
    updateCommitment: answerWritten,
  },
} as const satisfies {
  readonly [S in 'releases' | 'packages' | 'documents' | 'sections' | 'requirements']: EffectsOf<S>
}

export const ANSWERS = {
  commitments: {
    checkReceipts: NOTHING,
    updateBulk: answerWritten,
    submit: [
      'commitments project/r2.@vendor ~ body.receipt,body.submitted,body.updatedBy,submitted',
      'project_log project/v@vendor/receipt +',
      '?project_log project/v@vendor/begun +',
      'project_vendors project/project.@vendor ~ submitted',
    ],
  },
  parts: {
    list: NOTHING,
    update: ['vendor_parts project/d1.@vendor +'],
    setReady: ['vendor_parts project/d1.@vendor +'],
  },
  overrides: {
    set: ['overrides project/r2.@vendor.met +', 'project_log project/team/overrideSet +'],
    remove: [
      'overrides project/r1.@vendor.met ~ body.history,body.modifiedBy,body.modifiedOn,body.reason,body.removed,body.value',
      'project_log project/team/overrideRemoved +',
    ],
  },
  attachments: {
    create: ({ me }) => [`attachments project/${ownId(me)} +`, 'blobs file ~ used_on'],
    update: ['attachments project/file.@vendor ~ body.alias'],
    ofPackage: NOTHING,
    ofDocument: NOTHING,
    ofRequirement: NOTHING,
    sendToPackage: sent,
    sendToDocument: sent,
    sendToRequirement: sent,
    removeOfPackage: ['attachments project/project-package1 -', ...fileGone],
    removeOfDocument: ['attachments project/project-document1 -', ...fileGone],
    removeOfRequirement: ['attachments project/file.@vendor -', ...fileGone],
    content: NOTHING,
  },
  comments: {
    list: NOTHING,
    publications: NOTHING,
    create: ({ attempt, me }) => [
      `comments project/${(attempt.body as { type: string }).type === 'D' ? 'new' : ownId(me)} +`,
    ],
    reply: ({ attempt, me }) => [
      `replies project/${attempt.object === 'otherVendor' && me.startsWith('beta') ? 'new.@vendor' : ownId(me)} +`,
    ],
    markOfficial: [
      'comments project/project-q.@vendor ~ body.officialReplies',
      'replies project/project-draft@vendor ~ body.officialOn',
    ],
    publish: [
      'comments project/project-q.@vendor ~ body.publicationId',
      'publications project/new +',
    ],
    correct: ['publications project/project-qa ~ body.revisions'],
  },
} as const satisfies {
  readonly [S in 'commitments' | 'parts' | 'overrides' | 'attachments' | 'comments']: EffectsOf<S>
}

/**
 * The rows that each call changes when it is allowed; it may change no others. A call of the
 * contract without a list does not compile. `NOTHING` is for calls that only read, calls that are
 * refused here whatever their input, and calls whose input equals the stored state.
 */
export const EFFECTS: { readonly [S in keyof Api]: EffectsOf<S> } = {
  application: { version: PUBLIC },
  ...IDENTITY,
  ...PEOPLE,
  ...PROJECTS,
  ...CONTENT,
  ...ANSWERS,
  notifications: {
    list: NOTHING,
    markRead: NOTHING,
    send: ['project_messages project/made +'],
    messages: NOTHING,
  },
  undelivered: {
    list: NOTHING,
    retry: ['mails * -'],
  },
  unsubscribe: { page: PUBLIC, end: PUBLIC, undo: PUBLIC },
  noticeSettings: {
    own: NOTHING,
    setTimes: ['notice_settings @me +'],
    choose: ({ attempt }) => [
      (attempt.body as { projectId: string | null }).projectId === null
        ? 'notice_choices @me//replies +'
        : 'notice_choices @me/project/replies +',
    ],
  },
  pushes: {
    key: NOTHING,
    subscribe: ['push_subscriptions @me/made +'],
    unsubscribe: NOTHING,
    notification: NOTHING,
  },
  calendar: {
    get: NOTHING,
    renew: ['calendar_addresses @me +'],
    remove: NOTHING,
    feed: PUBLIC,
  },
  sync: {
    push: NOTHING,
    pull: NOTHING,
    compare: NOTHING,
    bring: NOTHING,
    deliver: NOTHING,
    sendFile: ['blob_uploads @me/file +'],
  },
}
