import net from 'node:net';
import { serverAddress, throughPort } from '@balloon/database/testing/server-address.ts';

/** A cable to the database that a test can cut. */
export interface TestCable {
  /** The database's URL, through the cable. */
  url: string;
  /** Breaks every connection and accepts no new one until `mend`. */
  cut(): void;
  mend(): void;
  /**
   * Lets a statement and its commit, if it is not one by itself, reach the database, and breaks the connection before
   * its answer comes back.
   */
  cutAfterCommitOf(statement: string): void;
  close(): Promise<void>;
}

export async function layCable(databaseUrl: string): Promise<TestCable> {
  const open = new Set<net.Socket>();
  let isCut = false;
  let wanted: string | null = null;
  const cable = net.createServer((client) => {
    if (isCut) return void client.destroy();
    const server = net.connect(serverAddress(databaseUrl));
    let hasStatement = false;
    let isInTransaction = false;
    let isCommitting = false;
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (data) => {
      hasStatement ||= wanted !== null && data.includes(wanted);
      isInTransaction ||= data.includes('begin\0');
      const isEnding = data.includes('commit\0') || data.includes('rollback\0');
      isCommitting ||= hasStatement && (isEnding || !isInTransaction);
      if (isEnding) isInTransaction = false;
      if (isCommitting) wanted = null;
      server.write(data);
    });
    server.on('data', (data) => {
      if (isCommitting) client.destroy();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => cable.listen(0, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: throughPort(databaseUrl, (cable.address() as net.AddressInfo).port),
    cut() {
      isCut = true;
      cutAll();
    },
    mend() {
      isCut = false;
    },
    cutAfterCommitOf(statement) {
      wanted = statement;
    },
    close() {
      cutAll();
      return new Promise((resolve) => cable.close(() => resolve()));
    },
  };
}
