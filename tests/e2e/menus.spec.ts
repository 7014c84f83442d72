import type { Browser } from '@playwright/test'
import {
  MEMBER_OFFERS,
  type MemberOffer,
  personOf,
  organizationPlaceOf,
  USER_OFFERS,
  type UserOffer,
} from '#client/lib/offers/organization-offers.ts'
import {
  type ProjectOffer,
  projectOfferDenial,
  type ProjectView,
} from '#client/lib/offers/project-offers.ts'
import { API } from '#schema/api/index.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization, seedUser } from '#server/database/seed.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi, weightsOn } from '../support/api-client.ts'
import { expect, type Page, test } from '../support/browser.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import {
  MEMBER_LABELS,
  NEUTRAL,
  NEUTRAL_MENUS,
  PROJECT_ITEMS,
  type ShownItem,
  shownItems,
  USER_LABELS,
} from '../support/offered-items.ts'
import { buildDefinition, buildStatement } from '../support/project-rows.ts'
import type { RunningServer } from '../support/start-server.ts'

/** Roles that no demo account has. */
const MORE: readonly {
  username: string
  roles: readonly RoleId[]
  projectRoles: readonly RoleId[]
}[] = [
  { username: 'project-admin', roles: [], projectRoles: ['role-project-admin'] },
  { username: 'reviewer', roles: [], projectRoles: ['role-project-req-reviewer'] },
  { username: 'org-admin', roles: ['role-org-admin'], projectRoles: [] },
]
const PEOPLE = [
  'owner',
  'project-admin',
  'author',
  'evaluator',
  'reviewer',
  'org-admin',
  'plone-primary',
  'plone-contact',
] as const

const prepare = async ({ url, dataDir }: RunningServer): Promise<ApiClient> => {
  const owner = await signInApi(url, 'owner', DEMO_PASSWORD)
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { items } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: {},
  })
  const inPreparation = items.filter(({ state }) => state !== 'DRAFT')
  for (const { username, roles, projectRoles } of MORE) {
    const userId = await seedUser(database, {
      username,
      password: DEMO_PASSWORD,
      firstname: 'Demo',
      lastname: username,
      email: `${username}@example.org`,
      organizationId: owner.session.organizationId,
      roles,
    })
    for (const { id } of projectRoles.length === 0 ? [] : inPreparation) {
      await owner.call(API.projectMembers.add, {
        params: { id },
        body: { userId, roleIds: [...projectRoles] as ['role-project-admin'] },
      })
    }
  }
  const operations = await seedOrganization(database, { name: 'Operations' })
  await seedUser(database, {
    username: 'operator',
    password: DEMO_PASSWORD,
    firstname: 'Demo',
    lastname: 'Operator',
    email: 'operator@example.org',
    organizationId: operations,
    roles: ['role-sys-admin'],
  })
  await database.write(
    async (tx) =>
      void (await tx
        .updateTable('users')
        .set({ otp_active: 1 })
        .where('username', '=', 'evaluator')
        .execute()),
  )
  await database.close()
  return owner
}

const worlds = new Map<string, Promise<ApiClient>>()
/** Prepares each server once; after a failed test, the next test runs on a new server. */
const prepared = (server: RunningServer): Promise<ApiClient> => {
  const world = worlds.get(server.url) ?? prepare(server)
  worlds.set(server.url, world)
  return world
}

const signIn = async (page: Page, username: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
}

/** Navigates as a link does, without loading the application again. */
const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // The address changes at once; the former page stays until the code of the next one is here.
  await page.waitForFunction((to) => {
    const router = window.__TSR_ROUTER__?.state
    const shown = router?.resolvedLocation?.pathname ?? ''
    return router?.status === 'idle' && (shown === to || /dashboard/.test(shown))
  }, path)
  await expect(
    page
      .getByRole('main')
      .getByRole('heading')
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible()
  await untilStill(page)
}

/** Waits until the page has stopped changing and shows no skeleton. */
const untilStill = (page: Page): Promise<void> =>
  page.getByRole('main').evaluate(async (main) => {
    let before = ''
    for (let round = 0; round < 40; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      if (main.innerHTML === before && main.querySelector('[class*=skeleton]') === null) return
      before = main.innerHTML
    }
  })

const faultsOf = (items: readonly ShownItem[], where: string): string[] =>
  items.flatMap((item) => {
    const name = `${where}: "${item.label}"${item.menu === null ? '' : ` in "${item.menu}"`}`
    return item.isEnabled || item.hasReason ? [] : [`${name} is disabled and does not say why`]
  })

