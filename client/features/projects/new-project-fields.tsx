import { Group, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { FieldError } from '../../ui/fields/error-summary.tsx'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'

const ContentLanguageField = lazyPart(() =>
  import('./content-language-field.tsx').then((part) => part.ContentLanguageField),
)

export interface ProjectDraft {
  name: string
  description: string
  version: string
  tags: string
  /** A BCP 47 tag; null = not stated. */
  language: string | null
  weight: string
}
export const EMPTY_DRAFT: ProjectDraft = {
  name: '',
  description: '',
  version: '1',
  tags: '',
  language: null,
  weight: '',
}

interface NewProjectFieldsProps {
  draft: ProjectDraft
  errors: readonly FieldError[]
  onChange: (changes: Partial<ProjectDraft>) => void
}

/** The fields of a new project. */
export function NewProjectFields({ draft, errors, onChange }: NewProjectFieldsProps) {
  const { t } = useLingui()
  const errorOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text
  return (
    <>
      <TextInput
        id="project-name"
        mt="sm"
        label={t`Name`}
        required
        maxLength={200}
        data-autofocus
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errorOf('project-name')}
      />
      <Textarea
        mt="sm"
        label={t`Description`}
        description={t`What you are buying and why. Visible to vendors.`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5_000}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Group grow mt="sm" align="flex-end">
        <TextInput
          label={t`Version`}
          maxLength={50}
          value={draft.version}
          onChange={(event) => onChange({ version: event.currentTarget.value })}
        />
        <TextInput
          label={t`Tags`}
          description={t`Separated by commas`}
          value={draft.tags}
          onChange={(event) => onChange({ tags: event.currentTarget.value })}
        />
      </Group>
      <Suspense fallback={<Skeleton lines={1} />}>
        <ContentLanguageField
          mt="sm"
          isLive
          value={draft.language}
          onChange={(language) => onChange({ language })}
        />
      </Suspense>
      <TextInput
        id="project-weight"
        mt="sm"
        label={t`Weight of the project`}
        description={t`Orders your list of projects. Vendors do not see it.`}
        inputMode="decimal"
        maxLength={10}
        value={draft.weight}
        onChange={(event) => onChange({ weight: event.currentTarget.value })}
        error={errorOf('project-weight')}
      />
    </>
  )
}
