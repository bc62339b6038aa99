import { lazy, Suspense } from 'react';
import type { PictureDialogProps } from '#features/problems/statement/picture-dialog.tsx';

const Dialog = lazy(async () => ({
  default: (await import('#features/problems/statement/picture-dialog.tsx')).PictureDialog,
}));

/** A picture by itself; loaded after the text, with all that lies over a screen. */
export function PictureDialog(props: PictureDialogProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
