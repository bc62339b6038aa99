import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type MeasuredFacts, readMeasuredFacts } from '#features/metrics/metrics.queries.ts';
import type { Services } from '#services.ts';

/** Bounds in seconds: most answers take milliseconds, long polls of judges half a minute. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const KINDS = ['verdict', 'detail', 'trial', 'import', 'check', 'rejudge', 'compare'];

/** Metrics of one web process, and of the database as it sees it. */
export interface Metrics {
  contentType: string;
  noteRequest(labels: { method: string; route: string; status: string }, seconds: number): void;
  /** Reads everything, in the text format of Prometheus. */
  read(): Promise<string>;
}

export function createMetrics(services: Services): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'balloon_http_request_duration_seconds',
    help: 'Answered requests by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const gauges = createGauges(registry);
  let hasDefaults = false;
  return {
    contentType: registry.contentType,
    noteRequest: (labels, seconds) => requests.observe(labels, seconds),
    async read() {
      // At the first reading only: its timers and observers cost something in every process that nobody measures.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      gauges.sockets.set(services.sockets.all().length);
      setReplicas(gauges, services.replicas.facts());
      await readDatabase(services, gauges);
      return registry.metrics();
    },
  };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `balloon_${name}`, help, labelNames, registers: [registry] });
  return {
    sockets: gauge('sockets', 'Open sockets of this process'),
    replicaUp: gauge('replica_up', 'Whether the replica of the database is read', ['replica']),
    replicaLag: gauge('replica_lag_seconds', 'How far the replica is behind the database', ['replica']),
    replicaReads: new Counter({
      name: 'balloon_replica_reads_total',
      help: 'Reads given to the replica; those that failed were done by the database',
      labelNames: ['replica', 'outcome'],
      registers: [registry],
    }),
    up: gauge('database_up', 'Whether the database answered'),
    size: gauge('database_size_bytes', 'Size of the database'),
    connections: gauge('database_connections', 'Connections to the database'),
    latency: gauge('database_latency_seconds', 'Time in which the database answered'),
    queue: gauge('queue_size', 'Work in the queue', ['kind', 'state']),
    oldest: gauge('queue_oldest_age_seconds', 'Age of the oldest work that waits', ['kind']),
    judgeUp: gauge('judge_up', 'Whether the judge is seen', ['judge']),
    judgeDrained: gauge('judge_drained', 'Whether an admin drained the judge', ['judge']),
    judgeSlots: gauge('judge_slots', 'Slots of the judge', ['judge']),
    judgeRunning: gauge('judge_running', 'Work that the judge has', ['judge']),
    verdict: gauge('verdict_latency_seconds', 'From sending to verdict, over the last five minutes', [
      'quantile',
    ]),
    judged: gauge('verdicts_recent', 'Verdicts of the last five minutes, of the latest 500 solutions'),
  };
}

/** Without a database the metrics of the process still arrive, and say so. */
async function readDatabase({ db, log }: Services, gauges: Gauges): Promise<void> {
  const startedAtMs = performance.now();
  try {
    setGauges(gauges, await readMeasuredFacts(db));
    gauges.up.set(1);
    gauges.latency.set((performance.now() - startedAtMs) / 1000);
  } catch (error) {
    log.debug({ err: error }, 'the database was not measured');
    gauges.up.set(0);
  }
}

function setReplicas(gauges: Gauges, replicas: ReturnType<Services['replicas']['facts']>): void {
  gauges.replicaReads.reset();
  for (const { name: replica, state, lagMs, reads, failedReads } of replicas) {
    gauges.replicaUp.set({ replica }, state === 'ready' ? 1 : 0);
    gauges.replicaLag.set({ replica }, lagMs / 1000);
    gauges.replicaReads.inc({ replica, outcome: 'done' }, reads);
    gauges.replicaReads.inc({ replica, outcome: 'failed' }, failedReads);
  }
}

function setGauges(gauges: Gauges, { queue, judges, latency, sizeBytes, connections }: MeasuredFacts): void {
  gauges.size.set(sizeBytes);
  gauges.connections.set(connections);
  for (const kind of KINDS) {
    const found = queue.find((one) => one.kind === kind);
    gauges.queue.set({ kind, state: 'waiting' }, found?.waiting ?? 0);
    gauges.queue.set({ kind, state: 'running' }, found?.running ?? 0);
    gauges.oldest.set({ kind }, found?.oldestSec ?? 0);
  }
  for (const one of [gauges.judgeUp, gauges.judgeDrained, gauges.judgeSlots, gauges.judgeRunning])
    one.reset();
  for (const { name, isAlive, isPaused, slots, running } of judges) {
    gauges.judgeUp.set({ judge: name }, isAlive ? 1 : 0);
    gauges.judgeDrained.set({ judge: name }, isPaused ? 1 : 0);
    gauges.judgeSlots.set({ judge: name }, slots);
    gauges.judgeRunning.set({ judge: name }, running);
  }
  gauges.verdict.reset();
  const { half, most, nearlyAll, judged } = latency;
  for (const [quantile, seconds] of [
    ['0.5', half],
    ['0.9', most],
    ['0.99', nearlyAll],
  ] as const)
    if (seconds !== null) gauges.verdict.set({ quantile }, seconds);
  gauges.judged.set(judged);
}
