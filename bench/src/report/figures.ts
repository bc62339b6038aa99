import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Table } from '#report/table.ts';

const FOLDER = path.join(import.meta.dirname, '../../figures');

/** Last measurement of one bench that was kept, with what is needed to read it. */
export const KeptFigures = z.object({
  /** Name of the bench on the command line. */
  name: z.string(),
  date: z.iso.date(),
  command: z.string(),
  machine: z.string(),
  title: z.string(),
  note: z.string(),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type KeptFigures = z.infer<typeof KeptFigures>;

/** Keeps the table of a bench in place of its last one. */
export function keepFigures(
  { title, note, rows }: Table,
  origin: Pick<KeptFigures, 'name' | 'date' | 'command' | 'machine'>,
): void {
  const kept = KeptFigures.parse({ ...origin, title, note, rows });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `${kept.name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Reads the figures of all benches, by name. */
export function readFigures(): KeptFigures[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => KeptFigures.parse(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))));
}
