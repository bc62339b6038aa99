import type { NetConnectOpts } from 'node:net';

/** Where a database's URL leads. The bundled PostgreSQL listens on a socket in a directory, which its URL names as `host`. */
export function serverAddress(databaseUrl: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const directory = searchParams.get('host');
  return directory === null
    ? { host: hostname, port: Number(port || 5432) }
    : { path: `${directory}/.s.PGSQL.${port || 5432}` };
}

/** The same database behind a port of this machine that leads to its server. */
export function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
