import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import { Avatar } from '../../ui/elements/avatar.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './account.module.css'
import { profileCalls } from './calls.ts'

const AvatarDialog = lazyDialog(() =>
  import('./avatar-dialog.tsx').then((part) => part.AvatarDialog),
)

/** Larger files are no photograph of a person and may exceed the browser's memory. */
const MOST_BYTES = 30_000_000
const SHOWN_PX = 72

interface AvatarPartProps {
  avatar: string | null
  name: string
  onChanged: () => void
}

/** Lets a person choose, crop, upload and remove their own picture. */
export function AvatarPart({ avatar, name, onChanged }: AvatarPartProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const close = () => {
    picture?.close()
    setPicture(null)
  }
  const pick = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MOST_BYTES)
      return toast.error(t`This picture is larger than 30 MB. Choose a smaller one.`)
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      toast.error(t`This picture cannot be read. Choose a PNG, JPEG or WebP file.`)
    }
  }
  const save = async (content: string | null): Promise<void> => {
    await profileCalls.setAvatar({ body: { picture: content } })
    onChanged()
    close()
    toast.success(content === null ? t`Picture removed` : t`Picture saved`)
  }
  return (
    <div className={classes.picture}>
      <Avatar picture={avatar} name={name} size={SHOWN_PX} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => input.current?.click()}>
          {avatar === null ? t`Choose a picture…` : t`Change picture…`}
        </Button>
        {avatar !== null && (
          <Button
            variant="default"
            onClick={() =>
              void save(null).catch((error: unknown) => toast.error(refusalText(error)))
            }
          >{t`Remove picture`}</Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t`Picture`}
        onChange={(event) => {
          void pick(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Suspense fallback={null}>
        {picture !== null && <AvatarDialog picture={picture} onClose={close} onSave={save} />}
      </Suspense>
    </div>
  )
}
