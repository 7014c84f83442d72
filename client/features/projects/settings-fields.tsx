import { Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { CommandArgs } from '#schema/mutations/index.ts'
import { areWeightsLocked, isAfterOpening } from '#schema/rules/evaluation/scoring.ts'
import { AutosaveText } from './autosave-text.tsx'
import { CreditField } from './credit-field.tsx'
import { DeadlineSetting } from './deadline-setting.tsx'
import classes from './settings-general-page.module.css'
import { parseTags } from './tags.ts'
import { WeightField } from './weight-field.tsx'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import parts from '../../ui/fields/form-parts.module.css'

const ContentLanguageField = lazyPart(() =>
  import('./content-language-field.tsx').then((part) => part.ContentLanguageField),
)
const ProjectPicture = lazyPart(() =>
  import('./project-picture.tsx').then((part) => part.ProjectPicture),
)

export type ProjectPatch = CommandArgs['projects.update']['patch']
export type ProjectText = 'name' | 'description' | 'version' | 'tags'
interface SettingsFieldsProps {
  project: Project
  isReadOnly: boolean
  save: (patch: ProjectPatch) => Promise<unknown>
}
interface AboutFieldsProps extends SettingsFieldsProps {
  /** `over` is the text that the person saw before they began to type. */
  saveText: (field: ProjectText, text: string, over: string) => Promise<unknown>
}

export function AboutFields({ project, isReadOnly, save, saveText }: AboutFieldsProps) {
  const { t } = useLingui()
  return (
    <fieldset disabled={isReadOnly} className={classes.group}>
      <legend>
        <Trans>About the project</Trans>
      </legend>
      {!isReadOnly && (
        <Suspense fallback={null}>
          <ProjectPicture project={project} />
        </Suspense>
      )}
      <AutosaveText
        label={t`Name`}
        value={project.name}
        isRequired
        maxLength={200}
        onSave={(text, over) => saveText('name', text, over)}
      />
      <AutosaveText
        label={t`Description`}
        value={project.description}
        isMultiline
        maxLength={5_000}
        onSave={(text, over) => saveText('description', text, over)}
      />
      <div className={parts.pair}>
        <AutosaveText
          label={t`Version`}
          value={project.version}
          maxLength={50}
          onSave={(text, over) => saveText('version', text, over)}
        />
        <AutosaveText
          label={t`Tags, separated by commas`}
          value={project.tags.join(', ')}
          maxLength={1_000}
          onSave={(text, over) => saveText('tags', parseTags(text).join(', '), over)}
        />
        <Suspense fallback={<Skeleton lines={1} />}>
          <ContentLanguageField
            value={project.language ?? null}
            onChange={(language) => void save({ language })}
          />
        </Suspense>
        <WeightField value={project.weight ?? null} onSave={(weight) => save({ weight })} />
      </div>
    </fieldset>
  )
}

export function PublishingFields({ project, isReadOnly, save }: SettingsFieldsProps) {
  const { t } = useLingui()
  return (
    <fieldset disabled={isReadOnly} className={classes.group}>
      <legend>
        <Trans>Publishing</Trans>
      </legend>
      <DeadlineSetting
        project={project}
        isReadOnly={isReadOnly}
        onSave={(deadline) => void save({ deadline })}
      />
      <Switch
        checked={project.sealed}
        onChange={(event) => void save({ sealed: event.currentTarget.checked })}
        label={t`Seal answers`}
        description={t`Nobody on your team can read answers before the deadline. You only see whether each vendor has started and whether everything is submitted.`}
      />
      <Switch
        checked={project.weightsPublished === true}
        disabled={project.publishedOn !== null}
        onChange={(event) => void save({ weightsPublished: event.currentTarget.checked })}
        label={t`Publish weights`}
        description={t`Vendors see weights, scales, knock-outs and how scores are calculated. Once published, these are locked: only an addendum before the deadline can change them. In the evaluation you can try other weights with what-if.`}
      />
      <Switch
        checked={project.stopInValidation}
        onChange={(event) => void save({ stopInValidation: event.currentTarget.checked })}
        label={t`Validate before evaluation`}
        description={t`If off, the project moves straight to Evaluation at the deadline and cannot return to Published.`}
      />
    </fieldset>
  )
}

/** Credits used in scoring; locked once the weights are published or the answers are open. */
export function CreditFields({ project, isReadOnly, save }: SettingsFieldsProps) {
  const { t } = useLingui()
  const isScoringFixed = isAfterOpening(project) || areWeightsLocked(project)
  return (
    <fieldset disabled={isReadOnly || isScoringFixed} className={classes.group}>
      <legend>
        <Trans>Evaluation by release</Trans>
      </legend>
      {!isReadOnly && areWeightsLocked(project) && (
        <p>
          <Trans>The credits are published with the weights, so they are locked.</Trans>
        </p>
      )}
      {!isReadOnly && !areWeightsLocked(project) && isScoringFixed && (
        <p>
          <Trans>
            The answers are open. Change the scoring rules in the evaluation, with a reason.
          </Trans>
        </p>
      )}
      <div className={parts.pair}>
        <CreditField
          label={t`Credit for later releases`}
          value={project.evaluation.futureCredit}
          onSave={(futureCredit) => save({ evaluation: { ...project.evaluation, futureCredit } })}
        />
        <CreditField
          label={t`Credit for unplanned commitments`}
          value={project.evaluation.unplannedCredit}
          onSave={(unplannedCredit) =>
            save({ evaluation: { ...project.evaluation, unplannedCredit } })
          }
        />
      </div>
    </fieldset>
  )
}
