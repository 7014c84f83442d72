import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'

/**
 * A page that treats this text as markup runs its script or reports a violation of the content
 * security policy.
 */
const markup = (what: string): string =>
  `${what} "'><img src=x onerror="window.hacked=1"><script>window.hacked=1</script><a href="javascript:hacked=1">`

test('names with markup appear as text on the screens that show them', async ({ page, server }) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const put = async (path: string, body: object): Promise<void> => {
    const { status, text } = await api.raw('PUT', path, body)
    expect(status, `${path}: ${text}`).toBe(200)
  }
  const { items } = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const id = items.find(({ state }) => state === 'DRAFT')?.id ?? ''
  const { rows } = await api.pull(id)
  const idOf = (entity: string): string => rows.find((row) => row.entity === entity)?.id ?? ''
  const seen = (id: string): unknown =>
    (rows.find((row) => row.id === id)?.row as { updatedOn: number } | undefined)?.updatedOn
  const requirement = await api.call(API.requirements.get, { params: { id: idOf('requirement') } })
  await put('/projects-service/projects/update', {
    id,
    updatedOn: seen(id),
    name: markup('Project'),
    description: markup('Words'),
  })
  const places = [
    ['package', idOf('package')],
    ['document', requirement.documentId],
    ['section', requirement.sectionId],
  ] as const
  for (const [entity, place] of places)
    await put(`/projects-service/${entity}s/update`, {
      id: place,
      updatedOn: seen(place),
      name: markup(entity),
    })
  await put('/projects-service/requirements/update', {
    id: requirement.id,
    updatedOn: requirement.updatedOn,
    name: markup('Requirement'),
    vendorHelp: markup('Help'),
  })
  await put('/users-service/profiles/update', {
    updatedOn: (await api.call(API.profiles.own, {})).updatedOn,
    firstname: markup('First').slice(0, 100),
    lastname: markup('Last').slice(0, 100),
    about: markup('About'),
    homepage: '',
    company: markup('Company'),
    location: markup('Place'),
    phone: '',
    isPublic: true,
  })
  const params = { id: String(api.session.organizationId) }
  await put('/users-service/organizations/update', {
    id: api.session.organizationId,
    updatedOn: (await api.call(API.organizations.get, { params })).updatedOn,
    name: markup('Organization'),
    description: markup('Words'),
    zone: 'UTC',
  })

  await signInAs(page, 'owner')
  const organization = `/organization/${api.session.organizationId}`
  const screens: readonly (readonly [string, string])[] = [
    ['/dashboard', 'Project'],
    [`/project/${id}/detail`, 'Project'],
    [`/project/${id}/packages`, 'package'],
    [`/project/${id}/documents`, 'document'],
    [`/project/${id}/documents/${requirement.documentId}`, 'section'],
    [
      `/project/${id}/documents/${requirement.documentId}/requirement/${requirement.fullId}`,
      'Requirement',
    ],
    [`/project/${id}/settings/general`, 'Words'],
    [`/project/${id}/settings/members`, 'First'],
    [`${organization}/members`, 'First'],
    [`${organization}/settings/profile`, 'Organization'],
    [`${organization}/projects`, 'Project'],
  ]
  for (const [path, word] of screens) {
    await test.step(path.replace(id, '…'), async () => {
      await page.goto(path)
      // The text appears verbatim, as the value of a field or as text of the page.
      await expect
        .poll(
          async () =>
            await page.evaluate(
              (wanted) =>
                [
                  document.body.innerText,
                  ...[...document.querySelectorAll('input, textarea')].map(
                    (field) => Reflect.get(field, 'value') as string,
                  ),
                ].some((text) => text.includes(wanted)),
              `${word} "'><img`,
            ),
          { message: path, timeout: 60_000 },
        )
        .toBe(true)
      expect(
        await page.evaluate(() => [
          Reflect.get(window, 'hacked'),
          document.querySelectorAll('img[src="x"], a[href^="javascript"]').length,
        ]),
      ).toEqual([undefined, 0])
    })
  }
})
