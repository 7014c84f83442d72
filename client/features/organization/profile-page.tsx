import { Button, Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { OrganizationInfo } from '#schema/api/users-service/organization-settings.ts'
import { Refusal } from '#schema/refusal.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { settingsCalls } from './calls.ts'
import { LeaveOrganization } from './leave-organization.tsx'
import { OrganizationPicture } from './organization-picture.tsx'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'
import { PROFILE_INPUTS, ProfileFields } from './profile-fields.tsx'
import { SecondFactorPolicy } from './second-factor-policy.tsx'
import parts from '../../ui/fields/form-parts.module.css'

/** The organization's profile: its name, the terms for its vendors, and leaving it. */
export function OrganizationProfilePage({
  organizationId,
  onLeft,
}: {
  organizationId: number
  onLeft: () => void
}) {
  const { t } = useLingui()
  const info = useRemote(String(organizationId), () =>
    settingsCalls.info({ params: { id: String(organizationId) } }),
  )
  return (
    <Page title={t`Organization`} toolbar={<OrganizationTabs organizationId={organizationId} />}>
      <RemotePart remote={info}>
        {(value) => (
          <>
            <dl className={classes.facts}>
              <dt>
                <Trans>Members</Trans>
              </dt>
              <dd>{value.members}</dd>
              <dt>
                <Trans>Vendors</Trans>
              </dt>
              <dd>{value.vendors}</dd>
              <dt>
                <Trans>Projects</Trans>
              </dt>
              <dd>{value.projects}</dd>
            </dl>
            {value.may.edit && <OrganizationPicture organization={value} onSaved={info.reload} />}
            <ProfileForm key={value.name} info={value} onSaved={info.reload} />
            <DocumentationForm
              key={value.documentation.version}
              info={value}
              onSaved={info.reload}
            />
            {value.may.edit && <SecondFactorPolicy info={value} />}
            <LeaveOrganization info={value} onLeft={onLeft} />
          </>
        )}
      </RemotePart>
    </Page>
  )
}

function ProfileForm({ info, onSaved }: { info: OrganizationInfo; onSaved: () => void }) {
  const { t } = useLingui()
  const [draft, setDraft] = useState({
    name: info.name,
    description: info.description,
    zone: info.zone,
  })
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.name.trim() === '')
      return setErrors([{ inputId: 'organization-name', text: t`Enter a name` }])
    setErrors([])
    try {
      await settingsCalls.update({ body: { id: info.id, updatedOn: info.updatedOn, ...draft } })
      toast.success(t`Profile saved`)
      onSaved()
    } catch (error) {
      setErrors([
        {
          inputId:
            error instanceof Refusal && error.field !== undefined
              ? (PROFILE_INPUTS[error.field] ?? null)
              : null,
          text: refusalText(error),
        },
      ])
    }
  }
  return (
    <form
      className={`${classes.section} ${classes.form}`}
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={t`Profile`}
    >
      <ErrorSummary errors={errors} />
      <div>
        <ProfileFields
          value={draft}
          onChange={setDraft}
          errors={errors}
          isReadOnly={!info.may.edit}
        />
      </div>
      {info.may.edit && (
        <div>
          <Button type="submit">{t`Save`}</Button>
        </div>
      )}
    </form>
  )
}

function DocumentationForm({ info, onSaved }: { info: OrganizationInfo; onSaved: () => void }) {
  const { t } = useLingui()
  const [title, setTitle] = useState(info.documentation.title)
  const [text, setText] = useState(info.documentation.text)
  if (!info.may.edit) return null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await settingsCalls.setDocumentation({
        params: { id: String(info.id) },
        body: { title, text },
      })
      toast.success(t`Documentation saved`)
      onSaved()
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <form
      className={`${classes.section} ${classes.form}`}
      onSubmit={(event) => void save(event)}
      noValidate
      aria-labelledby="documentation"
    >
      <div>
        <h2 id="documentation">
          <Trans>Documentation for vendors</Trans>
        </h2>
        <p className={parts.lead}>
          <Trans>
            Each vendor's primary contact accepts this text before the vendor can open your
            projects. If you change the text, they are asked again, and their projects stay open.
            Leave it empty to ask for nothing.
          </Trans>
        </p>
        <TextInput
          label={t`Title`}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          mt="sm"
          label={t`Text`}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={5_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div>
        <Button type="submit" variant="default">{t`Save documentation`}</Button>
      </div>
    </form>
  )
}
