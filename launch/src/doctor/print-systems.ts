import type { Finding } from '@balloon/systems/examine/examine-server.ts';
import type { SystemReport } from '#doctor/examine-systems.ts';
import type { Paint } from '#doctor/print-report.ts';

/** Advice by what has failed. */
const REMEDIES: Readonly<Record<NonNullable<Finding['failure']>, string>> = {
  down: 'check the address and whether this machine reaches it',
  rate: 'it was asked too fast: try again in some minutes',
  signedOut: 'enter the password, key or cookies of the account again',
  challenge: 'sign in with a browser and enter the cookies of that session',
  refused: 'the system says why',
  duplicate: 'the system says why',
  drift: 'its pages have changed: look for a newer Balloon; the server screen shows the page',
  sealed: 'enter its secrets again on the server screen',
  other: 'unexpected: the log of the relay may tell more',
};

/** Formats findings about outside systems for people. */
export function systemLines(reports: readonly SystemReport[], paint: Paint): string[] {
  if (reports.length === 0) return ['No outside systems: servers are added on the server screen.'];
  return reports.flatMap((report) => [
    `${paint('bold', report.name)} (${report.systemType}) ${report.url}`,
    ...pauseLines(report, paint),
    ...report.findings.map((finding) => `  ${lineOf(finding, paint)}`),
    ...(report.findings.length === 0
      ? [`  ${paint('yellow', 'no account: nothing could be looked at')}`]
      : []),
  ]);
}

function pauseLines({ isPaused, pauseReason }: SystemReport, paint: Paint): string[] {
  if (!isPaused) return [];
  return [`  ${paint('yellow', 'paused')}${pauseReason === null ? '' : `: ${pauseReason}`}`];
}

function lineOf({ look, subject, failure, text }: Finding, paint: Paint): string {
  const what = `${look} ${subject}`.trim();
  if (failure === null) return `${paint('green', 'ok')}    ${what}: ${text}`;
  return `${paint('red', 'fails')} ${what}: ${text} (${REMEDIES[failure]})`;
}
