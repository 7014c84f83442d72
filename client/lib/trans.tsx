import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * What `<Trans>` of the macro becomes (lingui.config.ts). Lingui puts texts into the sentence first
 * and then reads its marks, `<0>…</0>`, so that a name with a pointed bracket would lose a part or
 * turn into a link; as an element it is shown as it was written.
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
