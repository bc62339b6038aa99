import { createServer } from 'node:http';

/*
 * A minimal HTTP server in Node, the baseline for requests per second. Tells its port. Answers with the bytes of its first
 * argument, in Base64, or with a few of its own.
 */

const [, , base64, encoding = 'identity'] = process.argv;
const body = base64 === undefined ? JSON.stringify({ hello: 'world' }) : Buffer.from(base64, 'base64');
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-encoding', encoding);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('disconnect', () => process.exit());
