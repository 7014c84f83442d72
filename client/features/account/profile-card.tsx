import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '#schema/entities/user.ts'
import { Refusal } from '#schema/refusal.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Avatar } from '../../ui/elements/avatar.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { profileCalls } from './calls.ts'
import classes from './profile-card.module.css'

const SIZE_PX = 64
/** The server answers NOT_FOUND alike for a missing person, an empty profile and a hidden one. */
const loadProfile = async (id: string): Promise<Profile | null> => {
  try {
    return await profileCalls.get({ params: { id } })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Shows the public profile of a person. `id` is a number or a username. */
export function ProfileCard({ id }: { id: string }) {
  const profile = useRemote(id, () => loadProfile(id))
  return (
    <RemotePart remote={profile}>
      {(value) =>
        value === null ? (
          <p className={classes.none}>{codeText('profile.none')}</p>
        ) : (
          <Facts profile={value} />
        )
      }
    </RemotePart>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const {
    firstname,
    lastname,
    username,
    avatar,
    email,
    phone,
    homepage,
    company,
    location,
    about,
  } = profile
  const name = `${firstname} ${lastname}`
  const facts = [
    [t`Company`, company],
    [t`Location`, location],
  ] as const
  return (
    <div>
      <div className={classes.who}>
        <Avatar picture={avatar} name={name} size={SIZE_PX} />
        <div>
          <strong>{name}</strong>
          <span>{username}</span>
        </div>
      </div>
      {(phone !== '' || email !== '' || homepage !== '') && (
        <>
          <h2 className={classes.heading}>
            <Trans>Contacts</Trans>
          </h2>
          <dl className={classes.facts}>
            {phone !== '' && (
              <>
                <dt>
                  <Trans>Phone</Trans>
                </dt>
                <dd>
                  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
                </dd>
              </>
            )}
            {email !== '' && (
              <>
                <dt>
                  <Trans>Email</Trans>
                </dt>
                <dd>
                  <a className="touch-area" href={`mailto:${email}`}>
                    {email}
                  </a>
                </dd>
              </>
            )}
            {homepage !== '' && (
              <>
                <dt>
                  <Trans>Homepage</Trans>
                </dt>
                <dd>
                  <a href={homepage} target="_blank" rel="noopener noreferrer">
                    {homepage}
                  </a>
                </dd>
              </>
            )}
          </dl>
        </>
      )}
      {facts.some(([, value]) => value !== '') && (
        <dl className={classes.facts}>
          {facts.map(
            ([label, value]) =>
              value !== '' && (
                <div key={label} className={classes.pair}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      )}
      {about !== '' && (
        <>
          <h2 className={classes.heading}>
            <Trans>About</Trans>
          </h2>
          <p className={classes.about}>{about}</p>
        </>
      )}
    </div>
  )
}
