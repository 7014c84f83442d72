/**
 * What a mutation run tries: rules and tables, and the tests that have to find the faults in them,
 * as file patterns below `schema/`. Only these tests run for a fault, so a fault that another test
 * alone would find counts as not found.
 */
export const AREAS = {
  transitions: {
    rules: ['rules/**/project-{transitions,moves,actions}.ts'],
    tests: ['rules/**/{project,access,can}*.test.ts'],
  },
  access: {
    rules: [
      'rules/**/access*.ts',
      'rules/**/{can,denial,organization-actions,project-actor,role-assignment}.ts',
    ],
    tests: ['rules/**/{access,can,project,publication,role}*.test.ts'],
  },
  validation: {
    rules: [
      'rules/**/{parameter-validation,parameter-values,definition-validation,field-rules,controls,conditions}.ts',
      'rules/**/{statement,password}*.ts',
    ],
    tests: [
      'rules/**/{parameter,definition,field,controls,conditions,statement,password}*.test.ts',
    ],
  },
  weights: { rules: ['rules/**/weights*.ts'], tests: ['{rules,mutations}/**/weights*.test.ts'] },
  evaluation: { rules: ['rules/**/evaluation*.ts'], tests: ['rules/**/evaluation*.test.ts'] },
  merge: {
    rules: [
      'rules/**/{merge,clone,versions}.ts',
      'rules/**/diff*.ts',
      'mutations/**/definition-merge.ts',
    ],
    tests: [
      'rules/**/{merge,diff,clone,versions}*.test.ts',
      'mutations/**/definition-merge.test.ts',
    ],
  },
} as const satisfies Record<string, { rules: readonly string[]; tests: readonly string[] }>
export type Area = keyof typeof AREAS
