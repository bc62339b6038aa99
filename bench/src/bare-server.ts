import { createServer } from 'node:http';

/* A minimal HTTP server in Node, the baseline for requests per second. Prints its port. */

const body = JSON.stringify({ hello: 'world' });
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
});
process.on('disconnect', () => process.exit());
