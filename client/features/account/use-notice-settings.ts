import { useCallback, useRef, useState } from 'react'
import {
  noticeSettings,
  type NoticeSettings,
} from '#schema/api/notification-service/notice-settings.ts'
import type { NoticeTimes } from '#schema/rules/project/notice-times.ts'
import type { NoticeGroup } from '#schema/tables/notice-groups.ts'
import { callsOf } from '../../lib/api.ts'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'

export const settingsCalls = callsOf(noticeSettings)

type Choice = NoticeSettings['choices'][number]
export type NoticeChoiceChange = Partial<Pick<Choice, 'mail' | 'push'>>

/**
 * The person's settings of notifications. A change is shown at once and builds on the changes that
 * are still being saved. They are saved one after another; then, what the server holds is shown,
 * also after a refusal.
 */
export function useNoticeSettings(initial: NoticeSettings) {
  const [settings, setSettings] = useState(initial)
  const latest = useRef(initial)
  const stored = useRef(initial)
  const saving = useRef({ last: Promise.resolve(), waiting: 0 })

  const save = useCallback((changed: NoticeSettings, call: () => Promise<NoticeSettings>) => {
    const show = (next: NoticeSettings) => {
      latest.current = next
      setSettings(next)
    }
    show(changed)
    saving.current.waiting += 1
    saving.current.last = saving.current.last.then(async () => {
      try {
        stored.current = await call()
      } catch (error) {
        toast.error(refusalText(error))
      }
      saving.current.waiting -= 1
      if (saving.current.waiting === 0) show(stored.current)
    })
  }, [])

  const choose = useCallback(
    (at: { projectId: string | null; group: NoticeGroup }, change: NoticeChoiceChange) => {
      const { choices } = latest.current
      const isAt = (one: Choice) => one.group === at.group && one.projectId === at.projectId
      const body = { mail: null, push: null, ...choices.find(isAt), ...at, ...change }
      save(
        { ...latest.current, choices: [...choices.filter((one) => !isAt(one)), body] },
        async () => settingsCalls.choose({ body }),
      )
    },
    [save],
  )
  const setTimes = useCallback(
    (change: Partial<NoticeTimes>) => {
      const { zone, digestHour, quiet } = latest.current
      const body = { zone, digestHour, quiet, ...change }
      save({ ...latest.current, ...body }, async () => settingsCalls.setTimes({ body }))
    },
    [save],
  )
  return { settings, choose, setTimes }
}
