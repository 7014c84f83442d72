import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './feedback-dialog.module.css'
import { canTakePicture, readPicture, takePicture } from './take-picture.ts'

interface PicturePartProps {
  picture: Blob | null
  onChange: (picture: Blob | null) => void
  /** Hides the dialog while the browser captures the page behind it. */
  setCovered: (isCovered: boolean) => void
}

/** The picture attached to the feedback. The person sees it before it is sent and can remove it. */
export function PicturePart({ picture, onChange, setCovered }: PicturePartProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (picture === null) return setUrl(null)
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  const take = async () => {
    try {
      onChange(
        await takePicture(() => {
          setCovered(false)
          return () => setCovered(true)
        }),
      )
    } catch (error) {
      // NotAllowedError = the person declined to share the screen, which is no error.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError'))
        toast.error(t`Your browser did not take a screenshot. Choose a picture file instead.`)
    }
  }
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      onChange(await readPicture(file))
    } catch {
      toast.error(t`This picture cannot be read. Choose a PNG, JPEG or WebP file.`)
    }
  }
  if (url !== null) {
    return (
      <div className={classes.picture}>
        <img src={url} alt={t`Attached screenshot`} />
        <Button variant="default" onClick={() => onChange(null)}>{t`Remove picture`}</Button>
      </div>
    )
  }
  return (
    <div className={classes.buttons}>
      {canTakePicture() && (
        <Button variant="default" onClick={() => void take()}>{t`Add a screenshot…`}</Button>
      )}
      <Button
        variant="default"
        onClick={() => input.current?.click()}
      >{t`Choose a picture…`}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t`Screenshot file`}
        onChange={(event) => {
          void read(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
