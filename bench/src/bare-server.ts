import { createServer } from 'node:http';

/* The least that Node can do over HTTP: what requests per second are compared with. Prints its port. */

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
