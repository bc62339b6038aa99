import type { UploadTarget } from '#features/packages/upload-queue.ts';
import { pageNumber } from '#shared/ui/lists/pages.ts';

export interface UploadChoice {
  /** What uploaded packages become. */
  target: UploadTarget;
  /** Page of the imports. */
  page: number;
  /** Import whose report is open. */
  openId: number | null;
}

const id = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

/** Reads the choice from the address; unknown values mean the default. */
export function readUploadChoice(search: URLSearchParams): UploadChoice {
  const problem = search.get('problem');
  return {
    target: problem === 'new' ? 'new' : id(problem),
    page: pageNumber(search.get('page') ?? undefined),
    openId: id(search.get('import')),
  };
}

/** The address of a choice; defaults are left out of it. */
export function uploadPath({ target, page, openId }: UploadChoice): string {
  const search = new URLSearchParams();
  if (target !== null) search.set('problem', `${target}`);
  if (page > 1) search.set('page', `${page}`);
  if (openId !== null) search.set('import', `${openId}`);
  return search.size > 0 ? `/admin/problems/upload?${search}` : '/admin/problems/upload';
}
