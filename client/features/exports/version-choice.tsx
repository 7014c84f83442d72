import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useVersions } from '../../lib/project-versions.ts'
import { STATE_NAMES } from '../../lib/state-names.ts'
import classes from './exports-page.module.css'

interface VersionChoiceProps {
  /** The open project. */
  projectId: string
  /** The version of it whose exports are shown. */
  chosenId: string
  onChoose: (projectId: string) => void
}

/** Chooses the version to export. Shows nothing while the project has only one. */
export function VersionChoice({ projectId, chosenId, onChoose }: VersionChoiceProps) {
  const { t, i18n } = useLingui()
  const remote = useVersions(projectId)
  if (remote.status !== 'ready' || remote.value.items.length < 2) return null
  return (
    <Select
      className={classes.version}
      label={t`Version`}
      allowDeselect={false}
      value={chosenId}
      onChange={(id) => onChoose(id ?? projectId)}
      data={remote.value.items.map(({ projectId: id, version, state }) => ({
        value: id,
        label: `${version} · ${i18n._(STATE_NAMES[state])}`,
      }))}
    />
  )
}
