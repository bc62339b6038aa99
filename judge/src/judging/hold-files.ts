import type { StoredFile } from '@balloon/contracts/judging/testset.ts';
import type { NamedFile } from '#compile/source-bundle.ts';
import type { Workshop } from '#workshop/workshop.ts';

/** Fetches files of the problem and keeps them until `held` is disposed of. */
export async function holdFiles(
  { blobs }: Workshop,
  files: readonly StoredFile[],
  held: DisposableStack,
  signal: AbortSignal,
): Promise<NamedFile[]> {
  const named: NamedFile[] = [];
  for (const { path: name, sha256, bytes } of files) {
    const { path } = held.use(await blobs.hold(sha256, bytes, signal));
    named.push({ name, path, sha256 });
  }
  return named;
}
