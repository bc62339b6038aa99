/** Fields of Vitest's JSON report that we read. */
export interface VitestReport {
  testResults: readonly {
    /** Status of the file. */
    status: string;
    assertionResults: readonly { status: string }[];
  }[];
}

/** Counts tests; a file that failed although none of its tests did (it could not be loaded) counts as one. */
export function countTests({ testResults }: VitestReport): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const { status, assertionResults } of testResults) {
    const failedHere = assertionResults.filter((result) => result.status === 'failed').length;
    passed += assertionResults.filter((result) => result.status === 'passed').length;
    failed += failedHere === 0 && status === 'failed' ? 1 : failedHere;
  }
  return { passed, failed };
}
