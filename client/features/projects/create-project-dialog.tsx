import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState, type FormEvent } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { api } from '../../lib/api.ts'
import { newId } from '../../lib/mutate.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ChoiceSwitch } from '../../ui/fields/choice-switch.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import { isLanguageTag, LANGUAGE_TAG_INPUT } from './language-tag.ts'
import type { CloneChoice } from './clone-fields.tsx'
import { EMPTY_DRAFT, NewProjectFields, type ProjectDraft } from './new-project-fields.tsx'
import { parseTags } from './tags.ts'
import { weightOfText } from './weight-of-text.ts'

const CloneFields = lazyPart(() => import('./clone-fields.tsx').then((part) => part.CloneFields))

type Origin = 'blank' | 'clone'

/** The input of each field that the server can refuse. */
const INPUTS: Readonly<Record<string, string>> = {
  name: 'project-name',
  weight: 'project-weight',
  'options.vendorAnswers': 'clone-answers',
}
const errorOf = (error: unknown): FieldError => ({
  inputId: error instanceof Refusal ? (INPUTS[error.field ?? ''] ?? null) : null,
  text: refusalText(error),
})

/** Creates a project, empty or from another one. It starts as a draft that only its owner sees. */
export function CreateProjectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [origin, setOrigin] = useState<Origin>('blank')
  const [draft, setDraft] = useState<ProjectDraft>(EMPTY_DRAFT)
  const [choice, setChoice] = useState<CloneChoice | null>(null)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  // A repeated call with the same id makes no second project.
  const [id] = useState(newId)
  const change = (changes: Partial<ProjectDraft>) => setDraft((last) => ({ ...last, ...changes }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const weight = weightOfText(draft.weight)
    const language = draft.language || null
    const isClone = origin === 'clone'
    const inherited = (isClone && choice?.source.language) || null
    const found: FieldError[] = [
      ...(isClone && choice === null
        ? [{ inputId: 'clone-source', text: t`Choose a project` }]
        : []),
      ...(draft.name.trim() === '' ? [{ inputId: 'project-name', text: t`Enter a name` }] : []),
      ...(language !== null && !isLanguageTag(language)
        ? [{ inputId: LANGUAGE_TAG_INPUT, text: t`Enter a language tag such as en, sk or pt-BR` }]
        : []),
      ...(weight === undefined
        ? [{ inputId: 'project-weight', text: t`Enter a number from 0 to 100` }]
        : []),
    ]
    setErrors(found)
    if (found.length > 0) return
    setBusy(true)
    const body = {
      name: draft.name.trim(),
      description: draft.description.trim(),
      version: draft.version.trim(),
      tags: parseTags(draft.tags),
      // A copy takes over the language of its source unless another one is given.
      ...(language === inherited ? {} : { language }),
      weight,
    }
    try {
      await (
        isClone && choice !== null
          ? cloneProject(id, choice, body)
          : api.projects.create({ body: { ...body, id } })
      ).catch(passIfMade)
      await tryNow()
      onClose()
      await navigate({ to: '/project/$id/packages', params: { id } })
    } catch (error) {
      setErrors([errorOf(error)])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t`New project`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary errors={errors} />
        <ChoiceSwitch<Origin>
          label={t`Start from`}
          value={origin}
          options={[
            { value: 'blank', label: t`Blank` },
            { value: 'clone', label: t`From another project` },
          ]}
          onChange={setOrigin}
          isWide
        />
        <Suspense fallback={null}>
          {origin === 'clone' && (
            <CloneFields
              choice={choice}
              error={errors.find(({ inputId }) => inputId === 'clone-source')?.text}
              onChoose={(next) => {
                setChoice(next)
                if (next.source.id !== choice?.source.id) change(textsOf(next.source))
              }}
            />
          )}
        </Suspense>
        <NewProjectFields draft={draft} errors={errors} onChange={change} />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={isBusy}>{t`Create project`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** An earlier try may have made the project although its answer was lost. */
const passIfMade = (error: unknown): void => {
  const isMade =
    error instanceof Refusal &&
    error.code === 'ENTITY_ALREADY_EXISTS' &&
    (error.field === 'id' || error.field === 'cloneId')
  if (!isMade) throw error
}

/** What the copy takes over from the other project, until the person types something else. */
const textsOf = ({
  name,
  description,
  tags,
  language = null,
}: ProjectSummary): Partial<ProjectDraft> => ({
  name,
  description,
  tags: tags.join(', '),
  language,
})

type NewProject = Omit<Parameters<typeof api.projects.create>[0]['body'], 'id'>

const cloneProject = async (
  cloneId: string,
  { source, options }: CloneChoice,
  body: NewProject,
): Promise<void> => {
  const [{ cloneCalls }, { sentOptions }] = await Promise.all([
    import('./clone-calls.ts'),
    import('./clone-options.ts'),
  ])
  const sent = sentOptions(source, options)
  await cloneCalls.project({ body: { ...body, id: source.id, cloneId, options: sent } })
}
