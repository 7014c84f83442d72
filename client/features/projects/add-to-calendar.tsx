import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconCalendarPlus } from '@tabler/icons-react'
import { type CalendarProject, calendarText } from '#schema/rules/project/calendar.ts'
import { mailLanguage } from '../../lib/language.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'

/** Downloads the deadline as a calendar file, which the device writes itself, also offline. */
export function AddToCalendar({ project }: { project: CalendarProject }) {
  const { t } = useLingui()
  const download = () => {
    const text = calendarText([project], {
      language: mailLanguage(),
      baseUrl: location.origin,
      now: Date.now(),
    })
    downloadBlob(new Blob([text], { type: 'text/calendar' }), 'deadline.ics')
  }
  return (
    <Button
      mt="sm"
      size="xs"
      variant="default"
      leftSection={<IconCalendarPlus size={14} aria-hidden />}
      onClick={download}
    >{t`Add to calendar`}</Button>
  )
}
