import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import type { Member } from '#schema/api/users-service/members.ts'
import type { AccessLogRow } from '#schema/api/users-service/organization-settings.ts'
import type { VendorSummary } from '#schema/api/users-service/vendors.ts'
import { seen, type SeenTable } from '#schema/rules/export/seen-table.ts'
import type { SeenReading } from '../../lib/asked-export.ts'
import { seenDay } from '../../lib/seen-day.ts'
import { readPages } from '../../lib/seen-pages.ts'
import { ACCESS_WORDS } from './access-words.ts'
import { administrationCalls, memberCalls, settingsCalls, vendorCalls } from './calls.ts'
import { logObjectText } from './log-object-text.ts'

interface Shown<Row> {
  /** The rows on the screen. */
  shown: { items: readonly Row[]; total: number }
}

interface SeenPeople extends Shown<Member> {
  organizationId: number
  filters: Record<string, string>
  sorts: { field: string; direction: 'ASC' | 'DESC' }[]
  roleName: (id: string) => string
  stateName: (state: Member['state']) => string
}
/** The people of an organization or vendor that the filters leave. */
export const seenPeople = (list: SeenPeople, reading: SeenReading): Promise<SeenTable> =>
  readPages(
    {
      name: i18n._(msg`Members`),
      cells: [
        [seen(i18n._(msg({ message: 'Name', context: 'of a person' }))), ({ name }) => name],
        [seen(i18n._(msg`Username`)), ({ username }) => username],
        [seen(i18n._(msg`Email`)), ({ email }) => email],
        [seen(i18n._(msg`Roles`)), ({ roleIds }) => roleIds.map(list.roleName).join(', ')],
        [seen(i18n._(msg`Status`)), ({ state }) => list.stateName(state)],
        [seen(i18n._(msg`Since`), 'date'), ({ createdOn }) => seenDay(createdOn)],
        [
          seen(i18n._(msg`Ends`), 'date'),
          ({ expiresOn }) => (expiresOn === null ? null : seenDay(expiresOn)),
        ],
      ],
      load: (page) =>
        memberCalls.list({
          params: { id: String(list.organizationId) },
          body: { filters: list.filters, sorts: list.sorts, ...page },
        }),
      keyOf: ({ userId }) => userId,
      shown: list.shown,
    },
    reading,
  )

interface SeenVendors extends Shown<VendorSummary> {
  organizationId: number
  filters: Record<string, string>
}
/** The vendors of an organization that the search leaves. */
export const seenVendors = (list: SeenVendors, reading: SeenReading): Promise<SeenTable> =>
  readPages(
    {
      name: i18n._(msg`Vendors`),
      cells: [
        [seen(i18n._(msg`Vendor`)), ({ name }) => name],
        [
          seen(i18n._(msg`Primary contact`)),
          ({ primaryContact }) => primaryContact ?? i18n._(msg`None yet`),
        ],
        [
          seen(i18n._(msg`Status`)),
          ({ state }) => i18n._(state === 'ACTIVE' ? msg`Active` : msg`Inactive`),
        ],
        [seen(i18n._(msg`Contacts`), 'number'), ({ contactsCount }) => contactsCount],
        [seen(i18n._(msg`Projects`), 'number'), ({ projectsCount }) => projectsCount],
      ],
      load: (page) =>
        vendorCalls.list({
          params: { id: String(list.organizationId) },
          body: { filters: list.filters, ...page },
        }),
      keyOf: ({ id }) => id,
      shown: list.shown,
    },
    reading,
  )

interface SeenUsers extends Shown<ListedUser> {
  query: { q: string; state?: ListedUser['state'] }
  stateNames: Readonly<Record<ListedUser['state'], string>>
}
/** The people with an account that the filters leave. */
export const seenUsers = (list: SeenUsers, reading: SeenReading): Promise<SeenTable> =>
  readPages(
    {
      name: i18n._(msg`Users`),
      cells: [
        [seen(i18n._(msg({ message: 'Name', context: 'of a person' }))), ({ name }) => name],
        [seen(i18n._(msg`Username`)), ({ username }) => username],
        [seen(i18n._(msg`Email`)), ({ email }) => email],
        [
          seen(i18n._(msg`Organizations`)),
          ({ organizations, requestedOrganization }) =>
            organizations.map(({ name }) => name).join(', ') || requestedOrganization,
        ],
        [seen(i18n._(msg`Status`)), ({ state }) => list.stateNames[state]],
        [seen(i18n._(msg`2FA`), 'yesNo'), ({ otpActivated }) => otpActivated],
        [seen(i18n._(msg`Sessions`), 'number'), ({ sessions }) => sessions],
        [seen(i18n._(msg`Since`), 'date'), ({ createdOn }) => seenDay(createdOn)],
      ],
      load: (page) => administrationCalls.users({ query: { ...list.query, ...textPage(page) } }),
      keyOf: ({ id }) => id,
      shown: list.shown,
    },
    reading,
  )

type ListedOrganization = Awaited<
  ReturnType<typeof administrationCalls.organizations>
>['items'][number]
/** All requestor organizations. */
export const seenOrganizations = (
  { shown }: Shown<ListedOrganization>,
  reading: SeenReading,
): Promise<SeenTable> =>
  readPages(
    {
      name: i18n._(msg`Organizations`),
      cells: [
        [seen(i18n._(msg`Organization`)), ({ name }) => name],
        [seen(i18n._(msg`Members`), 'number'), ({ members }) => members],
        [seen(i18n._(msg`Vendors`), 'number'), ({ vendors }) => vendors],
        [seen(i18n._(msg`Projects`), 'number'), ({ projects }) => projects],
        [seen(i18n._(msg`Since`), 'date'), ({ createdOn }) => seenDay(createdOn)],
      ],
      load: (page) => administrationCalls.organizations({ query: textPage(page) }),
      keyOf: ({ id }) => id,
      shown,
    },
    reading,
  )

interface SeenAccessLog extends Shown<AccessLogRow> {
  organizationId: number
  filters: NonNullable<Parameters<typeof settingsCalls.accessLog>[0]['body']['filters']>
}
/** The entries of the access log that the filters leave. */
export const seenAccessLog = (list: SeenAccessLog, reading: SeenReading): Promise<SeenTable> =>
  readPages(
    {
      name: i18n._(msg`Access log`),
      cells: [
        [seen(i18n._(msg`Who`)), ({ name }) => name || i18n._(msg`Unknown`)],
        [seen(i18n._(msg`Username`)), ({ username }) => username],
        [
          seen(i18n._(msg`What`)),
          ({ action }) => {
            const words = ACCESS_WORDS[action]
            return words === undefined ? action : i18n._(words)
          },
        ],
        [
          seen(i18n._(msg({ message: 'Item', context: 'of what an entry is about' }))),
          ({ object }) => (object === null ? null : logObjectText(object)),
        ],
        [
          seen(i18n._(msg`Result`)),
          ({ result }) =>
            i18n._(
              result === 'success'
                ? msg({ message: 'Done', context: 'result of an action' })
                : msg`Refused`,
            ),
        ],
        [seen(i18n._(msg`When`), 'time'), ({ at }) => at],
        [seen(i18n._(msg`Address`)), ({ address }) => address],
      ],
      load: (page) =>
        settingsCalls.accessLog({
          params: { id: String(list.organizationId) },
          body: { filters: list.filters, ...page },
        }),
      keyOf: ({ id }) => id,
      shown: list.shown,
    },
    reading,
  )

const textPage = ({ pageNumber, pageSize }: { pageNumber: number; pageSize: number }) => ({
  pageNumber: String(pageNumber),
  pageSize: String(pageSize),
})
