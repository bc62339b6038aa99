import { connect } from '@balloon/database/connect.ts';
import {
  CLUSTER_QUERY,
  NoReplicaError,
  POSITION_QUERY,
  parsePosition,
  Replica,
} from '@balloon/database/replica.ts';
import type { DoctorReport } from '#doctor/report.ts';

const WITHIN_MS = 5_000;
/** What one can be behind while both are well. */
const NEAR_BYTES = 16n * 1024n * 1024n;

/** Examines the streaming replicas: each has to replay the log of the database, and to keep up with it. */
export async function examineReplicas(
  urls: readonly string[],
  databaseUrl: string | null,
): Promise<DoctorReport['replicas']> {
  if (urls.length === 0) return [];
  const primary = databaseUrl === null ? null : await askPrimary(databaseUrl).catch(() => null);
  return Promise.all(urls.map((url) => examineReplica(url, primary)));
}

type Primary = Awaited<ReturnType<typeof askPrimary>>;

async function examineReplica(
  url: string,
  primary: Primary | null,
): Promise<DoctorReport['replicas'][number]> {
  const replica = new Replica(url, { maxConnections: 1 });
  try {
    const { clusterId, position } = await replica.ask(WITHIN_MS);
    if (position === null)
      throw new NoReplicaError('the server replays nothing: it is a database of its own');
    if (!primary)
      return { usable: true, detail: 'a replica answers; the database does not, to compare them' };
    if (primary.clusterId !== clusterId)
      throw new NoReplicaError('it is a replica of another server than DATABASE_URL');
    const behind = primary.position - position;
    if (behind > NEAR_BYTES) throw new NoReplicaError(`it is ${behind / 1_048_576n} MB behind the database`);
    return { usable: true, detail: 'it keeps up with the database' };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { usable: false, detail: `DATABASE_REPLICA_URL: ${message || `${code}`}` };
  } finally {
    await replica.close();
  }
}

async function askPrimary(databaseUrl: string) {
  const { pool, close } = connect(databaseUrl, { maxConnections: 1 });
  try {
    const cluster = await pool.query<{ clusterId: string }>(CLUSTER_QUERY);
    const log = await pool.query<{ position: string | null }>(POSITION_QUERY);
    return {
      clusterId: cluster.rows[0]?.clusterId ?? '',
      position: parsePosition(log.rows[0]?.position ?? '0/0'),
    };
  } finally {
    await close();
  }
}
