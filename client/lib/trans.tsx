import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * Replaces the `<Trans>` of the macro (lingui.config.ts). Lingui inserts values before it parses
 * its tags `<0>…</0>`, so a name with angle brackets would lose a part or become a link. Passed as
 * elements, values are shown as written.
 */
export function Trans({ values, ...props }: TransProps) {
  return <LinguiTrans {...props} {...(values === undefined ? {} : { values: asWritten(values) })} />
}

const asWritten = (values: NonNullable<TransProps['values']>): NonNullable<TransProps['values']> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' && value.includes('<') ? <>{value}</> : value,
    ]),
  )