const screensOf = (id: string, documentId: string): Readonly<Record<string, string>> => ({
  detail: `/project/${id}/detail`,
  packages: `/project/${id}/packages`,
  document: `/project/${id}/documents/${documentId}`,
  releases: `/project/${id}/releases`,
  questions: `/project/${id}/questions-and-answers/all`,
  'pain points': `/project/${id}/pain-points`,
  discussions: `/project/${id}/discussions`,
  settings: `/project/${id}/settings/general`,
  members: `/project/${id}/settings/members`,
})

const lookAtProject = async (page: Page, api: ApiClient, id: string): Promise<string[]> => {
  const { me, ...project } = await api.call(API.projects.get, { params: { id } })
  const actor = { userId: api.session.userId, name: api.session.name, ...me }
  const tree = await api.call(API.projects.references, { params: { id } })
  const documentId = tree.find(({ kind }) => kind === 'document')?.id ?? ''
  const faults: string[] = []
  for (const [screen, path] of Object.entries(screensOf(id, documentId))) {
    await goTo(page, path)
    if (new URL(page.url()).pathname !== path) continue
    const where = `${api.session.username}, ${project.state}, ${screen}`
    const viewOf = (offer: ProjectOffer): ProjectView => ({
      actor,
      project: { ...project },
      now: Date.now(),
      in: { vendorId: me.vendorId, ...commentOf(offer) },
    })
    const allowed = PROJECT_ITEMS.filter(
      (row) =>
        row.screen === screen &&
        row.menu === undefined &&
        ALWAYS.has(row.offer) &&
        projectOfferDenial(row.offer, viewOf(row.offer)) === null,
    )
    for (const { offer, label } of allowed) {
      const button = page
        .getByRole('main')
        .getByRole('button', { name: label, disabled: false })
        .first()
      if (
        !(await button.waitFor({ timeout: 30_000 }).then(
          () => true,
          () => false,
        ))
      )
        faults.push(`${where}: ${offer} is allowed and missing`)
    }
    const items = await shownItems(page)
    faults.push(...faultsOf(items, where))
    for (const item of items) {
      const row = PROJECT_ITEMS.find(
        (one) =>
          one.screen === screen &&
          one.label.test(item.label) &&
          (one.menu === undefined
            ? item.menu === null
            : item.menu !== null && one.menu.test(item.menu)),
      )
      if (row === undefined) {
        if (item.menu !== null && !NEUTRAL_MENUS.test(item.menu) && !NEUTRAL.test(item.label))
          faults.push(`${where}: "${item.label}" in "${item.menu}" is in no table`)
        continue
      }
      if (item.isEnabled && projectOfferDenial(row.offer, viewOf(row.offer)) !== null)
        faults.push(`${where}: "${item.label}" is offered against the table`)
    }
  }
  return faults
}
const commentOf = (offer: string) =>
  ({
    'discussions.start': { commentType: 'D' as const },
    'questions.ask': { commentType: 'Q' as const },
    'painPoints.report': { commentType: 'PP' as const },
  })[offer] ?? {}
/** Offers whose buttons are on their page whenever they are allowed. */
const ALWAYS: ReadonlySet<ProjectOffer> = new Set<ProjectOffer>([
  'move.preparation',
  'move.addVendors',
  'move.publish',
  'move.validation',
  'move.backToPublished',
  'move.evaluation',
  'move.closed',
  'move.newVersion',
  'opening.request',
  'packages.create',
  'weights.set',
  'requirements.create',
  'requirements.import',
  'releases.create',
  'questions.ask',
  'painPoints.report',
  'discussions.start',
  'project.delete',
  'project.changeOwner',
  'members.add',
])

