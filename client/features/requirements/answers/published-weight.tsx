import { Trans, useLingui } from '@lingui/react/macro'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { parseDefinition, statementParameters } from '#schema/rules/definition/parameters.ts'
import { useRow } from '#client/lib/project-store.ts'
import classes from '../requirement/requirement-text.module.css'

interface PublishedWeightProps {
  projectId: string
  document: Document
  requirement: Requirement
}

/** Shows the weight of the answer, if the requestor publishes weights. */
export function PublishedWeight({ projectId, document, requirement }: PublishedWeightProps) {
  const { t } = useLingui()
  const projectPackage = useRow(projectId, 'package', document.packageId)
  const statements = statementParameters(parseDefinition(requirement.definition))
  if (requirement.isWeightPublished !== true || statements.length === 0) return null
  const [packageWeight, documentWeight] = [projectPackage?.weight ?? 0, document.weight ?? 0]
  return (
    <aside className={`${classes.text} ${classes.help}`} aria-label={t`Weight`}>
      <strong>
        <Trans>Weight</Trans>
      </strong>
      <ul className={classes.weights}>
        {statements.map((statement) => (
          <li key={statement.id}>
            <StatementWeight statement={statement} />
          </li>
        ))}
        <li>
          <Trans>
            The document counts for {documentWeight} % of its package, the package for{' '}
            {packageWeight} % of the project.
          </Trans>
        </li>
      </ul>
    </aside>
  )
}

function StatementWeight({
  statement: { name, weight = 1, knockOut, options },
}: {
  statement: Parameter
}) {
  const scale = (options ?? []).map(({ label, value }) => `${label} ${value ?? 0}`).join(', ')
  return (
    <>
      {weight === 0 ? (
        <Trans>{name}: not scored</Trans>
      ) : (
        <Trans>
          {name}: weight {weight} in the document
        </Trans>
      )}
      {knockOut !== undefined && (
        <>
          ; <Trans>knock-out below {knockOut}</Trans>
        </>
      )}
      {scale !== '' && (
        <>
          ; <Trans>counts: {scale}</Trans>
        </>
      )}
    </>
  )
}
