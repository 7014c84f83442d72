import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconCloudOff } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import { Refusal } from '#schema/refusal.ts'
import type { Remote } from '../../lib/use-remote.ts'
import { EmptyState } from './empty-state.tsx'
import { lazyHint } from './lazy-part.tsx'
import { refusalText } from '../feedback/refusal-text.ts'
import { Skeleton } from './skeleton.tsx'

/** Missing and forbidden things look alike, so as not to reveal which exist. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'NOT_ALLOWED')

const Absent = lazyHint(() => import('./absent.tsx').then((part) => part.Absent))

interface RemotePartProps<T> {
  remote: Remote<T> & { reload: () => void }
  children: (value: T) => ReactNode
}

/**
 * A part of a page whose data only the server has: shows a skeleton while loading, and an
 * explanation if the server cannot be reached.
 */
export function RemotePart<T>({ remote, children }: RemotePartProps<T>) {
  const { t } = useLingui()
  if (remote.status === 'loading') return <Skeleton lines={4} />
  if (remote.status === 'ready') return children(remote.value)
  if (isAbsent(remote.error))
    return (
      <Suspense fallback={<Skeleton lines={4} />}>
        <Absent />
      </Suspense>
    )
  return (
    <EmptyState
      icon={<IconCloudOff size={20} />}
      title={t`This could not be loaded`}
      action={<Button variant="default" onClick={remote.reload}>{t`Try again`}</Button>}
    >
      {refusalText(remote.error)}
    </EmptyState>
  )
}
