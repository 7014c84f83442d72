import { useLingui } from '@lingui/react/macro'
import { SectionTabs } from '#client/ui/pages/section-tabs.tsx'

/** Tabs: all questions of the project, or only those on the project itself. */
export function QuestionTabs({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const base = `/project/${projectId}/questions-and-answers`
  return (
    <SectionTabs
      isInBar
      label={t`Questions & answers`}
      tabs={[
        { href: `${base}/all`, label: t`All questions` },
        { href: `${base}/general`, label: t`General` },
      ]}
    />
  )
}