type InWindow = (username: string, look: (page: Page) => Promise<string[]>) => Promise<string[]>
const windowsOf =
  (browser: Browser, baseURL: string): InWindow =>
  async (username, look) => {
    const context = await browser.newContext({
      baseURL,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    await signIn(page, username)
    const faults = await look(page)
    await context.close()
    return faults
  }

test('each offer that must be on its page has a button by which it is found', () => {
  const found = new Set(
    PROJECT_ITEMS.filter(({ menu }) => menu === undefined).map(({ offer }) => offer),
  )
  expect([...ALWAYS].filter((offer) => !found.has(offer))).toEqual([])
})

test('in every state of the demo, each role finds in menus and toolbars what the table of offers says @variation', async ({
  browser,
  server,
}) => {
  const inWindow = windowsOf(browser, server.url)
  const owner = await prepared(server)
  const { items: projects } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: {},
  })
  // The evaluator has a second factor, which only the list of users needs.
  const looks = PEOPLE.filter((username) => username !== 'evaluator').map(
    (username) => async (): Promise<string[]> => {
      const api = await signInApi(server.url, username, DEMO_PASSWORD)
      return await inWindow(username, async (page) => {
        const found: string[] = []
        for (const { id } of projects) {
          if ((await api.raw('GET', `/projects-service/projects/${id}`)).status < 400)
            found.push(...(await lookAtProject(page, api, id)))
        }
        return found
      })
    },
  )
  const faults: string[] = []
  // Two at a time: each run spends half of its time waiting for the server.
  while (looks.length > 0)
    faults.push(...(await Promise.all(looks.splice(0, 2).map((look) => look()))).flat())
  expect(faults).toEqual([])
})

const DAY_MS = 86_400_000
type Move = (api: ApiClient, id: string) => Promise<unknown>
/** The states that no project of the demo has, in their order, and the moves that lead to each. */
const OTHER_STATES: readonly { state: string; moves: readonly Move[] }[] = [
  { state: 'PREPARATION', moves: [] },
  {
    state: 'VALIDATION',
    moves: [
      (api, id) => api.call(API.stateTransitions.moveToPublished, { params: { id }, body: {} }),
      (api, id) => api.call(API.stateTransitions.moveToValidation, { params: { id } }),
    ],
  },
  {
    state: 'CLOSED',
    moves: [
      (api, id) => api.call(API.stateTransitions.moveToEvaluation, { params: { id } }),
      (api, id) => api.call(API.stateTransitions.moveToClosed, { params: { id } }),
    ],
  },
  {
    state: 'ARCHIVED',
    moves: [(api, id) => api.call(API.stateTransitions.moveToArchived, { params: { id } })],
  },
]

/** Creates a project in PREPARATION that can be published, with one requirement for Plone. */
const makePrepared = async (url: string, name: string): Promise<string> => {
  const { api, projectId: id, packageId, documentId } = await makeEmptyProject(url, name)
  await api.call(API.requirements.createBulk, {
    body: {
      documentId,
      sections: [{ id: `${name}-section`, name: 'General' }],
      requirements: [
        {
          id: `${name}-requirement`,
          sectionId: `${name}-section`,
          name: 'Requirement',
          definition: buildDefinition({ answer: [buildStatement()] }),
        },
      ],
    },
  })
  await api.call(API.projects.setWeights, {
    params: { id },
    body: await weightsOn(api, id, {
      packages: [{ id: packageId, weight: 100 }],
      documents: [{ id: documentId, weight: 100 }],
    }),
  })
  const date = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  const { updatedOn } = await api.call(API.projects.get, { params: { id } })
  await api.call(API.projects.update, {
    body: { id, updatedOn, sealed: false, deadline: { date, zone: 'Europe/Bratislava' } },
  })
  const vendors = await api.call(API.organizations.vendors, {
    params: { id: String(api.session.organizationId) },
  })
  const vendorIds = vendors.filter(({ label }) => label === 'Plone').map(({ value }) => value)
  await api.call(API.stateTransitions.moveToPreparation, { params: { id }, body: { vendorIds } })
  return id
}

test('in the states that the demo lacks, menus and toolbars offer what the table of offers says @variation', async ({
  browser,
  server,
}) => {
  const inWindow = windowsOf(browser, server.url)
  const owner = await prepared(server)
  const { userId } = (await signInApi(server.url, 'project-admin', DEMO_PASSWORD)).session
  const ids: string[] = []
  for (const [at, { state }] of OTHER_STATES.entries()) {
    const id = await makePrepared(server.url, state)
    await owner.call(API.projectMembers.add, {
      params: { id },
      body: { userId, roleIds: ['role-project-admin'] },
    })
    for (const { moves } of OTHER_STATES.slice(0, at + 1))
      for (const move of moves) await move(owner, id)
    const project = await owner.call(API.projects.get, { params: { id } })
    expect(project.state).toBe(state)
    ids.push(id)
  }
  const look = async (username: string): Promise<string[]> => {
    const api = await signInApi(server.url, username, DEMO_PASSWORD)
    return await inWindow(username, async (page) => {
      const found: string[] = []
      for (const id of ids)
        if ((await api.raw('GET', `/projects-service/projects/${id}`)).status < 400)
          found.push(...(await lookAtProject(page, api, id)))
      return found
    })
  }
  const faults = await Promise.all(['owner', 'project-admin'].map(look))
  faults.push(await look('plone-primary'))
  expect(faults.flat()).toEqual([])
})

