import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { patchSearch, requirementLink, requirementSlug } from './route-links.ts'

const root = createRootRoute()
const requirement = createRoute({
  getParentRoute: () => root,
  path: '/project/$id/documents/$documentId/requirement/$requirementFullId',
})
const router = createRouter({
  routeTree: root.addChildren([requirement]),
  history: createMemoryHistory(),
})
const place = { projectId: 'p1', documentId: 'd1' }

test.each(['PF-1', 'A/1', 'A%2F1', 'a b', '$id', 'Č-1', 'A?1#2'])(
  'a requirement with the full id %s has its own address',
  (fullId) => {
    const { to, params } = requirementLink(place, { id: 'r1', fullId })
    const path = to.replace(/\$\w+$/, encodeURIComponent(fullId))
    const written = path.replace('$id', 'p1').replace('$documentId', 'd1')
    expect(new URL(router.buildLocation({ to, params }).href, 'https://x').href).toBe(
      new URL(router.buildLocation({ to: written }).href, 'https://x').href,
    )
    expect(router.buildLocation({ to, params }).href).toContain('/project/p1/documents/d1/')
  },
)

test('a requirement without a number is addressed by its id', () => {
  expect(requirementSlug({ id: 'r1', fullId: null })).toBe('r1')
  expect(requirementLink(place, { id: 'r1', fullId: null }).params.requirementFullId).toBe('r1')
})

test('a patch keeps the keys of the address that it does not name', () => {
  expect(patchSearch({ comment: 'c2' })({ show: 'open', comment: 'c1' })).toEqual({
    show: 'open',
    comment: 'c2',
  })
  const search = patchSearch({ asOf: undefined })({ level: 'package', asOf: 3 })
  expect(router.buildLocation({ to: '/', search }).href).toBe('/?level=package')
})
