import type { LanguageOptions } from '@balloon/domain/languages/language-options.ts';
import type { BlobCache } from '#cache/blob-cache.ts';
import type { CompilerTools } from '#compile/compile.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import type { SandboxMode } from '#sandbox/sandbox.ts';

/** Parts of a judge that all its slots share. */
export interface Workshop extends CompilerTools {
  mode: SandboxMode;
  /** Languages by key; the keys in tasks come from outside. */
  languages: ReadonlyMap<string, InstalledLanguage>;
  blobs: BlobCache;
  /** Options of the site by language, for programs that come without a task of their own. */
  siteOptions?: ReadonlyMap<string, LanguageOptions>;
}
