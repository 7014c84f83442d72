import { Checkbox, Select } from '@mantine/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { CLONE_DEFAULTS, type CloneOptions } from '#schema/rules/definition/clone.ts'
import { useHome } from '../../lib/home-list.ts'
import { STATE_NAMES } from '../../lib/state-names.ts'
import { type CloneOption, cloneSources, type OptionDenial, optionDenial } from './clone-options.ts'
import classes from './move-dialogs.module.css'

export interface CloneChoice {
  source: ProjectSummary
  options: CloneOptions
}

interface CloneFieldsProps {
  /** Null = no project is chosen yet. */
  choice: CloneChoice | null
  error: string | undefined
  onChoose: (choice: CloneChoice) => void
}

const OPTIONS: readonly { option: CloneOption; label: MessageDescriptor }[] = [
  { option: 'requirements', label: msg`Requirements` },
  { option: 'vendorAnswers', label: msg`Vendors answers` },
  { option: 'members', label: msg`Members` },
  { option: 'roles', label: msg`Roles` },
  { option: 'owners', label: msg`Keep documents and packages owners` },
]
const HINTS: Readonly<Partial<Record<CloneOption, MessageDescriptor>>> = {
  vendorAnswers: msg`With the vendors. Their answers become drafts.`,
  roles: msg`Otherwise all members become reviewers.`,
}
const DENIALS: Readonly<Record<OptionDenial, MessageDescriptor>> = {
  'needs requirements': msg`Answers cannot be copied without requirements.`,
  'needs members': msg`Without members, only you have a role.`,
  'no access': msg`You may not see the answers of this project.`,
  sealed: msg`The answers of this project are sealed.`,
}

/** Chooses the project to copy and what is copied of it. */
export function CloneFields({ choice, error, onChoose }: CloneFieldsProps) {
  const { t, i18n } = useLingui()
  const { projects } = useHome()
  const sources = useMemo(() => cloneSources(projects), [projects])
  const options = choice?.options ?? CLONE_DEFAULTS
  return (
    <>
      <Select
        id="clone-source"
        mt="sm"
        label={t`Project to copy`}
        placeholder={t`Search by name…`}
        required
        searchable
        openOnFocus={false}
        allowDeselect={false}
        value={choice?.source.id ?? null}
        nothingFoundMessage={t`No project found with this name.`}
        error={error}
        onChange={(id) => {
          const source = sources.find((project) => project.id === id)
          if (source !== undefined) onChoose({ source, options })
        }}
        data={sources.map(({ id, name, version, state }) => ({
          value: id,
          label: `${name} · ${version} · ${i18n._(STATE_NAMES[state])}`,
        }))}
      />
      {choice !== null && (
        <fieldset className={classes.choices}>
          <legend>
            <Trans>What is copied</Trans>
          </legend>
          <div className={classes.options}>
            {OPTIONS.map(({ option, label }) => {
              const denial = optionDenial(option, choice.source, options)
              const hint = HINTS[option]
              return (
                <Checkbox
                  key={option}
                  id={option === 'vendorAnswers' ? 'clone-answers' : undefined}
                  label={i18n._(label)}
                  description={denial === null ? hint && i18n._(hint) : i18n._(DENIALS[denial])}
                  checked={denial === null && options[option]}
                  disabled={denial !== null}
                  onChange={(event) =>
                    onChoose({
                      source: choice.source,
                      options: { ...options, [option]: event.currentTarget.checked },
                    })
                  }
                />
              )
            })}
          </div>
        </fieldset>
      )}
    </>
  )
}
