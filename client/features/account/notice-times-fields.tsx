import { Group, NativeSelect, Switch } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { NoticeTimes } from '#schema/rules/project/notice-times.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour}:00`,
}))
const NIGHT = { from: 22, to: 7 }

interface NoticeTimesFieldsProps {
  times: NoticeTimes
  change: (times: Partial<NoticeTimes>) => void
}

/** Time zone, hour of the daily digest, and quiet hours; each change is saved at once. */
export function NoticeTimesFields({
  times: { zone, digestHour, quiet },
  change,
}: NoticeTimesFieldsProps) {
  const { t } = useLingui()
  const zones = [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <Group align="end" my="lg" gap="md">
      <NativeSelect
        label={t`Time zone`}
        value={zone}
        data={zones}
        onChange={(event) => change({ zone: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Daily digest at`}
        value={String(digestHour)}
        data={HOURS}
        onChange={(event) => change({ digestHour: Number(event.currentTarget.value) })}
      />
      <Switch
        label={t`Quiet hours`}
        checked={quiet !== null}
        onChange={(event) => change({ quiet: event.currentTarget.checked ? NIGHT : null })}
      />
      {quiet !== null && (
        <>
          <NativeSelect
            label={t`Quiet from`}
            value={String(quiet.from)}
            data={HOURS}
            onChange={(event) =>
              change({ quiet: { ...quiet, from: Number(event.currentTarget.value) } })
            }
          />
          <NativeSelect
            label={t`Quiet until`}
            value={String(quiet.to)}
            data={HOURS}
            onChange={(event) =>
              change({ quiet: { ...quiet, to: Number(event.currentTarget.value) } })
            }
          />
        </>
      )}
    </Group>
  )
}
