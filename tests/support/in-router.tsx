import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { inLocale } from './in-locale.tsx'
import { stubMissing } from './screen.tsx'

const Content = createContext<ReactNode>(null)
const Page = () => use(Content)

const openAt = (start: string) => {
  stubMissing()
  const history = createMemoryHistory({ initialEntries: [start] })
  const routeTree = createRootRoute({ component: Page, notFoundComponent: Page })
  const router = createRouter({ routeTree, history })
  return { router, address: () => history.location.href }
}
const around = (children: ReactNode) => (
  <MantineProvider env="test">{inLocale({ children })}</MantineProvider>
)

/**
 * Wraps the hook of a test in a router without pages, and in the active language.
 * @returns the wrapper, and the address that was opened last
 */
export const inRouter = (start = '/') => {
  const { router, address } = openAt(start)
  const wrapper = ({ children }: { children: ReactNode }) =>
    around(<RouterContextProvider router={router as never}>{children}</RouterContextProvider>)
  return { wrapper, address }
}

/** Like `inRouter`, for a hook that reads the search of its page. It is rendered a moment later. */
export const inPage = async (start = '/') => {
  const { router, address } = openAt(start)
  await router.load()
  const wrapper = ({ children }: { children: ReactNode }) =>
    around(
      <Content value={children}>
        <RouterProvider router={router as never} />
      </Content>,
    )
  return { wrapper, address }
}
