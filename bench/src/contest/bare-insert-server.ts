import { createServer, type IncomingMessage } from 'node:http';
import { connect } from '@balloon/database/connect.ts';
import { insertOne } from '#contest/bare-insert.ts';

/*
 * A minimal HTTP server in Node that makes one bare insert with a commit of the solution in each request, the baseline for
 * accepting over HTTP. Its argument is the address of the database. Tells its port.
 */

const [, , databaseUrl = ''] = process.argv;
const { pool } = connect(databaseUrl);
const server = createServer(async (request, response) => {
  const { solution } = JSON.parse(await bodyOf(request)) as { solution: string };
  const id = await insertOne(pool, solution);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('disconnect', () => process.exit());

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => resolve(Buffer.concat(parts).toString()));
    request.on('error', reject);
  });
}