/** Compares the menu of each listed person with the table of offers, in both directions. */
const lookAtPeople = async (
  page: Page,
  path: string,
  offersOf: (name: string) => ReadonlyMap<string, RegExp>,
): Promise<string[]> => {
  await goTo(page, path)
  await expect(page.getByRole('table').first()).toBeVisible()
  const items = await shownItems(page)
  const faults = faultsOf(items, path)
  for (const menu of new Set(
    items.flatMap((item) => (item.menu?.startsWith('Actions for ') ? [item.menu] : [])),
  )) {
    const expected = [...offersOf(menu.slice('Actions for '.length)).values()]
    const enabled = items
      .filter((item) => item.menu === menu && item.isEnabled)
      .map(({ label }) => label)
    for (const label of enabled)
      if (!expected.some((one) => one.test(label)))
        faults.push(`${path}: "${label}" in "${menu}" is offered against the table`)
    for (const label of expected)
      if (!enabled.some((one) => label.test(one)))
        faults.push(`${path}: ${String(label)} is allowed and missing in "${menu}"`)
  }
  return faults
}

const lookAtMembers = async (
  page: Page,
  api: ApiClient,
  path: string,
  placeId: number,
  isVendor: boolean,
): Promise<string[]> => {
  const { items: people } = await api.call(API.members.list, {
    params: { id: String(placeId) },
    body: { pageSize: 200 },
  })
  const person = personOf(api.session)
  const place = organizationPlaceOf(person, placeId, isVendor)
  return await lookAtPeople(page, path, (name) => {
    const member = people.find((one) => one.name === name)
    if (member === undefined) return new Map()
    const offered = (Object.keys(MEMBER_OFFERS) as MemberOffer[]).filter(
      (offer) =>
        MEMBER_OFFERS[offer]({ person, place, member, isAlone: people.length === 1 }) === null,
    )
    return new Map(offered.map((offer) => [offer, MEMBER_LABELS[offer]]))
  })
}

test('the lists of people offer for each person what the table of offers says', async ({
  browser,
  server,
}) => {
  const inWindow = windowsOf(browser, server.url)
  const owner = await prepared(server)
  const { organizationId } = owner.session
  const vendors = await owner.call(API.organizations.vendors, {
    params: { id: String(organizationId) },
  })
  const vendorId = vendors[0]?.value ?? 0
  const faults: string[] = []
  for (const username of ['org-admin', 'author', 'reviewer']) {
    const api = await signInApi(server.url, username, DEMO_PASSWORD)
    faults.push(
      ...(await inWindow(username, async (page) => {
        const found = await lookAtMembers(
          page,
          api,
          `/organization/${organizationId}/members`,
          organizationId,
          false,
        )
        if ((await api.raw('GET', `/users-service/vendors/${vendorId}`)).status >= 400) return found
        return [
          ...found,
          ...(await lookAtMembers(
            page,
            api,
            `/organization/${organizationId}/vendor/${vendorId}/detail`,
            vendorId,
            true,
          )),
        ]
      })),
    )
  }
  for (const username of ['plone-primary', 'plone-contact']) {
    const api = await signInApi(server.url, username, DEMO_PASSWORD)
    faults.push(
      ...(await inWindow(
        username,
        async (page) =>
          await lookAtMembers(
            page,
            api,
            '/vendor/dashboard/collaborators',
            api.session.organizationId,
            true,
          ),
      )),
    )
  }
  const operator = await signInApi(server.url, 'operator', DEMO_PASSWORD)
  const person = personOf(operator.session)
  const { items: users } = await operator.call(API.administration.users, {
    query: { pageSize: '200' } as never,
  })
  faults.push(
    ...(await inWindow(
      'operator',
      async (page) =>
        await lookAtPeople(page, '/administration', (name) => {
          const user = users.find((one) => one.name === name)
          const offered =
            user === undefined
              ? []
              : (Object.keys(USER_OFFERS) as UserOffer[]).filter(
                  (offer) => USER_OFFERS[offer]({ person, user }) === null,
                )
          return new Map(offered.map((offer) => [offer, USER_LABELS[offer]]))
        }),
    )),
  )
  expect(faults).toEqual([])
})
