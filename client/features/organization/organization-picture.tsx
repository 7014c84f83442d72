import { useLingui } from '@lingui/react/macro'
import { AvatarPart } from '../../ui/pictures/avatar-part.tsx'
import { settingsCalls } from './calls.ts'

interface OrganizationPictureProps {
  organization: { id: number; name: string; avatar: string | null }
  onSaved: () => void
}

/** Lets people who may edit an organization or vendor choose its picture. */
export function OrganizationPicture({ organization, onSaved }: OrganizationPictureProps) {
  const { t } = useLingui()
  const { id, name, avatar } = organization
  return (
    <AvatarPart
      avatar={avatar}
      name={name}
      kind="place"
      title={t`Picture of the organization`}
      save={async (picture) => {
        await settingsCalls.setAvatar({ params: { id: String(id) }, body: { picture } })
        onSaved()
      }}
    />
  )
}
