import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { RestoredProject } from '#schema/api/projects-service/archives.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import {
  type FileProblem,
  problemOfFile,
  restoreProject,
  UnansweredError,
} from './restore-project.ts'

export type RestoreStep =
  | { at: 'choose'; problem: string | null }
  | { at: 'sending'; file: File; sent: number }
  | { at: 'checking'; file: File }
  | { at: 'done'; project: RestoredProject }

/** The steps of one restoration. After `leave`, a toast tells how it ended. */
export const useRestore = () => {
  const { t } = useLingui()
  const [step, setStep] = useState<RestoreStep>({ at: 'choose', problem: null })
  const running = useRef<AbortController | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  const fileText = (problem: FileProblem): string =>
    ({
      empty: t`is empty`,
      tooLarge: t`is larger than ${RESTORE_LIMITS.bytes / 1_000_000} MB`,
      noArchive: t`is no project archive`,
      unreadable: t`cannot be read`,
    })[problem]
  const textOf = (error: unknown): string =>
    error instanceof UnansweredError
      ? t`The archive was sent, but the connection broke before the answer came. Look for the project in your list before you send it again.`
      : refusalText(error)
  const succeed = async (project: RestoredProject) => {
    // The project is there, even if this device learns of it only later.
    await tryNow().catch(() => undefined)
    if (isLeft.current) toast.success(t`${project.name} is restored.`)
    else setStep({ at: 'done', project })
  }
  const fail = (text: string) => {
    if (isLeft.current) toast.error(text)
    else setStep({ at: 'choose', problem: text })
  }

  const take = async (file: File) => {
    const problem = await problemOfFile(file)
    if (problem !== null) return fail(`${file.name}: ${fileText(problem)}`)
    const controller = new AbortController()
    running.current = controller
    setStep({ at: 'sending', file, sent: 0 })
    const tell = (sent: number) =>
      setStep(sent < file.size ? { at: 'sending', file, sent } : { at: 'checking', file })
    try {
      await succeed(await restoreProject(file, { signal: controller.signal, tell }))
    } catch (error) {
      if (controller.signal.aborted) setStep({ at: 'choose', problem: null })
      else fail(`${file.name}: ${textOf(error)}`)
    }
  }
  return { step, take, stop: () => running.current?.abort(), leave: () => (isLeft.current = true) }
}
