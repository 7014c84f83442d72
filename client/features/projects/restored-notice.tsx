import { useLingui } from '@lingui/react/macro'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { formatDate } from '#schema/rules/format.ts'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import notice from '../../ui/feedback/notice.module.css'

interface RestoredProps {
  project: Pick<ProjectSummary, 'restored'>
}

/** Says that the project is a copy, so that it is not taken for the original. */
export function RestoredNotice({ project }: RestoredProps) {
  const text = useRestoredText(project)
  return text === null ? null : (
    <p className={notice.notice} data-tone="done">
      {text}
    </p>
  )
}

/** The mark of a restored project in lists, after its state. */
export function RestoredPill({ project }: RestoredProps) {
  const { t } = useLingui()
  const text = useRestoredText(project)
  return text === null ? null : (
    <>
      {' '}
      <StatePill title={text}>{t`Restored`}</StatePill>
    </>
  )
}

const useRestoredText = ({ restored }: RestoredProps['project']): string | null => {
  const { t } = useLingui()
  if (restored === undefined) return null
  const [date, name] = [formatDate(restored.on), restored.by]
  return name === ''
    ? t`Restored from an archive on ${date}`
    : t`Restored from an archive on ${date} by ${name}`
}
