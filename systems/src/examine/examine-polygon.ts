import type { ExaminedServer, Finding } from '#examine/examine-server.ts';
import { OutsideError } from '#failures.ts';
import { openOutsideHttp } from '#http/outside-http.ts';
import { createPacer } from '#http/pacer.ts';
import { openPolygon, POLYGON_REQUEST_EVERY_MS } from '#polygon/polygon.ts';
import { createRedactor } from '#relay/redact.ts';

/** Problem that nobody's key may read: that it is refused for its own sake shows that the key is taken. */
const FOREIGN_PROBLEM = 1;

/** Looks whether Polygon takes the keys. Nothing is fetched. */
export async function examinePolygon(
  { url, accounts }: Pick<ExaminedServer, 'url' | 'accounts'>,
  nowMs: () => number = Date.now,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, credentials } of accounts) {
    const told = (failure: Finding['failure'], text: string) =>
      findings.push({ look: 'account', subject: name, failure, text });
    if (credentials === null) {
      told('sealed', 'encrypted with another SETTINGS_KEY: enter its secrets again');
      continue;
    }
    const { apiKey = '', apiSecret = '' } = credentials;
    const http = openOutsideHttp({ baseUrl: url, pacer: createPacer(POLYGON_REQUEST_EVERY_MS) });
    const redact = createRedactor([apiKey, apiSecret]);
    try {
      await openPolygon({ http, key: { apiKey, secret: apiSecret }, nowMs }).findNewestPackage(
        FOREIGN_PROBLEM,
      );
      told(null, 'Polygon takes the key');
    } catch (error) {
      const kind = error instanceof OutsideError ? error.kind : 'other';
      if (kind === 'refused') told(null, 'Polygon takes the key');
      else told(kind, redact((error as Error).message));
    }
  }
  return findings;
}
