import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { inLocale } from './in-locale.tsx'
import { stubMissing } from './screen.tsx'

/**
 * Wraps the hook of a test in a router without pages, and in the active language.
 * @returns the wrapper, and the address that was opened last
 */
export const inRouter = (start = '/') => {
  stubMissing()
  const history = createMemoryHistory({ initialEntries: [start] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider env="test">
      <RouterContextProvider router={router as never}>
        {inLocale({ children })}
      </RouterContextProvider>
    </MantineProvider>
  )
  return { wrapper, address: () => history.location.href }
}
